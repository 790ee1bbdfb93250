// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Sequence.h"
#include "SequenceOperations.h"

#include "Support/Metadata.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace syclfuse::fuser::sequence {

namespace {

constexpr unsigned LocalSpace = 3;

Type *elementType(LLVMContext &C, Element E) {
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
  }
  return nullptr;
}

class KernelWriter {
public:
  KernelWriter(const Sequence &S, const Kernel &K, Module &M)
      : S(S), K(K), M(M), C(M.getContext()), B(C), I32(B.getInt32Ty()), I64(B.getInt64Ty()), F32(B.getFloatTy()) {}

  void write() {
    declare();
    B.SetInsertPoint(BasicBlock::Create(C, "entry", F));
    for (Value *&V : IntegerVars)
      B.CreateStore(B.getInt32(0), V = B.CreateAlloca(I32));
    for (Value *&V : FloatVars)
      B.CreateStore(ConstantFP::get(F32, 0), V = B.CreateAlloca(F32));
    PrivateType = ArrayType::get(I32, PrivateSize);
    PrivateVar = B.CreateAlloca(PrivateType);
    B.CreateStore(ConstantAggregateZero::get(PrivateType), PrivateVar);
    End = BasicBlock::Create(C, "return", F);
    Linear = linearId(K.LinearForm);
    emit(K.Body);
    B.CreateBr(End);
    B.SetInsertPoint(End);
    B.CreateRetVoid();
  }

private:
  void declare() {
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
    F = Function::Create(FunctionType::get(B.getVoidTy(), Types, false), GlobalValue::ExternalLinkage, K.Name, M);
    F->setCallingConv(CallingConv::SPIR_KERNEL);
    writeArgumentSources(*F, Sources);
  }

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
    Value *Base = F->getArg(Slot);
    if (Base->getType()->getPointerAddressSpace() == 4 && Form & 8)
      Base = B.CreateAddrSpaceCast(Base, B.getPtrTy(1));
    if (buffer(Slot).Moved)
      Base = B.CreateGEP(elementType(C, buffer(Slot).Type), Base, F->getArg(K.Buffers.size() + 3));
    if (Form & 16 && buffer(Slot).Begin)
      Base = B.CreateConstGEP1_64(elementType(C, buffer(Slot).Type), Base, buffer(Slot).Begin);
    return Base;
  }

  // The address of a field of element First * Ratio + Number of the sub-range.
  Value *address(unsigned Slot, Value *First, unsigned Number, unsigned Field, unsigned Form) {
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

  bool isByte(unsigned Slot) const { return buffer(Slot).Type == Element::Byte; }
  void load(const Statement &T, Value *Address) {
    if (isByte(T.Slot))
      setInteger(T.A, B.CreateSExt(B.CreateLoad(B.getInt8Ty(), Address), I32));
    else if (isFloat(buffer(T.Slot).Type, T.Field))
      setFloating(T.A, B.CreateLoad(F32, Address));
    else
      setInteger(T.A, B.CreateLoad(I32, Address));
  }
  void store(const Statement &T) {
    Value *Address = address(T.Slot, first(T.Slot), T.Number, T.Field, T.Form);
    if (isByte(T.Slot))
      B.CreateStore(B.CreateTrunc(integer(T.A), B.getInt8Ty()), Address);
    else
      B.CreateStore(isFloat(buffer(T.Slot).Type, T.Field) ? floating(T.A) : integer(T.A), Address);
  }
  void copy(const Statement &T) {
    Value *To = address(T.Slot, first(T.Slot), T.Number, 0, T.Form);
    Value *From = address(T.B, first(T.B), T.Other, 0, T.Form / 2);
    Type *Whole = elementType(C, buffer(T.Slot).Type);
    const Align Known(isByte(T.Slot) ? 1 : 4);
    if (T.What == Statement::CopyVector) {
      Value *Lanes = B.CreateShuffleVector(B.CreateAlignedLoad(Whole, From, Known), {1, 2, 3, 0});
      B.CreateAlignedStore(B.CreateAdd(Lanes, B.CreateVectorSplat(4, integer(T.A))), To, Known);
    } else if (T.Form & 1) {
      B.CreateMemCpy(To, Known, From, Known, bytesOf(buffer(T.Slot).Type));
    } else {
      B.CreateAlignedStore(B.CreateAlignedLoad(Whole, From, Known), To, Known);
    }
  }
  Value *atomic(AtomicRMWInst::BinOp Operation, Value *Address, Value *By) {
    return B.CreateAtomicRMW(Operation, Address, By, Align(4), AtomicOrdering::Monotonic,
                             C.getOrInsertSyncScopeID("device"));
  }
  void atomicAny(const Statement &T) {
    Value *Index = B.CreateURem(integer(T.B), B.getInt32(buffer(T.Slot).Reachable));
    Value *At = B.CreateGEP(I32, F->getArg(T.Slot), B.CreateZExt(Index, I64));
    atomic(atomicOperation(buffer(T.Slot).Operation), At, integer(T.A));
  }

  void emit(const std::vector<Statement> &Block) {
    for (const Statement &T : Block)
      emit(T);
  }

  void callFunction(const Statement &T) {
    Function *Callee = T.What == Statement::Call ? mixFunction(M) : deepFunction(M);
    CallInst *Call = B.CreateCall(Callee, {integer(T.B), integer(T.C)});
    Call->setCallingConv(CallingConv::SPIR_FUNC);
    setInteger(T.A, Call);
  }
  void callWithStruct(const Statement &T) {
    StructType *Type = filterType(C);
    Value *Memory = IRBuilder<>(&F->getEntryBlock(), F->getEntryBlock().begin()).CreateAlloca(Type);
    B.CreateStore(floating(T.B), Memory);
    B.CreateStore(integer(T.B), B.CreateInBoundsGEP(Type, Memory, {B.getInt32(0), B.getInt32(1), B.getInt32(0)}));
    B.CreateStore(integer(T.C), B.CreateInBoundsGEP(Type, Memory, {B.getInt32(0), B.getInt32(1), B.getInt32(1)}));
    CallInst *Call = B.CreateCall(filterFunction(M), {Memory});
    Call->setCallingConv(CallingConv::SPIR_FUNC);
    setFloating(T.A, Call);
  }

  void emitPrivate(const Statement &T) {
    auto At = [&](unsigned N) {
      Value *Index = B.CreateZExt(B.CreateURem(integer(N), B.getInt32(PrivateSize)), I64);
      return B.CreateInBoundsGEP(PrivateType, PrivateVar, {B.getInt64(0), Index});
    };
    B.CreateStore(integer(T.B), At(T.A));
    setInteger(T.C, B.CreateLoad(I32, At(T.B)));
  }

  void barrier() {
    auto *Call =
        call("_Z22__spirv_ControlBarrieriii", B.getVoidTy(), {B.getInt32(2), B.getInt32(2), B.getInt32(0x308)});
    Call->setConvergent();
    Call->getCalledFunction()->setConvergent();
    F->setConvergent();
  }

  // As a local accessor does it.
  Value *tile() {
    Value *Base = call("__sycl_fuse_local_memory", B.getPtrTy(LocalSpace), {});
    return B.CreateGEP(B.getInt8Ty(), Base, F->getArg(K.Buffers.size() + 2));
  }
  void emitExchange(const Statement &T) {
    Value *Tile = tile();
    B.CreateStore(integer(T.A), B.CreateGEP(I32, Tile, localLinearId()));
    barrier();
    setInteger(T.B, B.CreateLoad(I32, B.CreateGEP(I32, Tile, neighbour(T.Number))));
    barrier();
  }
  void emitGroupAtomic(const Statement &T) {
    Value *Own = B.CreateGEP(I32, tile(), localLinearId());
    B.CreateStore(B.getInt32(0), Own);
    barrier();
    Value *Index = B.CreateURem(B.CreateZExt(integer(T.C), I64), groupItems());
    B.CreateAtomicRMW(AtomicRMWInst::Add, B.CreateGEP(I32, tile(), Index), integer(T.A), Align(4),
                      AtomicOrdering::Monotonic, C.getOrInsertSyncScopeID("workgroup"));
    barrier();
    setInteger(T.B, B.CreateLoad(I32, Own));
    barrier();
  }

  void emitIf(const Statement &T) {
    BasicBlock *Then = block(), *Else = block(), *After = block();
    B.CreateCondBr(B.CreateICmpSLT(integer(T.A), integer(T.B)), Then, Else);
    for (auto [Block, Body] : {std::pair(Then, &T.Then), std::pair(Else, &T.Else)}) {
      B.SetInsertPoint(Block);
      emit(*Body);
      B.CreateBr(After);
    }
    B.SetInsertPoint(After);
  }

  void emitLoop(const Statement &T, Value *Trips) {
    Value *Counter = IRBuilder<>(&F->getEntryBlock(), F->getEntryBlock().begin()).CreateAlloca(I32);
    B.CreateStore(B.getInt32(0), Counter);
    BasicBlock *Head = block(), *Body = block(), *After = block();
    B.CreateBr(Head);
    B.SetInsertPoint(Head);
    B.CreateCondBr(B.CreateICmpULT(B.CreateLoad(I32, Counter), Trips), Body, After);
    B.SetInsertPoint(Body);
    emit(T.Then);
    B.CreateStore(B.CreateAdd(B.CreateLoad(I32, Counter), B.getInt32(1)), Counter);
    B.CreateBr(Head);
    B.SetInsertPoint(After);
  }

  void emitReturn(const Statement &T) {
    BasicBlock *Go = block();
    B.CreateCondBr(B.CreateICmpEQ(B.CreateAnd(integer(T.A), 7), B.getInt32(3)), End, Go);
    B.SetInsertPoint(Go);
  }

  void emit(const Statement &T) {
    switch (T.What) {
    case Statement::Query:
      return setInteger(T.A, B.CreateAdd(integer(T.A), B.CreateTrunc(query(T.Number, T.B), I32)));
    case Statement::Scalar:
      return setInteger(T.A, B.CreateXor(integer(T.A), F->getArg(K.Buffers.size() + T.B % 2)));
    case Statement::Integer:
      return setInteger(T.A, integerOperation(B, T.Number, integer(T.B), integer(T.C)));
    case Statement::Float:
      return setFloating(T.A, floatOperation(B, T.Number, floating(T.B), floating(T.C)));
    case Statement::ToFloat:
      return setFloating(T.A, B.CreateSIToFP(B.CreateAnd(integer(T.B), 1023), F32));
    case Statement::ToInteger:
      return setInteger(T.A, B.CreateFPToSI(floating(T.B), I32));
    case Statement::Private:
      return emitPrivate(T);
    case Statement::Call:
    case Statement::CallDeep:
      return callFunction(T);
    case Statement::CallFloat:
      return callWithStruct(T);
    case Statement::Load:
      return load(T, address(T.Slot, first(T.Slot), T.Number, T.Field, T.Form));
    case Statement::LoadGather: {
      Value *Index = B.CreateURem(integer(T.B), B.getInt32(buffer(T.Slot).Reachable));
      Value *At = B.CreateGEP(elementType(C, buffer(T.Slot).Type), F->getArg(T.Slot), B.CreateZExt(Index, I64));
      return load(T, B.CreateConstGEP1_64(B.getInt8Ty(), At, 4 * T.Field));
    }
    case Statement::LoadShift:
      return load(T, address(T.Slot, B.CreateAdd(firstOfGroup(), neighbour(T.Number)), 0, T.Field, T.Form));
    case Statement::LoadClamped:
      return load(T, address(T.Slot, B.CreateAdd(firstOfGroup(), clamped(T.B, T.Number)), 0, T.Field, T.Form));
    case Statement::LoadReversed: {
      Value *Items = query("GlobalSize", 0);
      for (unsigned D = 1; D < K.Range.dimensions; ++D)
        Items = B.CreateMul(Items, query("GlobalSize", D));
      return load(T, address(T.Slot, B.CreateSub(B.CreateSub(Items, B.getInt64(1)), Linear), 0, T.Field, T.Form));
    }
    case Statement::Store:
      return store(T);
    case Statement::Copy:
    case Statement::CopyVector:
      return copy(T);
    case Statement::AtomicOwn: {
      Value *Address = address(T.Slot, first(T.Slot), T.Number, T.Field, T.Form);
      return setInteger(T.B, atomic(AtomicRMWInst::Add, Address, integer(T.A)));
    }
    case Statement::AtomicAny:
      return atomicAny(T);
    case Statement::If:
      return emitIf(T);
    case Statement::For:
      return emitLoop(T, B.getInt32(T.Number));
    case Statement::ForData:
      return emitLoop(T, B.CreateAnd(integer(T.A), 3));
    case Statement::Exchange:
      return emitExchange(T);
    case Statement::GroupAtomic:
      return emitGroupAtomic(T);
    case Statement::Return:
      return emitReturn(T);
    }
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
  Value *PrivateVar = nullptr, *Linear = nullptr;
  BasicBlock *End = nullptr;
};

} // namespace

std::unique_ptr<Module> buildIR(const Sequence &S, LLVMContext &Context) {
  auto M = std::make_unique<Module>("sequence", Context);
  Triple TT("spirv64-unknown-unknown");
  M->setTargetTriple(TT);
  M->setDataLayout(TT.computeDataLayout());
  for (const Kernel &K : S.Kernels)
    if (!M->getFunction(K.Name))
      KernelWriter(S, K, *M).write();
  return M;
}

} // namespace syclfuse::fuser::sequence
