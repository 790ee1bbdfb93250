// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "syclfuse/fuser/Transforms/ConstantPropagation.h"

#include "KernelSignature.h"
#include "MetadataReader.h"
#include "PassDiagnostics.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace syclfuse::fuser {

namespace {

// Bytes as they lie in the closure, little-endian, as a value of type Ty. Null for types whose values are no bytes. Bytes is at
// least as long as the type.
Constant *constantFromBytes(Type *Ty, StringRef Bytes, const DataLayout &DL) {
  if (auto *Int = dyn_cast<IntegerType>(Ty)) {
    APInt V(DL.getTypeStoreSizeInBits(Int), 0);
    for (unsigned I = 0; I < V.getBitWidth() / 8; ++I)
      V.insertBits(static_cast<uint8_t>(Bytes[I]), I * 8, 8);
    return ConstantInt::get(Int, V.trunc(Int->getBitWidth()));
  }
  if (Ty->isFloatingPointTy()) {
    auto *Bits = IntegerType::get(Ty->getContext(), Ty->getScalarSizeInBits());
    return ConstantFP::get(Ty, APFloat(Ty->getFltSemantics(), cast<ConstantInt>(constantFromBytes(Bits, Bytes, DL))->getValue()));
  }
  auto Elements = [&](Type *Element, uint64_t Count) {
    const uint64_t Stride = isa<VectorType>(Ty) ? DL.getTypeStoreSize(Element) : DL.getTypeAllocSize(Element);
    SmallVector<Constant *, 8> Values;
    for (uint64_t I = 0; I < Count; ++I)
      Values.push_back(constantFromBytes(Element, Bytes.drop_front(I * Stride), DL));
    return Values;
  };
  if (auto *Array = dyn_cast<ArrayType>(Ty)) {
    SmallVector<Constant *, 8> Values = Elements(Array->getElementType(), Array->getNumElements());
    return is_contained(Values, nullptr) ? nullptr : ConstantArray::get(Array, Values);
  }
  if (auto *Vector = dyn_cast<FixedVectorType>(Ty)) {
    SmallVector<Constant *, 8> Values = Elements(Vector->getElementType(), Vector->getNumElements());
    return is_contained(Values, nullptr) ? nullptr : ConstantVector::get(Values);
  }
  if (auto *Struct = dyn_cast<StructType>(Ty)) {
    SmallVector<Constant *, 8> Values;
    for (auto [I, Element] : enumerate(Struct->elements()))
      Values.push_back(constantFromBytes(Element, Bytes.drop_front(DL.getStructLayout(Struct)->getElementOffset(I)), DL));
    return is_contained(Values, nullptr) ? nullptr : ConstantStruct::get(Struct, Values);
  }
  return nullptr;
}

// The type whose bytes are given for Arg: an aggregate's own, not that of the pointer to it.
Type *valueType(const Argument &Arg) { return Arg.hasByValAttr() ? Arg.getParamByValType() : Arg.getType(); }

Expected<Constant *> readConstant(const Argument &Arg, StringRef Bytes) {
  const DataLayout &DL = Arg.getParent()->getDataLayout();
  auto Refuse = [&](const Twine &Why) {
    return fuseError(diag::invalid_constants_metadata,
                     {std::to_string(Arg.getArgNo()), Arg.getParent()->getName().str(), Why.str()}, *Arg.getParent());
  };
  Type *Ty = valueType(Arg);
  if (!Ty->isSized() || Ty->isScalableTy())
    return Refuse("its type has no constant size");
  // Trailing padding may be left out.
  if (Bytes.size() < DL.getTypeStoreSize(Ty) || Bytes.size() > DL.getTypeAllocSize(Ty))
    return Refuse(Twine(Bytes.size()) + " bytes are given, needed: " + Twine(DL.getTypeStoreSize(Ty).getFixedValue()));
  if (Constant *Value = constantFromBytes(Ty, Bytes, DL))
    return Value;
  return Refuse("its type holds a pointer");
}

// An aggregate is read through its address: private memory with the constant in it, which SROA takes apart.
Value *materialize(Argument &Arg, Constant *Value) {
  if (!Arg.hasByValAttr())
    return Value;
  Function &F = *Arg.getParent();
  const DataLayout &DL = F.getDataLayout();
  const Align Alignment = Arg.getParamAlign().value_or(DL.getABITypeAlign(Value->getType()));
  auto *Global = new GlobalVariable(*F.getParent(), Value->getType(), /*isConstant=*/true, GlobalValue::InternalLinkage, Value,
                                    F.getName() + ".constant", nullptr, GlobalValue::NotThreadLocal,
                                    DL.getDefaultGlobalsAddressSpace());
  Global->setAlignment(Alignment);
  IRBuilder<> B(&F.getEntryBlock(), F.getEntryBlock().begin());
  AllocaInst *Memory = B.CreateAlloca(Value->getType(), Arg.getType()->getPointerAddressSpace(), nullptr, "constant");
  Memory->setAlignment(Alignment);
  B.CreateMemCpy(Memory, Alignment, Global, Alignment, DL.getTypeStoreSize(Value->getType()));
  return Memory;
}

} // namespace

Expected<Function *> propagateConstants(Function &F) {
  auto List = readConstants(F);
  if (!List)
    return List.takeError();
  if (List->empty())
    return &F;
  if (F.isDeclaration() || hasCallers(F))
    return metadataError(MDConstants, F, "the function is not defined, or is called");
  MapVector<Argument *, Constant *> Values;
  for (const auto &[Index, Bytes] : *List) {
    if (Index >= F.arg_size())
      return metadataError(MDConstants, F, "there is no argument " + Twine(Index));
    Expected<Constant *> Value = readConstant(*F.getArg(Index), Bytes);
    if (!Value)
      return Value.takeError();
    if (!Values.insert({F.getArg(Index), *Value}).second)
      return metadataError(MDConstants, F, "argument " + Twine(Index) + " is listed twice");
  }
  BitVector Known(F.arg_size());
  for (auto [Arg, Value] : Values) {
    Arg->replaceAllUsesWith(materialize(*Arg, Value));
    Known.set(Arg->getArgNo());
  }
  writeConstants(F, {});
  return dropArguments(F, Known);
}

PreservedAnalyses ConstantPropagationPass::run(Module &M, ModuleAnalysisManager &) {
  // A stub is for sycl-kernel-fusion.
  auto Concerns = [](const Function &F) { return F.hasMetadata(MDConstants) && !F.hasMetadata(MDFused); };
  return replaceFunctions(M, Concerns, propagateConstants);
}

} // namespace syclfuse::fuser
