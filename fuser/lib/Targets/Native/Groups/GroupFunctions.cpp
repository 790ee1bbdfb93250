// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "GroupFunctions.h"
#include "Support/FuseError.h"
#include "Targets/Common/GroupOperations.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Intrinsics.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

bool isShuffle(Builtin B) {
  return B == Builtin::Shuffle || B == Builtin::ShuffleXor || B == Builtin::ShuffleUp || B == Builtin::ShuffleDown;
}

bool isVote(Builtin B) { return B == Builtin::GroupAll || B == Builtin::GroupAny; }
bool isFloating(Builtin B) {
  return B == Builtin::GroupFAdd || B == Builtin::GroupFMul || B == Builtin::GroupFMin || B == Builtin::GroupFMax;
}

class Lowering {
public:
  Lowering(Function &F, StringRef KernelName, bool HasGroups) : F(F), KernelName(KernelName), HasGroups(HasGroups) {}

  Expected<SmallVector<GroupBoundary, 4>> run() {
    SmallVector<std::pair<CallInst *, Builtin>, 8> Calls;
    for (Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallInst>(&I);
      auto Kind = Call && Call->getCalledFunction() ? classifyBuiltin(*Call->getCalledFunction()) : std::nullopt;
      if (Kind && (*Kind == Builtin::ControlBarrier || isGroupFunction(*Kind)))
        Calls.push_back({Call, *Kind});
    }
    for (auto [Call, Kind] : Calls)
      if (Error E = Kind == Builtin::ControlBarrier ? lowerBarrier(*Call) : lower(*Call, Kind))
        return std::move(E);
    return std::move(Boundaries);
  }

private:
  Error refuse(const CallInst &Call, const Twine &Why) const {
    return fuseError(diag::unsupported_construct,
                     {KernelName.str(), "native", ("'" + Call.getCalledFunction()->getName() + "' " + Why).str()},
                     Call);
  }

  Error lowerBarrier(CallInst &Call) {
    std::optional<uint64_t> Memory = groupOperand(Call, 1);
    Collective What;
    What.SubGroup = groupOperand(Call, 0) == SubGroupScope;
    What.Fence = !Memory || *Memory < WorkGroupScope;
    if (HasGroups && groupOperand(Call, 0) != uint64_t(4)) {
      Boundaries.push_back({&Call, What});
      return Error::success();
    }
    IRBuilder<>(&Call).CreateFence(AtomicOrdering::AcquireRelease);
    Call.eraseFromParent();
    return Error::success();
  }

  Error lower(CallInst &Call, Builtin Kind) {
    Collective What;
    What.Kind = Kind;
    std::optional<uint64_t> Scope = groupOperand(Call, 0);
    if (Scope != WorkGroupScope && Scope != SubGroupScope)
      return refuse(Call, "is called for a group that is neither the work-group nor the sub-group");
    What.SubGroup = Scope == SubGroupScope;
    if (Call.arg_size() != (isVote(Kind) ? 2u : 3u))
      return refuse(Call, "has another number of operands");
    Value *V = Call.getArgOperand(isReduction(Kind) ? 2 : 1);
    if (V->getType() != Call.getType())
      return refuse(Call, "gives another type than it takes");
    if (isReduction(Kind)) {
      std::optional<uint64_t> Operation = groupOperand(Call, 1);
      if (!Operation || *Operation > 2)
        return refuse(Call, "is neither a reduction nor a scan");
      What.Operation = *Operation;
      if (isFloating(Kind) ? !V->getType()->isFPOrFPVectorTy() : !V->getType()->isIntOrIntVectorTy())
        return refuse(Call, "does not work on values of its type");
    }
    if (isVote(Kind) && !V->getType()->isIntegerTy())
      return refuse(Call, "does not work on values of its type");
    if (!isReduction(Kind) && !isVote(Kind) && !Call.getArgOperand(2)->getType()->isIntOrIntVectorTy())
      return refuse(Call, "has no integer as its index");
    if (!isReduction(Kind) && Kind != Builtin::GroupBroadcast && !isVote(Kind) &&
        !Call.getArgOperand(2)->getType()->isIntegerTy())
      return refuse(Call, "has no integer as its index");
    if (!HasGroups)
      replaceForOne(Call, What, V);
    else
      emitBoundary(Call, What, V);
    return Error::success();
  }

  // In a group of one work-item.
  static void replaceForOne(CallInst &Call, const Collective &What, Value *V) {
    Call.replaceAllUsesWith(What.Operation == 2 ? groupIdentity(What.Kind, V->getType()) : V);
    Call.eraseFromParent();
  }

  AllocaInst *memory(Type *T, const Twine &Name) {
    IRBuilder<> Top(&F.getEntryBlock(), F.getEntryBlock().begin());
    return Top.CreateAlloca(T, nullptr, Name);
  }

  void emitBoundary(CallInst &Call, Collective What, Value *V) {
    IRBuilder<> B(&Call);
    // Bits are bytes in memory, for the vectorizer's sake.
    Type *T = V->getType(), *Stored = T->isIntegerTy(1) ? B.getInt8Ty() : T;
    SmallVector<Value *, 3> Operands;
    AllocaInst *Value = memory(Stored, "group.value"), *Result = Value;
    B.CreateStore(B.CreateZExt(V, Stored), Value);
    Operands.push_back(Value);
    What.Value = Stored;
    if (isShuffle(What.Kind) || What.Kind == Builtin::GroupBroadcast) {
      auto *Index = Call.getArgOperand(2);
      What.FixedIndex = dyn_cast<Constant>(Index);
      if (!What.FixedIndex) {
        What.Index = Index->getType();
        Operands.push_back(memory(What.Index, "group.index"));
        B.CreateStore(Index, Operands.back());
      }
    }
    if (isShuffle(What.Kind)) {
      Result = memory(Stored, "group.result");
      Operands.push_back(Result);
    }
    SmallVector<Type *, 3> Types(Operands.size(), PointerType::getUnqual(F.getContext()));
    FunctionCallee Marker = F.getParent()->getOrInsertFunction(("__sycl_fuse_exchange." + Twine(Operands.size())).str(),
                                                               FunctionType::get(B.getVoidTy(), Types, false));
    Boundaries.push_back({B.CreateCall(Marker, Operands), What});
    Call.replaceAllUsesWith(B.CreateTrunc(B.CreateLoad(Stored, Result), T));
    Call.eraseFromParent();
  }

  Function &F;
  StringRef KernelName;
  bool HasGroups;
  SmallVector<GroupBoundary, 4> Boundaries;
};

// `for (i = First; i < Last; ++i) Body(i)`
class CollectiveEmitter {
public:
  CollectiveEmitter(IRBuilder<> &B, const Collective &C, const CollectiveArrays &Arrays, Value *First, Value *Last)
      : B(B), C(C), Arrays(Arrays), First(First), Last(Last), T(C.Value) {}

  void emit(ArrayRef<Value *> LocalSize) {
    if (C.Kind == Builtin::GroupBroadcast)
      return fill(B.CreateLoad(T, at(0, B.CreateAdd(First, broadcastIndex(LocalSize)))));
    if (isShuffle(C.Kind))
      return shuffle();
    C.Operation == 0 ? reduce() : scan();
  }

private:
  Value *combine(Value *X, Value *Y) {
    Builtin Kind = C.Kind == Builtin::GroupAll   ? Builtin::GroupAnd
                   : C.Kind == Builtin::GroupAny ? Builtin::GroupOr
                                                 : C.Kind;
    return emitGroupOperation(B, Kind, X, Y);
  }

  Value *at(unsigned Array, Value *I) {
    auto [Base, Element] = Arrays.Arrays[Array];
    return B.CreateInBoundsGEP(Element, Base, I);
  }

  void loop(StringRef Name, function_ref<void(Value *)> Body) { loopFrom(First, Name, Body); }

  void loopFrom(Value *Start, StringRef Name, function_ref<void(Value *)> Body) {
    Function *F = B.GetInsertBlock()->getParent();
    LLVMContext &X = F->getContext();
    BasicBlock *Before = B.GetInsertBlock();
    BasicBlock *Head = BasicBlock::Create(X, Name, F), *After = BasicBlock::Create(X, Name + ".end", F);
    B.CreateCondBr(B.CreateICmpULT(Start, Last), Head, After);
    B.SetInsertPoint(Head);
    PHINode *I = B.CreatePHI(B.getInt64Ty(), 2);
    I->addIncoming(Start, Before);
    Body(I);
    Value *Next = B.CreateAdd(I, B.getInt64(1), "", true, true);
    I->addIncoming(Next, B.GetInsertBlock());
    B.CreateCondBr(B.CreateICmpULT(Next, Last), Head, After);
    B.SetInsertPoint(After);
  }

  // A variable of the emitted loops; it becomes a register.
  AllocaInst *variable(Value *Start) {
    BasicBlock &Top = B.GetInsertBlock()->getParent()->getEntryBlock();
    AllocaInst *A = IRBuilder<>(&Top, Top.begin()).CreateAlloca(T);
    B.CreateStore(Start, A);
    return A;
  }

  void fill(Value *V) {
    loop("fill", [&](Value *I) { B.CreateStore(V, at(0, I)); });
  }

  void reduce() {
    AllocaInst *Sum = variable(B.CreateLoad(T, at(0, First)));
    loopFrom(B.CreateAdd(First, B.getInt64(1)), "reduce",
             [&](Value *I) { B.CreateStore(combine(B.CreateLoad(T, Sum), B.CreateLoad(T, at(0, I))), Sum); });
    fill(B.CreateLoad(T, Sum));
  }

  void scan() {
    bool Inclusive = C.Operation == 1;
    Value *Start = B.CreateLoad(T, at(0, First)), *From = First;
    if (Inclusive)
      From = B.CreateAdd(First, B.getInt64(1));
    else
      Start = groupIdentity(C.Kind, T);
    AllocaInst *Sum = variable(Start);
    loopFrom(From, "scan", [&](Value *I) {
      Value *Before = B.CreateLoad(T, Sum), *After = combine(Before, B.CreateLoad(T, at(0, I)));
      B.CreateStore(After, Sum);
      B.CreateStore(Inclusive ? After : Before, at(0, I));
    });
  }

  Value *index(Value *I) {
    if (C.FixedIndex)
      return C.FixedIndex;
    return B.CreateLoad(C.Index, at(1, I));
  }

  // Uniform: the first work-item speaks for all.
  Value *broadcastIndex(ArrayRef<Value *> LocalSize) {
    Value *Index = index(First);
    auto *Vector = dyn_cast<FixedVectorType>(Index->getType());
    if (!Vector)
      return B.CreateZExtOrTrunc(Index, B.getInt64Ty());
    Value *Linear = B.getInt64(0);
    for (unsigned D = std::min(Vector->getNumElements(), 3u); D-- > 0;)
      Linear = B.CreateAdd(B.CreateMul(Linear, LocalSize[D]),
                           B.CreateZExtOrTrunc(B.CreateExtractElement(Index, D), B.getInt64Ty()));
    return Linear;
  }

  // Where there is no such work-item, SPIR-V leaves the value undefined: one's own.
  void shuffle() {
    Value *Count = B.CreateSub(Last, First);
    unsigned Result = C.FixedIndex ? 1 : 2;
    loop("shuffle", [&](Value *I) {
      Value *Own = B.CreateSub(I, First), *Given = B.CreateZExtOrTrunc(index(I), B.getInt64Ty()), *Other = Given;
      if (C.Kind == Builtin::ShuffleXor)
        Other = B.CreateXor(Own, Given);
      else if (C.Kind == Builtin::ShuffleUp)
        Other = B.CreateSub(Own, Given);
      else if (C.Kind == Builtin::ShuffleDown)
        Other = B.CreateAdd(Own, Given);
      Value *Taken = B.CreateSelect(B.CreateICmpULT(Other, Count), Other, Own);
      B.CreateStore(B.CreateLoad(T, at(0, B.CreateAdd(First, Taken))), at(Result, I));
    });
  }

  IRBuilder<> &B;
  const Collective &C;
  const CollectiveArrays &Arrays;
  Value *First, *Last;
  Type *T;
};

} // namespace

Expected<unsigned> subGroupSizeOf(const Function &Kernel) {
  Expected<std::optional<unsigned>> Required = requiredSubGroupSize(Kernel, "native");
  if (!Required)
    return Required.takeError();
  return Required->value_or(DefaultSubGroupSize);
}

Expected<SmallVector<GroupBoundary, 4>> lowerGroupFunctions(Function &F, StringRef KernelName, bool HasGroups) {
  return Lowering(F, KernelName, HasGroups).run();
}

void emitCollective(IRBuilder<> &B, const Collective &C, const CollectiveArrays &Arrays, Value *First, Value *Last,
                    ArrayRef<Value *> LocalSize) {
  if (C.Fence)
    B.CreateFence(AtomicOrdering::AcquireRelease);
  if (C.Kind != Builtin::ControlBarrier)
    CollectiveEmitter(B, C, Arrays, First, Last).emit(LocalSize);
}

} // namespace syclfuse::fuser
