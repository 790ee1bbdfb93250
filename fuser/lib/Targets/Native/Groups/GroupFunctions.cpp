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
    if (isShuffle(What.Kind) || What.isSameForAll()) {
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

} // namespace

bool Collective::isSameForAll() const {
  if (isReduction(Kind))
    return static_cast<GroupScan>(Operation) == GroupScan::Reduce;
  return isVote(Kind) || Kind == Builtin::GroupBroadcast;
}

Expected<unsigned> subGroupSizeOf(const Function &Kernel) {
  Expected<std::optional<unsigned>> Required = requiredSubGroupSize(Kernel, "native");
  if (!Required)
    return Required.takeError();
  return Required->value_or(DefaultSubGroupSize);
}

Expected<SmallVector<GroupBoundary, 4>> lowerGroupFunctions(Function &F, StringRef KernelName, bool HasGroups) {
  return Lowering(F, KernelName, HasGroups).run();
}

} // namespace syclfuse::fuser
