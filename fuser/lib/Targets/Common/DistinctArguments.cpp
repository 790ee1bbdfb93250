// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "DistinctArguments.h"

#include "Support/AnalysisManagers.h"

#include "llvm/IR/Function.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Scalar/DeadStoreElimination.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"

using namespace llvm;

namespace syclfuse::fuser {

void exploitDistinctArguments(WorkItemFunction &Item) {
  bool Any = false;
  for (unsigned N = 0; N != Item.KernelArguments; ++N) {
    Argument *A = Item.F->getArg(N);
    if (!A->getType()->isPointerTy() || Item.Aggregates[N])
      continue;
    A->addAttr(Attribute::NoAlias);
    Any = true;
  }
  if (!Any)
    return;
  AnalysisManagers Managers;
  PassBuilder PB;
  Managers.add(PB);
  FunctionPassManager FPM;
  FPM.addPass(EarlyCSEPass(true));
  FPM.addPass(DSEPass());
  FPM.run(*Item.F, Managers.Functions);
}

} // namespace syclfuse::fuser
