// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ExactFolding.h"

#include "Transforms/Prepare/SealMathematics.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

class Analyzer {
public:
  explicit Analyzer(const Function &F) : F(F) {}

  bool run() {
    findVariables();
    return all_of(instructions(F), [&](const Instruction &I) { return isSafe(I); });
  }

private:
  // Values that are no constants whatever the arguments are: memory, the work-item, and what is computed of nothing
  // else.
  void findVariables() {
    for (bool Changed = true; Changed;) {
      Changed = false;
      for (const Instruction &I : instructions(F))
        if (!Variable.contains(&I) && (isSource(I) || isComputedOfVariables(I)))
          Changed |= Variable.insert(&I).second;
    }
  }

  // Private arrays may become registers, and constants be in them.
  bool isSource(const Instruction &I) const {
    if (const auto *Load = dyn_cast<LoadInst>(&I))
      return isa<Argument>(getUnderlyingObject(Load->getPointerOperand()));
    const auto *Call = dyn_cast<CallBase>(&I);
    return isa<AtomicRMWInst, AtomicCmpXchgInst>(I) ||
           (Call && !Call->getType()->isVoidTy() && !Call->getType()->isFPOrFPVectorTy() && Call->getCalledFunction() &&
            Call->getCalledFunction()->isDeclaration() && !Call->getCalledFunction()->isIntrinsic());
  }

  // A constant condition leaves one of the values, x * 0 none of x.
  bool isComputedOfVariables(const Instruction &I) const {
    if (isa<AllocaInst, LoadInst>(I))
      return false;
    const auto IsVariable = [&](const Use &U) { return Variable.contains(U.get()); };
    if (const auto *Select = dyn_cast<SelectInst>(&I))
      return Variable.contains(Select->getTrueValue()) && Variable.contains(Select->getFalseValue());
    if (isa<PHINode>(I))
      return all_of(I.operands(), IsVariable);
    return any_of(I.operands(), IsVariable) &&
           none_of(I.operands(), [&](const Use &U) { return becomesConstant(U.get()); });
  }

  // A constant that was none.
  bool becomesConstant(const Value *V) const { return !Variable.contains(V) && !isa<Constant>(V); }

  bool isSafe(const Instruction &I) const {
    if (const auto *Operator = dyn_cast<FPMathOperator>(&I); Operator && Operator->getFastMathFlags().any())
      return none_of(I.operands(), [&](const Use &U) { return becomesConstant(U.get()); });
    const auto *Call = dyn_cast<CallBase>(&I);
    return !Call || (Call->getCalledFunction() && Call->getCalledFunction()->isDeclaration() && keepsBits(*Call));
  }

  const Function &F;
  DenseSet<const Value *> Variable;
};

} // namespace

bool foldsExactly(const Function &F) { return Analyzer(F).run(); }

} // namespace syclfuse::fuser
