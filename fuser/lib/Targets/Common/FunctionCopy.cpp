// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FunctionCopy.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace syclfuse::fuser {

Function *copyAs(Function &F, FunctionType *T, StringRef Suffix, ValueToValueMapTy &Map) {
  Function *Copy = Function::Create(T, GlobalValue::InternalLinkage, F.getName() + Suffix, F.getParent());
  for (auto [From, To] : zip_first(F.args(), Copy->args())) {
    Map[&From] = &To;
    To.setName(From.getName());
  }
  SmallVector<ReturnInst *, 2> Returns;
  CloneFunctionInto(Copy, &F, Map, CloneFunctionChangeType::LocalChangesOnly, Returns);
  return Copy;
}

void dropUnreached(Function &F) {
  for (BasicBlock &BB : F)
    ConstantFoldTerminator(&BB, true);
  removeUnreachableBlocks(F);
  for (auto It = F.begin(); It != F.end();)
    MergeBlockIntoPredecessor(&*It++);
}

} // namespace syclfuse::fuser
