// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the statements of a kernel stand on when they are written as IR: arguments, variables, ids and addresses.
#pragma once

#include "GroupFunctions.h"
#include "Sequence.h"

#include "Support/Metadata.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace syclfuse::fuser::sequence {

using namespace llvm;

inline constexpr unsigned LocalSpace = 3;

inline Type *elementType(LLVMContext &C, Element E) {
  Type *I32 = Type::getInt32Ty(C), *F32 = Type::getFloatTy(C);
  switch (E) {
  case Element::I32:
    return I32;
  case Element::F32:
    return F32;
  case Element::Pair:
    return StructType::get(C, {I32, F32});
  case Element::Vector4:
    return FixedVectorType::get(I32, 4);
  case Element::Triple:
    return StructType::get(C, {I32, ArrayType::get(F32, 2)});
  case Element::Byte:
    return Type::getInt8Ty(C);
  case Element::F64:
    return Type::getDoubleTy(C);
  }
  return nullptr;
}

class KernelFrame {
public:
  KernelFrame(const Sequence &S, const Kernel &K, Module &M)
      : S(S), K(K), M(M), C(M.getContext()), B(C), I32(B.getInt32Ty()), I64(B.getInt64Ty()), F32(B.getFloatTy()) {}

protected:
  // The kernel's function with all that comes before its statements.
  void begin() {
    declare();
    B.SetInsertPoint(BasicBlock::Create(C, "entry", F));
    for (Value *&V : IntegerVars)
      B.CreateStore(B.getInt32(0), V = B.CreateAlloca(I32));
    for (Value *&V : FloatVars)
      B.CreateStore(ConstantFP::get(F32, 0), V = B.CreateAlloca(F32));
    PrivateType = ArrayType::get(I32, PrivateSize);
    PrivateVar = B.CreateAlloca(PrivateType);
    B.CreateStore(ConstantAggregateZero::get(PrivateType), PrivateVar);
    readArguments();
    End = BasicBlock::Create(C, "return", F);
    Linear = linearId(K.LinearForm);
  }

  void declare() {
    if (K.Closure) {
      create({B.getPtrTy()});
      F->addParamAttr(0, Attribute::getWithByValType(C, ArrayType::get(B.getInt8Ty(), K.closureSize())));
      F->addParamAttr(0, Attribute::getWithAlignment(C, Align(8)));
      return;
    }
    SmallVector<Type *, 8> Types;
    SmallVector<ArgumentSource, 8> Sources;
    auto Add = [&](Type *T, unsigned Offset, unsigned Size) {
      Types.push_back(T);
      Sources.push_back({argument_source::closure, 0, Offset, Size});
    };
    for (unsigned Slot = 0; Slot != K.Buffers.size(); ++Slot)
      Add(B.getPtrTy(K.Buffers[Slot] % 2 ? 1 : 4), 8 * Slot, 8);
    Add(I32, K.scalarOffset(0), 4);
    Add(I32, K.scalarOffset(1), 4);
    Add(I64, K.localOffset(), 8);
    Add(I64, K.shiftOffset(), 8);
    create(Types);
    writeArgumentSources(*F, Sources);
  }
  void create(ArrayRef<Type *> Types) {
    F = Function::Create(FunctionType::get(B.getVoidTy(), Types, false), GlobalValue::ExternalLinkage, K.Name, M);
    F->setCallingConv(CallingConv::SPIR_KERNEL);
    if (K.SubGroupSize)
      F->setMetadata("intel_reqd_sub_group_size", MDNode::get(C, ConstantAsMetadata::get(B.getInt32(K.SubGroupSize))));
  }

  // Some fields of a closure are read through a pointer to any memory, as lambdas do it.
  Value *field(unsigned Offset) {
    Value *Base = F->getArg(0);
    if (Offset / 8 % 2)
      Base = B.CreateAddrSpaceCast(Base, B.getPtrTy(4));
    return B.CreateConstGEP1_64(B.getInt8Ty(), Base, Offset);
  }
  void readArguments() {
    const unsigned Slots = K.Buffers.size();
    for (unsigned Slot = 0; Slot != Slots; ++Slot)
      Pointers.push_back(K.Closure ? B.CreateLoad(B.getPtrTy(K.Buffers[Slot] % 2 ? 1 : 4), field(8 * Slot))
                                   : static_cast<Value *>(F->getArg(Slot)));
    if (K.Closure) {
      OwnScalars = field(K.scalarOffset(0));
      Uniform = B.CreateLoad(I32, field(K.scalarOffset(1)));
      LocalOffset = B.CreateLoad(I64, field(K.localOffset()));
      Shift = B.CreateLoad(I64, field(K.shiftOffset()));
      return;
    }
    OwnScalars = B.CreateAlloca(ArrayType::get(I32, 2));
    Uniform = F->getArg(Slots + 1);
    B.CreateStore(F->getArg(Slots), OwnScalars);
    B.CreateStore(Uniform, B.CreateConstGEP1_64(I32, OwnScalars, 1));
    LocalOffset = F->getArg(Slots + 2);
    Shift = F->getArg(Slots + 3);
  }
  Value *ownScalar(Value *Index) { return B.CreateGEP(I32, OwnScalars, Index); }
  Value *bits(unsigned From, unsigned Mask) { return B.CreateAnd(B.CreateLShr(Uniform, From), Mask); }
  GroupFunctionWriter groups() { return GroupFunctionWriter(B, M, K.Range.dimensions, Uniform); }

  const Buffer &buffer(unsigned Slot) const { return S.Buffers[K.Buffers[Slot]]; }
  BasicBlock *block() { return BasicBlock::Create(C, "", F); }
  Value *integer(unsigned N) { return B.CreateLoad(I32, IntegerVars[N]); }
  Value *floating(unsigned N) { return B.CreateLoad(F32, FloatVars[N % Floats]); }
  void setInteger(unsigned N, Value *V) { B.CreateStore(V, IntegerVars[N]); }
  void setFloating(unsigned N, Value *V) { B.CreateStore(V, FloatVars[N % Floats]); }

  CallInst *call(StringRef Name, Type *Result, ArrayRef<Value *> Arguments) {
    SmallVector<Type *, 4> Types;
    for (Value *V : Arguments)
      Types.push_back(V->getType());
    FunctionCallee Callee = M.getOrInsertFunction(Name, FunctionType::get(Result, Types, false));
    cast<Function>(Callee.getCallee())->setCallingConv(CallingConv::SPIR_FUNC);
    CallInst *Call = B.CreateCall(Callee, Arguments);
    Call->setCallingConv(CallingConv::SPIR_FUNC);
    return Call;
  }
  Value *query(StringRef Name, unsigned D) {
    const std::string Full = ("__spirv_BuiltIn" + Name).str();
    return call("_Z" + std::to_string(Full.size()) + Full + "i", I64, {B.getInt32(D)});
  }
  Value *scalarQuery(StringRef Name) {
    const std::string Full = ("__spirv_BuiltIn" + Name).str();
    return call("_Z" + std::to_string(Full.size()) + Full + "v", I64, {});
  }
  Value *query(unsigned Q, unsigned D) {
    static const char *const Names[] = {"GlobalInvocationId", "GlobalSize",  "GlobalOffset",  "",
                                        "LocalInvocationId",  "WorkgroupId", "WorkgroupSize", "NumWorkgroups"};
    if (Q == 3)
      return scalarQuery("GlobalLinearId");
    if (Q == 8)
      return scalarQuery("LocalInvocationIndex");
    return query(Names[Q], D);
  }

  Value *rowMajor(StringRef Id, StringRef Size, StringRef Offset) {
    Value *Sum = B.getInt64(0);
    for (unsigned D = K.Range.dimensions; D-- > 0;) {
      Value *One = query(Id, D);
      if (!Offset.empty())
        One = B.CreateSub(One, query(Offset, D));
      Sum = B.CreateAdd(B.CreateMul(Sum, query(Size, D)), One);
    }
    return Sum;
  }
  Value *linearId(unsigned Form) {
    return Form == 0 ? scalarQuery("GlobalLinearId") : rowMajor("GlobalInvocationId", "GlobalSize", "GlobalOffset");
  }
  Value *localLinearId() { return rowMajor("LocalInvocationId", "WorkgroupSize", ""); }
  Value *groupItems() {
    Value *Items = query("WorkgroupSize", 0);
    for (unsigned D = 1; D < K.Range.dimensions; ++D)
      Items = B.CreateMul(Items, query("WorkgroupSize", D));
    return Items;
  }
  Value *neighbour(unsigned Distance) {
    return B.CreateURem(B.CreateAdd(localLinearId(), B.getInt64(Distance)), groupItems());
  }
  // The linear local id of the work-item Distance further on in one dimension, or of the last one there.
  Value *clamped(unsigned Dimension, unsigned Distance) {
    Value *Sum = B.getInt64(0);
    for (unsigned D = K.Range.dimensions; D-- > 0;) {
      Value *Id = query("LocalInvocationId", D), *Size = query("WorkgroupSize", D);
      if (D == Dimension)
        Id = B.CreateBinaryIntrinsic(Intrinsic::umin, B.CreateAdd(Id, B.getInt64(Distance)),
                                     B.CreateSub(Size, B.getInt64(1)));
      Sum = B.CreateAdd(B.CreateMul(Sum, Size), Id);
    }
    return Sum;
  }
  Value *firstOfGroup() { return B.CreateMul(rowMajor("WorkgroupId", "NumWorkgroups", ""), groupItems()); }

  // Where the sub-range of a buffer begins, or its constant part before that.
  Value *subRange(unsigned Slot, unsigned Form) {
    Value *Base = Pointers[Slot];
    if (Base->getType()->getPointerAddressSpace() == 4 && Form & 8)
      Base = B.CreateAddrSpaceCast(Base, B.getPtrTy(1));
    if (buffer(Slot).Moved)
      Base = B.CreateGEP(elementType(C, buffer(Slot).Type), Base, Shift);
    if (Form & 16 && buffer(Slot).Begin)
      Base = B.CreateConstGEP1_64(elementType(C, buffer(Slot).Type), Base, buffer(Slot).Begin);
    return Base;
  }

  // The address of a field of element First * Ratio + Number of the sub-range.
  Value *address(unsigned Slot, Value *First, unsigned Number, unsigned Field, unsigned Form) {
    if (Form >= 64) { // the same in two ways
      Value *One = address(Slot, First, Number, Field, Form - 64);
      Value *Other = address(Slot, First, Number, Field, (Form - 64) ^ 1);
      return B.CreateSelect(B.CreateICmpSLT(integer(0), integer(1)), One, Other);
    }
    const Buffer &Of = buffer(Slot);
    Type *T = elementType(C, Of.Type);
    Value *Base = subRange(Slot, Form), *Ratio = B.getInt64(Of.Ratio), *Address;
    Number += Form & 16 ? 0 : Of.Begin;
    switch (Form % 6) {
    case 0:
      Address = B.CreateInBoundsGEP(T, Base, B.CreateAdd(B.CreateMul(First, Ratio), B.getInt64(Number)));
      break;
    case 1: {
      Value *Bytes = B.CreateMul(First, B.getInt64(Of.Ratio * bytesOf(Of.Type)));
      Address = B.CreateGEP(B.getInt8Ty(), Base, B.CreateAdd(Bytes, B.getInt64(Number * bytesOf(Of.Type))));
      break;
    }
    case 2: {
      auto *Row = ArrayType::get(T, Of.Ratio);
      Address = B.CreateInBoundsGEP(Row, Base, {First, B.getInt64(Number)});
      break;
    }
    case 3: {
      Value *Narrow = B.CreateTrunc(First, I32);
      Value *Index = B.CreateAdd(B.CreateMul(Narrow, B.getInt32(Of.Ratio)), B.getInt32(Number));
      Address = B.CreateGEP(T, Base, B.CreateSExt(Index, I64));
      break;
    }
    case 4: {
      // From behind the element, and back.
      Value *Behind = B.CreateGEP(T, Base, B.CreateAdd(B.CreateMul(First, Ratio), B.getInt64(Number + 2)));
      Address = B.CreateGEP(T, Behind, B.getInt64(-2));
      break;
    }
    default:
      Address = B.CreateInBoundsGEP(T, B.CreateInBoundsGEP(T, Base, B.CreateMul(First, Ratio)), B.getInt64(Number));
    }
    return Field ? B.CreateInBoundsGEP(B.getInt8Ty(), Address, B.getInt64(4 * Field)) : Address;
  }
  Value *first(unsigned Slot) {
    return buffer(Slot).Order == Layout::Item ? Linear : B.CreateAdd(firstOfGroup(), localLinearId());
  }

  const Sequence &S;
  const Kernel &K;
  Module &M;
  LLVMContext &C;
  IRBuilder<> B;
  Type *const I32, *const I64, *const F32;
  ArrayType *PrivateType = nullptr;
  Function *F = nullptr;
  std::array<Value *, Integers> IntegerVars{};
  std::array<Value *, Floats> FloatVars{};
  SmallVector<Value *, 8> Pointers; // by slot
  Value *OwnScalars = nullptr, *Uniform = nullptr, *LocalOffset = nullptr, *Shift = nullptr;
  Value *PrivateVar = nullptr, *Linear = nullptr;
  BasicBlock *End = nullptr;
};

} // namespace syclfuse::fuser::sequence
