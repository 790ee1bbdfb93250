// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "GroupsTogether.h"
#include "Targets/Common/FunctionCopy.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

// Bytes that a work-item should have under way: with as many work-items as fit on it, a multiprocessor has 64 KiB.
constexpr unsigned WantedBytes = 32, MostGroups = 8, MostInstructions = 64;

class GroupCopier {
public:
  explicit GroupCopier(const WorkItemFunction &Item) : Item(Item), B(Item.F->getContext()) {}

  std::optional<GroupsTogether> run() {
    const unsigned Groups = Item.UsesLocalMemory || !findIds() || !canRun(*Item.F) ? 1 : wantedGroups();
    if (Groups < 2)
      return std::nullopt;
    SmallVector<Type *, 16> Parameters(Item.F->getFunctionType()->params());
    Parameters.push_back(B.getInt64Ty());
    ValueToValueMapTy Map;
    if (DISubprogram *S = Item.F->getSubprogram())
      Map.MD()[S].reset(S);
    Function *Run = copyAs(*Item.F, FunctionType::get(B.getVoidTy(), Parameters, false), ".together", Map);
    Varying.clear();
    findVarying(*Run);
    repeat(*Run, Groups);
    return GroupsTogether{Run, Groups};
  }

private:
  // The ids that differ from group to group.
  bool findIds() {
    for (auto [N, Query] : enumerate(Item.Queries)) {
      auto [Kind, D] = Query;
      const unsigned Number = Item.KernelArguments + N;
      switch (Kind) {
      case Builtin::GroupId:
        if (D == 0)
          Ids.push_back({Number, false});
        break;
      case Builtin::GlobalId:
        if (D == 0)
          Ids.push_back({Number, true});
        break;
      case Builtin::GlobalLinearId:
        Ids.push_back({Number, true});
        break;
      default:
        break;
      }
    }
    return !Ids.empty();
  }

  void findVarying(Function &F) {
    SmallVector<Value *, 32> Work;
    for (auto [Number, ByItem] : Ids)
      Work.push_back(F.getArg(Number));
    for (Instruction &I : instructions(F))
      if (isa<AllocaInst>(I) || I.isAtomic())
        Work.push_back(&I);
    while (!Work.empty()) {
      Value *V = Work.pop_back_val();
      if (Varying.insert(V).second)
        Work.append(V->user_begin(), V->user_end());
    }
  }

  // What groups may not do for one another: wait for something else than their group functions, take ways of their own,
  // or write where each has a copy.
  bool isShareable(const Instruction &I) const {
    if (I.isVolatile() || isa<IndirectBrInst, InvokeInst, CallBrInst, ResumeInst, FenceInst>(I))
      return false;
    if (I.isTerminator())
      return !Varying.contains(&I);
    const auto IsLocal = [](const Value *V) {
      const auto *G = dyn_cast<GlobalVariable>(getUnderlyingObject(V));
      return G && !G->isConstant();
    };
    if (any_of(I.operands(), [&](const Use &U) { return U->getType()->isPointerTy() && IsLocal(U.get()); }))
      return false;
    if (const auto *Call = dyn_cast<CallBase>(&I); Call && !isForGroup(I))
      return !Call->isConvergent() && (!Call->mayHaveSideEffects() || isa<IntrinsicInst>(Call));
    return true;
  }

  static bool isForGroup(const Instruction &I) {
    const auto *Call = dyn_cast<CallBase>(&I);
    const auto Kind =
        Call && Call->getCalledFunction() ? classifyBuiltin(*Call->getCalledFunction()) : std::optional<Builtin>();
    return Kind && isGroupFunction(*Kind) && *Kind != Builtin::ControlBarrier && *Kind != Builtin::MemoryBarrier;
  }

  bool canRun(Function &F) {
    SmallVector<std::pair<const BasicBlock *, const BasicBlock *>, 4> BackEdges;
    FindFunctionBackedges(F, BackEdges);
    if (!BackEdges.empty() || none_of(instructions(F), isForGroup))
      return false;
    findVarying(F);
    const bool HasCopies = any_of(F.args(), [](const Argument &A) { return A.hasByValAttr(); });
    return all_of(instructions(F), [&](const Instruction &I) {
      const auto *Store = dyn_cast<StoreInst>(&I);
      const auto *To = Store ? dyn_cast<Argument>(getUnderlyingObject(Store->getPointerOperand())) : nullptr;
      const bool Writes = I.mayWriteToMemory() && !isForGroup(I) && !I.isAtomic();
      return isShareable(I) && !(HasCopies && Writes && (!Store || (To && To->hasByValAttr())));
    });
  }

  unsigned wantedGroups() const {
    uint64_t Bytes = 0, Instructions = 0;
    const DataLayout &DL = Item.F->getDataLayout();
    for (Instruction &I : instructions(*Item.F)) {
      Instructions += !I.isDebugOrPseudoInst();
      if (isa<LoadInst>(I) && Varying.contains(&I) && !isa<AllocaInst>(getUnderlyingObject(I.getOperand(0))))
        Bytes += DL.getTypeStoreSize(I.getType());
    }
    if (Bytes == 0 || Bytes > WantedBytes || Instructions > MostInstructions)
      return 1;
    return std::min<uint64_t>(llvm::bit_floor(WantedBytes / Bytes), MostGroups);
  }

  Value *copy(Value *V, unsigned N) {
    auto It = Copies.find(V);
    return N == 0 || It == Copies.end() ? V : It->second[N - 1];
  }

  // Each instruction for all groups before the next one.
  void repeat(Function &F, unsigned Groups) {
    B.SetInsertPoint(&*F.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    Argument *Local = F.getArg(F.arg_size() - 1);
    for (auto [Number, ByItem] : Ids)
      for (unsigned N = 1; N != Groups; ++N)
        Copies[F.getArg(Number)].push_back(
            B.CreateAdd(F.getArg(Number), ByItem ? B.CreateMul(Local, B.getInt64(N), "", true, true) : B.getInt64(N),
                        "", true, true));
    SmallVector<Instruction *, 64> Work;
    for (Instruction &I : instructions(F))
      if (Varying.contains(&I))
        Work.push_back(&I);
    for (Instruction *I : Work) {
      Instruction *Last = I;
      for (unsigned N = 1; N != Groups; ++N) {
        Instruction *Clone = I->clone();
        Clone->insertAfter(Last->getIterator());
        Copies[I].push_back(Last = Clone);
      }
    }
    // Values may be used before the place where they stand.
    for (Instruction *I : Work)
      for (unsigned N = 1; N != Groups; ++N)
        for (Use &U : cast<Instruction>(copy(I, N))->operands())
          U = copy(U, N);
  }

  const WorkItemFunction &Item;
  IRBuilder<> B;
  SmallVector<std::pair<unsigned, bool>, 4> Ids; // parameters, and whether they grow by the local size
  SmallPtrSet<const Value *, 32> Varying;
  DenseMap<Value *, SmallVector<Value *, 8>> Copies;
};

} // namespace

std::optional<GroupsTogether> runGroupsTogether(const WorkItemFunction &Item) { return GroupCopier(Item).run(); }

} // namespace syclfuse::fuser
