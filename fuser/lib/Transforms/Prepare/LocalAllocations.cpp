// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LocalAllocations.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace syclfuse::fuser {

static GlobalVariable *createVariable(Module &M, const ConstantInt &Size, const ConstantInt &Alignment,
                                      unsigned Space) {
  auto *T = ArrayType::get(Type::getInt8Ty(M.getContext()), Size.getZExtValue());
  auto *G = new GlobalVariable(M, T, false, GlobalValue::InternalLinkage, UndefValue::get(T), "group_local_memory",
                               nullptr, GlobalValue::NotThreadLocal, Space);
  G->setAlignment(Align(Alignment.getZExtValue()));
  return G;
}

void lowerLocalAllocations(Module &M) {
  Function *Allocate = M.getFunction("__sycl_fuse_allocate_local");
  if (!Allocate || !Allocate->isDeclaration() || !Allocate->getReturnType()->isPointerTy())
    return;
  for (User *U : make_early_inc_range(Allocate->users())) {
    auto *Call = dyn_cast<CallInst>(U);
    if (!Call || Call->getCalledOperand() != Allocate || Call->arg_size() != 2)
      continue;
    auto *Size = dyn_cast<ConstantInt>(Call->getArgOperand(0));
    auto *Alignment = dyn_cast<ConstantInt>(Call->getArgOperand(1));
    if (!Size || !Alignment || !isPowerOf2_64(Alignment->getZExtValue()))
      continue;
    Call->replaceAllUsesWith(createVariable(M, *Size, *Alignment, Call->getType()->getPointerAddressSpace()));
    Call->eraseFromParent();
  }
  if (Allocate->use_empty())
    Allocate->eraseFromParent();
}

} // namespace syclfuse::fuser
