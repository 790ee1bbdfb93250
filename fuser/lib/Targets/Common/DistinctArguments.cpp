// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "DistinctArguments.h"

#include "Support/AnalysisManagers.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Function.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Scalar/DeadStoreElimination.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"

using namespace llvm;

namespace syclfuse::fuser {

void markDistinctArguments(Function &Kernel) {
  for (Argument &A : Kernel.args())
    if (A.getType()->isPointerTy() && !A.hasByValAttr())
      A.addAttr(Attribute::NoAlias);
}

void exploitDistinctArguments(Function &F) {
  if (none_of(F.args(), [](const Argument &A) { return A.hasNoAliasAttr(); }))
    return;
  AnalysisManagers Managers;
  PassBuilder PB;
  Managers.add(PB);
  FunctionPassManager FPM;
  FPM.addPass(EarlyCSEPass(true));
  FPM.addPass(DSEPass());
  FPM.run(F, Managers.Functions);
}

} // namespace syclfuse::fuser
