// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ExactFolding.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

// Functions that have one right result, which the host computes as well.
bool isExact(Intrinsic::ID ID) {
  switch (ID) {
  case Intrinsic::fabs:
  case Intrinsic::copysign:
  case Intrinsic::floor:
  case Intrinsic::ceil:
  case Intrinsic::trunc:
  case Intrinsic::rint:
  case Intrinsic::nearbyint:
  case Intrinsic::round:
  case Intrinsic::roundeven:
  case Intrinsic::sqrt:
  case Intrinsic::fma:
  case Intrinsic::minnum:
  case Intrinsic::maxnum:
  case Intrinsic::minimum:
  case Intrinsic::maximum:
  case Intrinsic::is_fpclass:
    return true;
  default:
    return false;
  }
}

bool isFloating(const Type *T) { return T->isFPOrFPVectorTy(); }

class Analyzer {
public:
  explicit Analyzer(const Function &F) : F(F) {}

  bool run() {
    findVariables();
    return all_of(instructions(F), [&](const Instruction &I) { return isSafe(I); });
  }

private:
  // What depends on memory or the work-item, to the fixed point.
  void findVariables() {
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (const Instruction &I : instructions(F))
        if (!Variable.contains(&I) && (isSource(I) || any_of(I.operands(), [&](const Use &U) { return Variable.contains(U.get()); })))
          Changed |= Variable.insert(&I).second;
    }
  }

  // Private arrays may become registers, and constants be in them.
  bool isSource(const Instruction &I) const {
    if (const auto *Load = dyn_cast<LoadInst>(&I))
      return isa<Argument>(getUnderlyingObject(Load->getPointerOperand()));
    const auto *Call = dyn_cast<CallBase>(&I);
    return isa<AtomicRMWInst, AtomicCmpXchgInst>(I) || (Call && !isa<IntrinsicInst>(Call) && !Call->getType()->isVoidTy() &&
                                                        !isFloating(Call->getType()) && Call->getCalledFunction() &&
                                                        Call->getCalledFunction()->isDeclaration());
  }

  bool mayBeConstant(const Value *V) const { return !Variable.contains(V); }
  // A constant that was none.
  bool becomesConstant(const Value *V) const { return mayBeConstant(V) && !isa<Constant>(V); }

  bool isSafe(const Instruction &I) const {
    if (const auto *Operator = dyn_cast<FPMathOperator>(&I)) {
      FastMathFlags Flags = Operator->getFastMathFlags();
      if (Flags.allowContract() || Flags.allowReassoc() || Flags.approxFunc() || Flags.allowReciprocal())
        return none_of(I.operands(), [&](const Use &U) { return becomesConstant(U.get()); });
    }
    const auto *Call = dyn_cast<CallBase>(&I);
    if (!Call)
      return true;
    bool Floats = isFloating(Call->getType()) || any_of(Call->args(), [](const Use &U) { return isFloating(U->getType()); });
    const auto *Known = dyn_cast<IntrinsicInst>(Call);
    if (!Known)
      return !Floats && Call->getCalledFunction() && Call->getCalledFunction()->isDeclaration();
    if (!Floats || isExact(Known->getIntrinsicID()))
      return true;
    if (Known->getIntrinsicID() == Intrinsic::fmuladd)
      return any_of(Call->args(), [&](const Use &U) { return Variable.contains(U.get()); });
    return none_of(Call->args(), [&](const Use &U) { return becomesConstant(U.get()); });
  }

  const Function &F;
  DenseSet<const Value *> Variable;
};

} // namespace

bool foldsExactly(const Function &F) { return Analyzer(F).run(); }

} // namespace syclfuse::fuser
