// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelFrame.h"
#include "SequenceOperations.h"

#include "llvm/TargetParser/Triple.h"

using namespace llvm;

namespace syclfuse::fuser::sequence {

namespace {

class KernelWriter : KernelFrame {
public:
  using KernelFrame::KernelFrame;

  void write() {
    begin();
    emit(K.Body);
    B.CreateBr(End);
    B.SetInsertPoint(End);
    B.CreateRetVoid();
  }

private:
  bool isByte(unsigned Slot) const { return buffer(Slot).Type == Element::Byte; }
  void load(const Statement &T, Value *Address) {
    if (isByte(T.Slot))
      setInteger(T.A, B.CreateSExt(B.CreateLoad(B.getInt8Ty(), Address), I32));
    else if (buffer(T.Slot).Type == Element::F64)
      setFloating(T.A, B.CreateFPTrunc(B.CreateLoad(B.getDoubleTy(), Address), F32));
    else if (isFloat(buffer(T.Slot).Type, T.Field))
      setFloating(T.A, B.CreateLoad(F32, Address));
    else
      setInteger(T.A, B.CreateLoad(I32, Address));
  }
  void store(const Statement &T, Value *Address) {
    if (isByte(T.Slot))
      B.CreateStore(B.CreateTrunc(integer(T.A), B.getInt8Ty()), Address);
    else if (buffer(T.Slot).Type == Element::F64)
      B.CreateStore(B.CreateFPExt(floating(T.A), B.getDoubleTy()), Address);
    else
      B.CreateStore(isFloat(buffer(T.Slot).Type, T.Field) ? floating(T.A) : integer(T.A), Address);
  }
  // The pointer moves from element to element.
  void storeAll(const Statement &T) {
    Value *First = address(T.Slot, first(T.Slot), 0, T.Field, T.Form);
    BasicBlock *Before = B.GetInsertBlock(), *Loop = block(), *After = block();
    B.CreateBr(Loop);
    B.SetInsertPoint(Loop);
    PHINode *At = B.CreatePHI(First->getType(), 2), *Count = B.CreatePHI(I64, 2);
    At->addIncoming(First, Before);
    Count->addIncoming(B.getInt64(0), Before);
    store(T, At);
    Value *Next = B.CreateAdd(Count, B.getInt64(1));
    At->addIncoming(B.CreateInBoundsGEP(elementType(C, buffer(T.Slot).Type), At, B.getInt64(1)), Loop);
    Count->addIncoming(Next, Loop);
    B.CreateCondBr(B.CreateICmpULT(Next, B.getInt64(buffer(T.Slot).Ratio)), Loop, After);
    B.SetInsertPoint(After);
  }
  Value *ownElement(const Statement &T) { return address(T.Slot, first(T.Slot), T.Number, T.Field, T.Form); }
  void clear(const Statement &T) {
    B.CreateMemSet(address(T.Slot, first(T.Slot), T.Number, 0, T.Form), B.getInt8(0), bytesOf(buffer(T.Slot).Type),
                   Align(isByte(T.Slot) ? 1 : 4));
  }
  void loadNear(const Statement &T) {
    Value *Id = query(0, 0);
    Value *Index = T.Form & 1 ? B.CreateSExt(B.CreateNSWAdd(B.CreateTrunc(Id, I32), B.getInt32(T.Number)), I64)
                              : B.CreateAdd(Id, B.getInt64(T.Number));
    Value *At = B.CreateInBoundsGEP(elementType(C, buffer(T.Slot).Type), Pointers[T.Slot], Index);
    load(T, B.CreateConstGEP1_64(B.getInt8Ty(), At, 4 * T.Field));
  }
  void copy(const Statement &T) {
    Value *To = address(T.Slot, first(T.Slot), T.Number, 0, T.Form);
    Value *From = address(T.B, first(T.B), T.Other, 0, T.Form / 2 + (T.Form & 64));
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
    Value *At = B.CreateGEP(I32, Pointers[T.Slot], B.CreateZExt(Index, I64));
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
    if (K.StaticTile) {
      GlobalVariable *Known = M.getGlobalVariable("tile", true);
      auto *T = ArrayType::get(I32, StaticTileSize);
      return Known ? Known
                   : new GlobalVariable(M, T, false, GlobalValue::InternalLinkage, UndefValue::get(T), "tile", nullptr,
                                        GlobalValue::NotThreadLocal, LocalSpace);
    }
    Value *Base = call("__sycl_fuse_local_memory", B.getPtrTy(LocalSpace), {});
    return B.CreateGEP(B.getInt8Ty(), Base, LocalOffset);
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

  void emitIf(const Statement &T, Value *Condition) {
    BasicBlock *Then = block(), *Else = block(), *After = block();
    B.CreateCondBr(Condition, Then, Else);
    emitBranches(T, Then, Else, After);
  }
  void emitSwitch(const Statement &T) {
    BasicBlock *Then = block(), *Else = block(), *After = block();
    SwitchInst *Switch = B.CreateSwitch(bits(T.Number, 3), After);
    Switch->addCase(B.getInt32(0), Else);
    Switch->addCase(B.getInt32(1), Then);
    emitBranches(T, Then, Else, After);
  }
  // See GroupRun::guard.
  Value *guard(const Statement &T) {
    if (T.Form % 4 == 3)
      return B.CreateICmpSLE(scalarQuery("GlobalLinearId"), B.CreateSExt(B.CreateAShr(Uniform, 22), I64));
    Value *Id = query(0, 0), *Bound = B.getInt64(T.Number * 16);
    if (T.Number % 2) {
      Id = scalarQuery("GlobalLinearId");
      Bound = B.CreateZExt(bits(0, 255), I64);
    }
    if (T.Form % 4 == 1)
      return B.CreateICmpSLT(B.CreateTrunc(Id, I32), B.CreateTrunc(Bound, I32));
    Value *Below = B.CreateICmpULT(Id, Bound);
    return T.Form % 4 == 2 ? B.CreateLogicalAnd(Below, B.CreateICmpNE(query(0, 0), B.getInt64(0))) : Below;
  }
  void emitBranches(const Statement &T, BasicBlock *Then, BasicBlock *Else, BasicBlock *After) {
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
      return setInteger(T.A,
                        B.CreateXor(integer(T.A), T.B % 2 ? Uniform : B.CreateLoad(I32, ownScalar(B.getInt64(0)))));
    case Statement::ScalarAt: {
      Value *Index = B.CreateZExt(B.CreateAnd(integer(T.B), 1), I64);
      return setInteger(T.A, B.CreateXor(integer(T.A), B.CreateLoad(I32, ownScalar(Index))));
    }
    case Statement::Assign:
      B.CreateStore(integer(T.A), ownScalar(B.getInt64(0)));
      return;
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
      return load(T, ownElement(T));
    case Statement::LoadGather: {
      Value *Index = B.CreateURem(integer(T.B), B.getInt32(buffer(T.Slot).Reachable));
      Value *At = B.CreateGEP(elementType(C, buffer(T.Slot).Type), Pointers[T.Slot], B.CreateZExt(Index, I64));
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
    case Statement::LoadNear:
      return loadNear(T);
    case Statement::Store:
      return store(T, ownElement(T));
    case Statement::StoreAll:
      return storeAll(T);
    case Statement::Clear:
      return clear(T);
    case Statement::Copy:
    case Statement::CopyVector:
      return copy(T);
    case Statement::AtomicOwn: {
      return setInteger(T.B, atomic(AtomicRMWInst::Add, ownElement(T), integer(T.A)));
    }
    case Statement::AtomicAny:
      return atomicAny(T);
    case Statement::If:
      return emitIf(T, B.CreateICmpSLT(integer(T.A), integer(T.B)));
    case Statement::UniformIf:
      return emitIf(T, B.CreateICmpNE(bits(T.Number, 1), B.getInt32(0)));
    case Statement::Guard:
      return emitIf(T, guard(T));
    case Statement::SubGroupIf:
      return emitIf(T, B.CreateICmpEQ(B.CreateAnd(groups().query(2), 1), B.getInt32(T.Number)));
    case Statement::UniformSwitch:
      return emitSwitch(T);
    case Statement::UniformFor:
      return emitLoop(T, bits(T.Number, 3));
    case Statement::SubGroupQuery:
      return setInteger(T.A, B.CreateXor(integer(T.A), B.CreateMul(groups().query(T.Number), B.getInt32(0x9e3779b9u))));
    case Statement::GroupFunction:
      return setInteger(T.A, groups().call(T.Number, T.Field, integer(T.B), integer(T.C)));
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
