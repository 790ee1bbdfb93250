// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "GpuGroups.h"
#include "Support/FuseError.h"
#include "Targets/Common/GroupOperations.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace syclfuse::fuser {

namespace {

class GroupLowering {
public:
  GroupLowering(Function &F, const GpuGroup &Group, StringRef KernelName, StringRef TargetName)
      : F(F), M(*F.getParent()), Group(Group), KernelName(KernelName), TargetName(TargetName), B(F.getContext()) {}

  Error run() {
    SmallVector<GroupCall, 8> Calls;
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallInst>(&I); Call && Call->getCalledFunction())
        if (auto Kind = classifyBuiltin(*Call->getCalledFunction()); Kind && !isQuery(*Kind))
          if (*Kind != Builtin::LocalMemory)
            Calls.push_back({Call, *Kind});
    for (auto [Call, Kind] : Calls)
      if (Error E = check(*Call, Kind))
        return E;
    for (ArrayRef<GroupCall> Rest = Calls; !Rest.empty();) {
      const size_t Row = rowAtFront(Rest);
      Row > 1 ? lowerRow(Rest.take_front(Row)) : lower(*Rest[0].first, Rest[0].second);
      Rest = Rest.drop_front(Row);
    }
    return Error::success();
  }

private:
  using GroupCall = std::pair<CallInst *, Builtin>;

  Error refuse(const CallInst &Call, const Twine &Why) {
    return fuseError(diag::unsupported_construct, {KernelName.str(), TargetName.str(), Why.str()}, Call);
  }

  Error check(const CallInst &Call, Builtin Kind) {
    if (!isGroupFunction(Kind))
      return Error::success();
    StringRef Name = Call.getCalledFunction()->getName();
    auto Scope = groupOperand(Call, 0);
    bool Shuffle = Kind >= Builtin::Shuffle;
    if (!Scope || (*Scope != SubGroupScope && (Shuffle || *Scope != WorkGroupScope)))
      return refuse(Call, "the scope of '" + Name + "' is neither a constant work-group nor a sub-group");
    unsigned Operands = isReduction(Kind) || Kind >= Builtin::GroupBroadcast ? 3 : 2;
    Type *T = Call.getType();
    if (Call.arg_size() != Operands || T->isVoidTy() ||
        (Operands == 3 && Call.getArgOperand(isReduction(Kind) ? 2 : 1)->getType() != T))
      return refuse(Call, "'" + Name + "' is called with other operands than SPIR-V's");
    auto Operation = groupOperand(Call, 1);
    if (isReduction(Kind) && (!Operation || *Operation > 2))
      return refuse(Call, "the operation of '" + Name + "' is not constant");
    bool Float = T->getScalarType()->isFloatingPointTy(), Integer = T->getScalarType()->isIntegerTy();
    bool FloatKind = Kind == Builtin::GroupFAdd || Kind == Builtin::GroupFMul || Kind == Builtin::GroupFMin ||
                     Kind == Builtin::GroupFMax;
    bool Movable = Float || Integer || T->isPointerTy();
    if (!Movable || isa<ScalableVectorType>(T) || (isReduction(Kind) && (FloatKind ? !Float : !Integer)))
      return refuse(Call, "'" + Name + "' is called with a value of another type");
    if (Operands == 2 && !(Integer && Call.getArgOperand(1)->getType()->isIntegerTy()))
      return refuse(Call, "'" + Name + "' is called with other operands than SPIR-V's");
    if (Operands == 3 && !isReduction(Kind) && !Call.getArgOperand(2)->getType()->getScalarType()->isIntegerTy())
      return refuse(Call, "'" + Name + "' is called with other operands than SPIR-V's");
    return Error::success();
  }

  // How many calls at the front of Calls are reductions of one kind over the work-group with nothing in between, as of
  // work-groups that run together: a power of two that leaves each value some lanes.
  size_t rowAtFront(ArrayRef<GroupCall> Calls) const {
    auto [First, Kind] = Calls[0];
    if (!isReduction(Kind) || groupOperand(*First, 0) != WorkGroupScope ||
        GroupScan(*groupOperand(*First, 1)) != GroupScan::Reduce || Group.maxSubGroups() == 1)
      return 1;
    size_t Row = 1;
    for (CallInst *Last = First; Row != Calls.size() && 2 * Row <= Group.Device.SubGroupSize; ++Row) {
      CallInst *Next = Calls[Row].first;
      if (Last->getNextNode() != Next || Next->getCalledFunction() != First->getCalledFunction() ||
          groupOperand(*Next, 0) != WorkGroupScope || GroupScan(*groupOperand(*Next, 1)) != GroupScan::Reduce ||
          any_of(Calls.take_front(Row), [&](const GroupCall &C) { return C.first == Next->getArgOperand(2); }))
        break;
      Last = Next;
    }
    return bit_floor(Row);
  }

  void lowerRow(ArrayRef<GroupCall> Calls) {
    B.SetInsertPoint(Calls.back().first);
    SmallVector<Value *, 8> Values;
    for (auto [Call, Kind] : Calls)
      Values.push_back(Call->getArgOperand(2));
    reduceRow(Calls[0].second, Values);
    for (auto [C, Sum] : zip(Calls, Values)) {
      C.first->replaceAllUsesWith(Sum);
      C.first->eraseFromParent();
    }
  }

  void lower(CallInst &Call, Builtin Kind) {
    B.SetInsertPoint(&Call);
    if (Value *New = replacement(Call, Kind))
      Call.replaceAllUsesWith(New);
    Call.eraseFromParent();
  }

  Value *replacement(CallInst &Call, Builtin Kind) {
    if (Kind == Builtin::ControlBarrier || Kind == Builtin::MemoryBarrier) {
      lowerBarrier(Call, Kind);
      return nullptr;
    }
    bool SubGroup = groupOperand(Call, 0) == SubGroupScope;
    auto Operand = [&](unsigned N) { return Call.getArgOperand(N); };
    switch (Kind) {
    case Builtin::GroupAll:
    case Builtin::GroupAny:
      return vote(Operand(1), Kind == Builtin::GroupAll, SubGroup, Call.getType());
    case Builtin::GroupBroadcast:
      return Group.single() ? Operand(1) : SubGroup ? shuffle(Operand(1), lane(Operand(2))) : broadcast(Call);
    case Builtin::Shuffle:
      return Group.single() ? Operand(1) : shuffle(Operand(1), lane(Operand(2)));
    case Builtin::ShuffleXor:
      return Group.single() ? Operand(1) : shuffle(Operand(1), B.CreateXor(Group.lane(B), lane(Operand(2))));
    case Builtin::ShuffleUp:
      return Group.single() ? Operand(1) : shuffle(Operand(1), B.CreateSub(Group.lane(B), lane(Operand(2))));
    case Builtin::ShuffleDown:
      return Group.single() ? Operand(1) : shuffle(Operand(1), B.CreateAdd(Group.lane(B), lane(Operand(2))));
    default:
      return reduce(Kind, GroupScan(*groupOperand(Call, 1)), Operand(2), SubGroup);
    }
  }

  // A number of a lane: a scalar, or the first element of a vector.
  Value *lane(Value *V) {
    if (V->getType()->isVectorTy())
      V = B.CreateExtractElement(V, uint64_t(0));
    return B.CreateZExtOrTrunc(V, B.getInt32Ty());
  }

  void lowerBarrier(CallInst &Call, Builtin Kind) {
    bool Control = Kind == Builtin::ControlBarrier;
    uint64_t Memory = groupOperand(Call, Control ? 1 : 0).value_or(0);
    bool SubGroup = Control && groupOperand(Call, 0) == SubGroupScope;
    // A barrier orders what is within the group; a wider scope, and a group of one, need a fence.
    if (!Control || Group.single() || Memory < WorkGroupScope || (SubGroup && Memory == WorkGroupScope)) {
      StringRef Scope = Memory == 1   ? Group.Device.Family.DeviceScope
                        : Memory == 0 ? ""
                                      : Group.Device.Family.GroupScope;
      B.CreateFence(AtomicOrdering::AcquireRelease, F.getContext().getOrInsertSyncScopeID(Scope));
    }
    if (!Control || Group.single())
      return;
    if (SubGroup)
      Group.Device.subGroupBarrier(B, Group.members(B));
    else
      Group.Device.groupBarrier(B);
  }

  Value *shuffle(Value *V, Value *Lane) {
    Value *Members = Group.members(B);
    return moveWords(V, [&](Value *Word) { return Group.Device.shuffle(B, Word, Lane, Members); });
  }

  // Any type is moved as words of 32 bits.
  Value *moveWords(Value *V, function_ref<Value *(Value *)> Move) {
    Type *T = V->getType(), *I32 = B.getInt32Ty();
    unsigned Bits = M.getDataLayout().getTypeSizeInBits(T);
    Type *Whole = B.getIntNTy(Bits);
    Value *X = T->isPtrOrPtrVectorTy() ? B.CreatePtrToInt(V, Whole) : B.CreateBitCast(V, Whole);
    if (Bits <= 32) {
      X = Move(B.CreateZExt(X, I32));
      X = B.CreateTrunc(X, Whole);
    } else {
      unsigned Words = divideCeil(Bits, 32u);
      auto *Vector = FixedVectorType::get(I32, Words);
      Value *From = B.CreateBitCast(B.CreateZExt(X, B.getIntNTy(Words * 32)), Vector), *To = PoisonValue::get(Vector);
      for (unsigned N = 0; N != Words; ++N)
        To = B.CreateInsertElement(To, Move(B.CreateExtractElement(From, N)), N);
      X = B.CreateTrunc(B.CreateBitCast(To, B.getIntNTy(Words * 32)), Whole);
    }
    return T->isPtrOrPtrVectorTy() ? B.CreateIntToPtr(X, T) : B.CreateBitCast(X, T);
  }

  Value *vote(Value *P, bool All, bool SubGroup, Type *T) {
    P = B.CreateICmpNE(P, ConstantInt::get(P->getType(), 0));
    if (!Group.single()) {
      Value *Members = Group.members(B);
      P = All ? B.CreateNot(Group.Device.any(B, B.CreateNot(P), Members)) : Group.Device.any(B, P, Members);
      if (!SubGroup && Group.maxSubGroups() > 1)
        P = B.CreateICmpNE(
            combineSubGroups(All ? Builtin::GroupAnd : Builtin::GroupOr, B.CreateZExt(P, B.getInt32Ty())),
            B.getInt32(0));
    }
    return B.CreateZExt(P, T);
  }

  // Scan in the order of lanes, by distances 1, 2, 4 … (Hillis and Steele).
  Value *scanSubGroup(Builtin Kind, Value *V) {
    uint64_t Lanes = Group.Device.SubGroupSize;
    if (Group.knownSize())
      Lanes = std::min(Lanes, Group.knownSize());
    Value *Lane = Group.lane(B);
    for (unsigned Step = 1; Step < Lanes; Step *= 2) {
      Value *Other = shuffle(V, B.CreateSub(Lane, B.getInt32(Step)));
      V = B.CreateSelect(B.CreateICmpUGE(Lane, B.getInt32(Step)), emitGroupOperation(B, Kind, Other, V), V);
    }
    return V;
  }

  Value *last(Value *V) { return shuffle(V, B.CreateSub(Group.members(B), B.getInt32(1))); }

  // Pairs of lanes exchange what they have, at distances that halve: then all of them have the sum of all. `Lanes`: a
  // power of two, all of them in the sub-group, which has `Members`.
  Value *reduceLanes(Builtin Kind, Value *V, uint64_t Lanes, Value *Members) {
    for (unsigned Step = Lanes / 2; Step; Step /= 2)
      V = emitGroupOperation(B, Kind, V, exchange(V, Step, Members));
    return V;
  }

  Value *exchange(Value *V, unsigned Distance, Value *Members) {
    return moveWords(V, [&](Value *Word) {
      if (Value *New = Group.Device.exchange(B, Word, Distance, Members))
        return New;
      return Group.Device.shuffle(B, Word, B.CreateXor(Group.lane(B), B.getInt32(Distance)), Members);
    });
  }

  // The sum of the sub-group's work-items, in each of them. One that is not full adds up in the order of lanes.
  Value *reduceSubGroup(Builtin Kind, Value *V) {
    Value *Members = Group.members(B);
    if (Value *All = Group.Device.reduce(B, Kind, V, Members))
      return All;
    const uint64_t Lanes = Group.Device.SubGroupSize;
    if (auto *Known = dyn_cast<ConstantInt>(Members))
      return isPowerOf2_64(Known->getZExtValue()) ? reduceLanes(Kind, V, Known->getZExtValue(), Members)
                                                  : last(scanSubGroup(Kind, V));
    Instruction *At = &*B.GetInsertPoint(), *Full, *Partial;
    SplitBlockAndInsertIfThenElse(B.CreateICmpEQ(Members, B.getInt32(Lanes)), At, &Full, &Partial);
    B.SetInsertPoint(Full);
    Value *OfFull = reduceLanes(Kind, V, Lanes, B.getInt32(Lanes));
    B.SetInsertPoint(Partial);
    Value *OfPartial = last(scanSubGroup(Kind, V));
    B.SetInsertPoint(At->getParent(), At->getParent()->begin());
    PHINode *All = B.CreatePHI(V->getType(), 2);
    All->addIncoming(OfFull, Full->getParent());
    All->addIncoming(OfPartial, Partial->getParent());
    B.SetInsertPoint(At);
    return All;
  }

  Value *reduce(Builtin Kind, GroupScan Scan, Value *V, bool SubGroup) {
    Constant *Identity = groupIdentity(Kind, V->getType());
    if (Group.single())
      return Scan == GroupScan::Exclusive ? Identity : V;
    bool Whole = SubGroup || Group.maxSubGroups() == 1; // one sub-group is all
    if (Scan == GroupScan::Reduce) {
      Value *All = reduceSubGroup(Kind, V);
      return Whole ? All : combineSubGroups(Kind, All);
    }
    Value *Own = scanSubGroup(Kind, V), *Total = Whole ? nullptr : last(Own), *Lane = Group.lane(B);
    Value *IsFirst = B.CreateICmpEQ(Lane, B.getInt32(0));
    Value *Before = Scan == GroupScan::Exclusive ? shuffle(Own, B.CreateSub(Lane, B.getInt32(1))) : nullptr;
    if (Whole)
      return Before ? B.CreateSelect(IsFirst, Identity, Before) : Own;
    Value *SubGroupId = Group.subGroup(B);
    Value *Prefix = foldSubGroups(Kind, Total, SubGroupId);
    Value *First = B.CreateICmpEQ(SubGroupId, B.getInt32(0));
    if (!Before)
      return B.CreateSelect(First, Own, emitGroupOperation(B, Kind, Prefix, Own));
    Value *Later = B.CreateSelect(IsFirst, Prefix, emitGroupOperation(B, Kind, Prefix, Before));
    return B.CreateSelect(First, B.CreateSelect(IsFirst, Identity, Before), Later);
  }

  // Sums of several values, in their place, with the bits that each would have by itself. A sub-group leaves its sums
  // in the slots, one row of them for each value; the first one combines them, if it is full.
  void reduceRow(Builtin Kind, MutableArrayRef<Value *> Values) {
    Type *T = Values[0]->getType();
    const unsigned Row = Group.maxSubGroups(), Number = Values.size();
    Value *Id = Group.subGroup(B), *Count = Group.subGroups(B),
          *IsFull = B.CreateICmpEQ(Group.members(B), B.getInt32(Group.Device.SubGroupSize));
    auto Slot = [&](Value *N) {
      return slot(T, B.CreateAdd(B.CreateMul(N, B.getInt32(Row)), Id, "", true, true), Row * Number);
    };
    auto Result = [&](Value *N) {
      return B.CreateInBoundsGEP(T, scratch(ResultName, T, Number), B.CreateZExt(N, B.getInt64Ty()));
    };
    Instruction *At = &*B.GetInsertPoint(), *Full, *Partial;
    SplitBlockAndInsertIfThenElse(IsFull, At, &Full, &Partial);
    B.SetInsertPoint(Full);
    storeSpread(spreadSums(Kind, Values), Number, Slot);
    B.SetInsertPoint(Partial);
    // One that is alone has the results.
    Value *Alone = B.CreateICmpEQ(Count, B.getInt32(1)), *IsFirst = B.CreateICmpEQ(Group.lane(B), B.getInt32(0));
    for (unsigned N = 0; N != Number; ++N) {
      Value *Sum = last(scanSubGroup(Kind, Values[N]));
      storeIf(IsFirst, Sum, B.CreateSelect(Alone, Result(B.getInt32(N)), Slot(B.getInt32(N))));
    }
    B.SetInsertPoint(At);
    Group.Device.groupBarrier(B);
    Value *Combines = B.CreateAnd(B.CreateICmpEQ(Id, B.getInt32(0)), IsFull);
    B.SetInsertPoint(SplitBlockAndInsertIfThen(Combines, At, false));
    for (unsigned N = 0; N != Number; ++N)
      Values[N] = slotOfLane(Kind, T, Count, N * Row, Row * Number);
    storeSpread(spreadSums(Kind, Values), Number, Result);
    B.SetInsertPoint(At);
    Group.Device.groupBarrier(B);
    for (unsigned N = 0; N != Number; ++N)
      Values[N] = B.CreateLoad(T, Result(B.getInt32(N)));
  }

  // Sums over a full sub-group: of two lanes, each goes on with one half of the values, so that there are few
  // exchanges. Value n is in lane n * (lanes / values).
  Value *spreadSums(Builtin Kind, ArrayRef<Value *> Own) {
    SmallVector<Value *, 8> Values(Own);
    Value *Members = B.getInt32(Group.Device.SubGroupSize);
    unsigned Distance = Group.Device.SubGroupSize / 2;
    for (; Values.size() > 1; Distance /= 2) {
      Value *Upper = B.CreateICmpNE(B.CreateAnd(Group.lane(B), B.getInt32(Distance)), B.getInt32(0));
      const size_t Half = Values.size() / 2;
      for (size_t N = 0; N != Half; ++N) {
        Value *Given = B.CreateSelect(Upper, Values[N], Values[N + Half]),
              *Kept = B.CreateSelect(Upper, Values[N + Half], Values[N]);
        Values[N] = emitGroupOperation(B, Kind, Kept, exchange(Given, Distance, Members));
      }
      Values.truncate(Half);
    }
    return reduceLanes(Kind, Values[0], 2 * uint64_t(Distance), Members);
  }

  // Puts what spreadSums has left where Place says for the number of a value.
  void storeSpread(Value *Sum, unsigned Values, function_ref<Value *(Value *)> Place) {
    Value *Each = B.getInt32(Group.Device.SubGroupSize / Values), *Lane = Group.lane(B),
          *Where = Place(B.CreateUDiv(Lane, Each));
    storeIf(B.CreateICmpEQ(B.CreateURem(Lane, Each), B.getInt32(0)), Sum, Where);
  }

  // One slot of local memory for each sub-group, used by all group functions of the kernel: when one has ended, nobody
  // reads them any more.
  Value *slot(Type *T, Value *N) { return slot(T, N, Group.maxSubGroups()); }
  Value *slot(Type *T, Value *N, uint64_t Slots) {
    return B.CreateInBoundsGEP(T, scratch(ScratchName, T, Slots), B.CreateZExt(N, B.getInt64Ty()));
  }

  // Where a result lies that work-items may still read while others begin with the next group function: nobody writes
  // it before the next barrier. Not beside the slots, which begin elsewhere where values have another size.
  Value *result(Type *T) { return scratch(ResultName, T, 1); }

  // Local memory for that many values at least.
  GlobalVariable *scratch(StringRef Name, Type *T, uint64_t Values) {
    uint64_t Needed = M.getDataLayout().getTypeAllocSize(T) * Values;
    auto *Old = M.getNamedGlobal(Name);
    if (Old && Old->getValueType()->getArrayNumElements() >= Needed)
      return Old;
    auto *Bytes = ArrayType::get(B.getInt8Ty(), Needed);
    auto *New = new GlobalVariable(M, Bytes, false, GlobalValue::InternalLinkage, PoisonValue::get(Bytes),
                                   Old ? "" : Name, nullptr, GlobalValue::NotThreadLocal, GpuLocalSpace);
    New->setAlignment(Align(16));
    if (Old) {
      New->takeName(Old);
      Old->replaceAllUsesWith(New);
      Old->eraseFromParent();
    }
    return New;
  }

  // Puts V of the work-items for which Writes holds into Slot.
  void storeIf(Value *Writes, Value *V, Value *Slot) {
    Instruction *Then = SplitBlockAndInsertIfThen(Writes, B.GetInsertPoint(), false);
    Instruction *After = &*B.GetInsertPoint();
    B.SetInsertPoint(Then);
    B.CreateStore(V, Slot);
    B.SetInsertPoint(After);
  }

  // V of all sub-groups, which is the same in a sub-group: the first one combines them, by its lanes.
  Value *combineSubGroups(Builtin Kind, Value *V) {
    Type *T = V->getType();
    Value *Count = Group.subGroups(B), *Id = Group.subGroup(B);
    Instruction *At = &*B.GetInsertPoint();
    BasicBlock *Before = At->getParent();
    Instruction *Several = SplitBlockAndInsertIfThen(B.CreateICmpUGT(Count, B.getInt32(1)), At, false);

    B.SetInsertPoint(Several);
    storeIf(B.CreateICmpEQ(Group.lane(B), B.getInt32(0)), V, slot(T, Id));
    Group.Device.groupBarrier(B);
    Instruction *InFirst = SplitBlockAndInsertIfThen(B.CreateICmpEQ(Id, B.getInt32(0)), Several, false);
    B.SetInsertPoint(InFirst);
    combineInFirst(Kind, T, Count);
    B.SetInsertPoint(Several);
    Group.Device.groupBarrier(B);
    Value *Result = B.CreateLoad(T, result(T));

    B.SetInsertPoint(At->getParent(), At->getParent()->begin());
    PHINode *All = B.CreatePHI(T, 2);
    All->addIncoming(V, Before);
    All->addIncoming(Result, Several->getParent());
    B.SetInsertPoint(At);
    return All;
  }

  // With more than one sub-group, the first is full.
  void combineInFirst(Builtin Kind, Type *T, Value *Count) {
    Value *Own = slotOfLane(Kind, T, Count, 0, Group.maxSubGroups());
    Value *All = reduceLanes(Kind, Own, PowerOf2Ceil(Group.maxSubGroups()), B.getInt32(Group.Device.SubGroupSize));
    storeIf(B.CreateICmpEQ(Group.lane(B), B.getInt32(0)), All, result(T));
  }

  // What the sub-group with the lane's number has left in a row of slots that begins at First. Other lanes have the
  // first value once more, where that does not count twice.
  Value *slotOfLane(Builtin Kind, Type *T, Value *Count, unsigned First, uint64_t Slots) {
    Value *Lane = Group.lane(B), *Has = B.CreateICmpULT(Lane, Count);
    Value *Number = B.CreateAdd(B.CreateSelect(Has, Lane, B.getInt32(0)), B.getInt32(First));
    Value *Own = B.CreateLoad(T, slot(T, Number, Slots));
    Constant *Neutral = groupNeutral(Kind, T);
    return Neutral ? B.CreateSelect(Has, Own, Neutral) : Own;
  }

  // V of the sub-groups 0 to Count - 1 in this order; V itself is the same in a sub-group. Nothing of use if Count is
  // 0.
  Value *foldSubGroups(Builtin Kind, Value *V, Value *Count) {
    Type *T = V->getType();
    storeIf(B.CreateICmpEQ(Group.lane(B), B.getInt32(0)), V, slot(T, Group.subGroup(B)));
    Group.Device.groupBarrier(B);
    Instruction *At = &*B.GetInsertPoint();
    Value *First = B.CreateLoad(T, slot(T, B.getInt32(0)));
    BasicBlock *Before = At->getParent(), *After = SplitBlock(Before, At);
    BasicBlock *Loop = BasicBlock::Create(F.getContext(), "subgroups", &F, After);
    Before->getTerminator()->eraseFromParent();
    B.SetInsertPoint(Before);
    B.CreateCondBr(B.CreateICmpUGT(Count, B.getInt32(1)), Loop, After);
    B.SetInsertPoint(Loop);
    PHINode *N = B.CreatePHI(B.getInt32Ty(), 2), *Sum = B.CreatePHI(T, 2);
    Value *NewSum = emitGroupOperation(B, Kind, Sum, B.CreateLoad(T, slot(T, N)));
    Value *Next = B.CreateAdd(N, B.getInt32(1), "", true, true);
    B.CreateCondBr(B.CreateICmpULT(Next, Count), Loop, After);
    N->addIncoming(B.getInt32(1), Before);
    N->addIncoming(Next, Loop);
    Sum->addIncoming(First, Before);
    Sum->addIncoming(NewSum, Loop);
    B.SetInsertPoint(&After->front());
    PHINode *Result = B.CreatePHI(T, 2);
    Result->addIncoming(First, Before);
    Result->addIncoming(NewSum, Loop);
    B.SetInsertPoint(At);
    Group.Device.groupBarrier(B);
    return Result;
  }

  Value *broadcast(CallInst &Call) {
    Value *V = Call.getArgOperand(1), *Id = Call.getArgOperand(2);
    auto *Vector = dyn_cast<FixedVectorType>(Id->getType());
    Value *IsIt = B.getTrue();
    for (unsigned D = 0; D != (Vector ? std::min(Vector->getNumElements(), 3u) : 1); ++D) {
      Value *Wanted = Vector ? B.CreateExtractElement(Id, D) : Id;
      Wanted = B.CreateZExtOrTrunc(Wanted, B.getInt32Ty());
      IsIt = B.CreateAnd(IsIt, B.CreateICmpEQ(Group.localId(B, D), Wanted));
    }
    Value *Slot = slot(V->getType(), B.getInt32(0));
    storeIf(IsIt, V, Slot);
    Group.Device.groupBarrier(B);
    Value *Result = B.CreateLoad(V->getType(), Slot);
    Group.Device.groupBarrier(B);
    return Result;
  }

  static constexpr StringLiteral ScratchName = "sycl_fuse_group_scratch", ResultName = "sycl_fuse_group_result";
  Function &F;
  Module &M;
  const GpuGroup &Group;
  StringRef KernelName, TargetName;
  IRBuilder<> B;
};

} // namespace

Error lowerGroupFunctions(Function &F, const GpuGroup &Group, StringRef KernelName, StringRef TargetName) {
  return GroupLowering(F, Group, KernelName, TargetName).run();
}

} // namespace syclfuse::fuser
