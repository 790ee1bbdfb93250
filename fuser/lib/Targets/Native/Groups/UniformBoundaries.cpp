// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "UniformBoundaries.h"
#include "ControlDependence.h"
#include "Support/FuseError.h"
#include "Support/UserNames.h"
#include "Targets/Common/GroupOperations.h"

#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

// Larger conditions are the user's word.
constexpr unsigned TreeLimit = 32;
constexpr uint64_t GroupLimit = 4096;

class Checker {
public:
  Checker(Function &F, const LaunchShape &Shape, unsigned SubGroupSize)
      : F(F), Dims(Shape.Dims), Constants(launchConstants(Shape)), SubGroupSize(SubGroupSize), Control(F) {
    for (const QueryUse &Q : findQueries(F))
      Queries[Q.Call] = {Q.Kind, Q.Dimension};
  }

  Error run() {
    for (Instruction &I : instructions(F)) {
      auto *Call = dyn_cast<CallInst>(&I);
      auto Kind = Call && Call->getCalledFunction() ? classifyBuiltin(*Call->getCalledFunction()) : std::nullopt;
      if (!Kind || (*Kind != Builtin::ControlBarrier && !isGroupFunction(*Kind)))
        continue;
      bool Sub = groupOperand(*Call, 0) == SubGroupScope;
      for (Instruction *Branch : Control.controllers(*Call->getParent()))
        if (differs(*Branch, Sub ? SubGroupSize : 0))
          return fuseError(diag::divergent_barrier,
                           {Call->getCalledFunction()->getName().str(), userName(F), Sub ? "sub-group" : "work-group"},
                           *Call);
    }
    return Error::success();
  }

private:
  // Whether two work-items of a group (of a sub-group, if Size is not 0) take different ways at Branch.
  bool differs(Instruction &Branch, unsigned Size) {
    Value *Condition = nullptr;
    if (auto *B = dyn_cast<BranchInst>(&Branch))
      Condition = B->getCondition();
    else if (auto *S = dyn_cast<SwitchInst>(&Branch))
      Condition = S->getCondition();
    if (!Condition)
      return false;
    if (Constants && Constants->groupSize() <= GroupLimit)
      return differsInGroupOf(Branch, *Condition, Size);
    return Size == 0 && isUnequalForSure(*Condition, Constants ? Constants->groupSize() > 1 : Dims == 1);
  }

  bool differsInGroupOf(Instruction &Branch, Value &Condition, unsigned Size) {
    uint64_t Items = Constants->groupSize();
    Constant *First = nullptr;
    for (uint64_t I = 0; I != Items; ++I) {
      unsigned Left = TreeLimit;
      Constant *Here = evaluate(Condition, I, Left);
      if (!Here)
        return isUnequalForSure(Condition, Items > 1) && Size == 0;
      if (Size ? I % Size == 0 : I == 0)
        First = Here;
      if (target(Branch, Here) != target(Branch, First))
        return true;
    }
    return false;
  }

  static const BasicBlock *target(const Instruction &Branch, Constant *Condition) {
    auto *C = dyn_cast<ConstantInt>(Condition);
    if (!C)
      return nullptr;
    if (auto *S = dyn_cast<SwitchInst>(&Branch))
      return S->findCaseValue(C)->getCaseSuccessor();
    return Branch.getSuccessor(C->isZero() ? 1 : 0);
  }

  // V for the work-item with local linear id Item; null if it depends on anything but local ids.
  Constant *evaluate(Value &V, uint64_t Item, unsigned &Left) {
    if (auto *C = dyn_cast<Constant>(&V))
      return C;
    auto *I = dyn_cast<Instruction>(&V);
    if (!I || Left == 0)
      return nullptr;
    --Left;
    if (auto It = Queries.find(I); It != Queries.end()) {
      std::optional<uint64_t> Id = localId(It->second.first, It->second.second, Item);
      return Id ? ConstantInt::get(I->getType(), *Id) : nullptr;
    }
    if (!isa<BinaryOperator, CastInst, CmpInst, SelectInst, FreezeInst>(I))
      return nullptr;
    SmallVector<Constant *, 3> Operands;
    for (Value *Operand : I->operands()) {
      Constant *C = evaluate(*Operand, Item, Left);
      if (!C)
        return nullptr;
      Operands.push_back(C);
    }
    return ConstantFoldInstOperands(I, Operands, F.getDataLayout());
  }

  std::optional<uint64_t> localId(Builtin Kind, unsigned D, uint64_t Item) const {
    const auto &L = Constants->Local;
    switch (Kind) {
    case Builtin::LocalId:
      return D == 0 ? Item % L[0] : D == 1 ? Item / L[0] % L[1] : Item / (L[0] * L[1]);
    case Builtin::LocalLinearId:
      return Item;
    case Builtin::SubGroupId:
      return Item / SubGroupSize;
    case Builtin::SubGroupLocalId:
      return Item % SubGroupSize;
    default:
      return std::nullopt;
    }
  }

  // An id, maybe plus or minus a constant: no two work-items of a group have the same, in one dimension.
  bool isId(const Value &V) const {
    const Value *At = &V;
    while (auto *I = dyn_cast<Instruction>(At)) {
      if (auto It = Queries.find(I); It != Queries.end())
        return It->second == std::pair(Builtin::LocalId, 0u) || It->second == std::pair(Builtin::GlobalId, 0u) ||
               It->second.first == Builtin::LocalLinearId;
      bool Step = isa<BinaryOperator>(I) &&
                  (I->getOpcode() == Instruction::Add || I->getOpcode() == Instruction::Sub) &&
                  isa<ConstantInt>(I->getOperand(1));
      if (!Step && !isa<CastInst>(I))
        return false;
      At = I->getOperand(0);
    }
    return false;
  }

  // A constant, or a loop counter from one constant by another.
  static bool isCounter(const Value &V) {
    if (isa<ConstantInt>(V))
      return true;
    const Value *At = &V;
    if (auto *Step = dyn_cast<BinaryOperator>(At); Step && isa<ConstantInt>(Step->getOperand(1)))
      At = Step->getOperand(0);
    auto *Phi = dyn_cast<PHINode>(At);
    return Phi && all_of(Phi->incoming_values(), [&](const Use &U) {
             auto *Step = dyn_cast<BinaryOperator>(U.get());
             return isa<ConstantInt>(U.get()) || (Step && Step->getOpcode() == Instruction::Add &&
                                                  Step->getOperand(0) == Phi && isa<ConstantInt>(Step->getOperand(1)));
           });
  }

  // `id == c`, and `counter < id` in a loop. Where no size is known, a group of one dimension that waits has more than
  // one work-item; one of several dimensions may have a single one in dimension 0.
  bool isUnequalForSure(const Value &Condition, bool ManyItems) const {
    auto *Compare = dyn_cast<ICmpInst>(&Condition);
    if (!Compare || !ManyItems || (Constants && Constants->Local[0] == 1))
      return false;
    const Value *X = Compare->getOperand(0), *Y = Compare->getOperand(1);
    if (!isId(*X))
      std::swap(X, Y);
    if (!isId(*X) || !isCounter(*Y))
      return false;
    return Compare->isEquality() || !isa<ConstantInt>(Y);
  }

  Function &F;
  unsigned Dims;
  std::optional<LaunchConstants> Constants;
  unsigned SubGroupSize;
  ControlDependence Control;
  DenseMap<const Instruction *, std::pair<Builtin, unsigned>> Queries;
};

} // namespace

Error checkBoundariesAreUniform(Function &Kernel, const LaunchShape &Shape, unsigned SubGroupSize) {
  if (Shape.Kind != range_kind::nd_range)
    return Error::success();
  return Checker(Kernel, Shape, SubGroupSize).run();
}

} // namespace syclfuse::fuser
