// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LocalArguments.h"

#include "Support/KernelSignature.h"

#include "Support/Metadata.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace syclfuse::fuser {

namespace {

bool isLowered(const Argument &Arg, const ArgumentSource &Source) {
  return Arg.getType()->isPointerTy() && Source.Source == argument_source::local_memory;
}

// `__sycl_fuse_local_memory()` with the type that the module's own declaration has, if there is one.
Value *createBase(IRBuilder<> &B, Module &M, Type *Pointer) {
  FunctionCallee Callee = M.getOrInsertFunction("__sycl_fuse_local_memory", FunctionType::get(Pointer, {}, false));
  auto *F = dyn_cast<Function>(Callee.getCallee());
  CallInst *Base = B.CreateCall(Callee);
  if (F) {
    F->setDoesNotAccessMemory();
    F->setDoesNotThrow();
    F->setWillReturn();
    Base->setCallingConv(F->getCallingConv());
  }
  return Base;
}

} // namespace

Expected<Function *> lowerLocalArguments(Function &Kernel) {
  Expected<SmallVector<ArgumentSource, 8>> Sources = readArgumentSources(Kernel);
  if (!Sources)
    return Sources.takeError();
  auto Concerned = [](auto Pair) { return isLowered(std::get<0>(Pair), std::get<1>(Pair)); };
  if (Sources->empty() || none_of(zip(Kernel.args(), *Sources), Concerned))
    return &Kernel;
  LLVMContext &C = Kernel.getContext();
  SmallVector<KernelParameter, 8> Parameters;
  for (auto [Arg, Source] : zip(Kernel.args(), *Sources)) {
    const bool Lowered = isLowered(Arg, Source);
    Parameters.push_back({Lowered ? Type::getInt64Ty(C) : Arg.getType(),
                          Lowered ? AttributeSet() : Kernel.getAttributes().getParamAttrs(Arg.getArgNo()),
                          Arg.getName().str()});
  }
  Function *New = moveBody(Kernel, Parameters);
  IRBuilder<> B(&New->getEntryBlock(), New->getEntryBlock().begin());
  for (auto [Old, Arg, Source] : zip(Kernel.args(), New->args(), *Sources))
    if (isLowered(Old, Source))
      Old.replaceAllUsesWith(B.CreateGEP(B.getInt8Ty(), createBase(B, *New->getParent(), Old.getType()), &Arg));
    else
      Old.replaceAllUsesWith(&Arg);
  finishMove(Kernel);
  return New;
}

} // namespace syclfuse::fuser
