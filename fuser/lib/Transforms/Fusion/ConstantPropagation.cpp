// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ConstantPropagation.h"

#include "Support/KernelSignature.h"
#include "Support/Metadata.h"
#include "Support/MetadataReader.h"
#include "Support/PassDiagnostics.h"
#include "Support/UserNames.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace syclfuse::fuser {

namespace {

// The value of a type whose values are numbers, or a null pointer, in the lowest bits of Bits.
Constant *constantFromBits(Type *Ty, const APInt &Bits) {
  const unsigned Width = Ty->isPointerTy() ? Bits.getBitWidth() : Ty->getPrimitiveSizeInBits().getFixedValue();
  const APInt V = Bits.trunc(std::min(Width, Bits.getBitWidth()));
  if (auto *Int = dyn_cast<IntegerType>(Ty))
    return ConstantInt::get(Int, V);
  if (auto *Pointer = dyn_cast<PointerType>(Ty))
    return V.isZero() ? ConstantPointerNull::get(Pointer) : nullptr;
  return Ty->isFloatingPointTy() ? ConstantFP::get(Ty, APFloat(Ty->getFltSemantics(), V)) : nullptr;
}

APInt bitsFromBytes(StringRef Bytes) {
  APInt V(8 * Bytes.size(), 0);
  for (unsigned I = 0; I < Bytes.size(); ++I)
    V.insertBits(static_cast<uint8_t>(Bytes[I]), I * 8, 8);
  return V;
}

// The elements of a vector lie bit by bit one after the other.
Constant *vectorFromBytes(FixedVectorType &Ty, StringRef Bytes, const DataLayout &DL) {
  const unsigned Width = DL.getTypeSizeInBits(Ty.getElementType()).getFixedValue();
  const APInt All = bitsFromBytes(Bytes.take_front(DL.getTypeStoreSize(&Ty)));
  SmallVector<Constant *, 8> Values;
  for (unsigned I = 0; I < Ty.getNumElements(); ++I)
    Values.push_back(constantFromBits(Ty.getElementType(), All.extractBits(Width, I * Width)));
  return is_contained(Values, nullptr) ? nullptr : ConstantVector::get(Values);
}

// Bytes as they lie in the closure, little-endian, as a value of type Ty. Null for types whose values are no bytes.
// Bytes is at least as long as the type.
Constant *constantFromBytes(Type *Ty, StringRef Bytes, const DataLayout &DL) {
  if (auto *Vector = dyn_cast<FixedVectorType>(Ty))
    return vectorFromBytes(*Vector, Bytes, DL);
  auto *Array = dyn_cast<ArrayType>(Ty);
  auto *Struct = dyn_cast<StructType>(Ty);
  if (!Array && !Struct)
    return Ty->isIntegerTy() || Ty->isFloatingPointTy() || Ty->isPointerTy()
               ? constantFromBits(Ty, bitsFromBytes(Bytes.take_front(DL.getTypeStoreSize(Ty))))
               : nullptr;
  SmallVector<Constant *, 8> Values;
  const uint64_t Count = Array ? Array->getNumElements() : Struct->getNumElements();
  for (uint64_t I = 0; I < Count; ++I) {
    Type *Element = Array ? Array->getElementType() : Struct->getElementType(I);
    const uint64_t At =
        Array ? I * DL.getTypeAllocSize(Element) : uint64_t(DL.getStructLayout(Struct)->getElementOffset(I));
    Values.push_back(constantFromBytes(Element, Bytes.drop_front(At), DL));
  }
  if (is_contained(Values, nullptr))
    return nullptr;
  return Array ? ConstantArray::get(Array, Values) : ConstantStruct::get(Struct, Values);
}

// The type whose bytes are given for Arg: an aggregate's own, not that of the pointer to it.
Type *valueType(const Argument &Arg) {
  if (Arg.hasByValAttr())
    return Arg.getParamByValType();
  return Arg.hasByRefAttr() ? Arg.getParamByRefType() : Arg.getType();
}

Expected<Constant *> readConstant(const Argument &Arg, StringRef Bytes) {
  const DataLayout &DL = Arg.getParent()->getDataLayout();
  auto Refuse = [&](const Twine &Why) {
    return fuseError(diag::invalid_constants_metadata,
                     {std::to_string(Arg.getArgNo()), userName(*Arg.getParent()), Why.str()}, *Arg.getParent());
  };
  Type *Ty = valueType(Arg);
  if (!Ty->isSized() || Ty->isScalableTy())
    return Refuse("its type has no constant size");
  // Trailing padding may be left out.
  if (Bytes.size() < DL.getTypeStoreSize(Ty) || Bytes.size() > DL.getTypeAllocSize(Ty))
    return Refuse(Twine(Bytes.size()) + " bytes are given, needed: " + Twine(DL.getTypeStoreSize(Ty).getFixedValue()));
  if (Constant *Value = constantFromBytes(Ty, Bytes, DL))
    return Value;
  return Refuse("it holds a pointer other than null, or a type without constants");
}

// An aggregate is read through its address: that of the constant if it is read only, else of private memory with the
// constant in it, which SROA takes apart.
Value *materialize(Argument &Arg, Constant *Value) {
  if (!Arg.hasByValAttr() && !Arg.hasByRefAttr())
    return Value;
  Function &F = *Arg.getParent();
  const DataLayout &DL = F.getDataLayout();
  const unsigned Space = Arg.getType()->getPointerAddressSpace();
  const Align Alignment = Arg.getParamAlign().value_or(DL.getABITypeAlign(Value->getType()));
  auto *Global = new GlobalVariable(*F.getParent(), Value->getType(), /*isConstant=*/true, GlobalValue::InternalLinkage,
                                    Value, F.getName() + ".constant", nullptr, GlobalValue::NotThreadLocal,
                                    Arg.hasByRefAttr() ? Space : DL.getDefaultGlobalsAddressSpace());
  Global->setAlignment(Alignment);
  if (Arg.hasByRefAttr())
    return Global;
  IRBuilder<> B(&F.getEntryBlock(), F.getEntryBlock().begin());
  AllocaInst *Memory = B.CreateAlloca(Value->getType(), DL.getAllocaAddrSpace(), nullptr, "constant");
  Memory->setAlignment(Alignment);
  B.CreateMemCpy(Memory, Alignment, Global, Alignment, DL.getTypeStoreSize(Value->getType()));
  return B.CreateAddrSpaceCast(Memory, Arg.getType());
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
