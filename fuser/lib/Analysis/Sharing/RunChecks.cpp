// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "RunChecks.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace syclfuse::fuser {

static constexpr StringLiteral AtLeastZero = "sycl-fuse.at-least-zero", OnlyPointer = "sycl-fuse.only-pointer.";

static bool isCallOf(const CallBase &Call, StringRef Prefix) {
  const Function *Callee = Call.getCalledFunction();
  return Callee && Callee->getName().starts_with(Prefix);
}

static CallInst *call(IRBuilderBase &B, const Twine &Name, Value *Operand) {
  Module &M = *B.GetInsertBlock()->getModule();
  FunctionCallee Callee = M.getOrInsertFunction(Name.str(), B.getVoidTy(), Operand->getType());
  auto *F = cast<Function>(Callee.getCallee());
  F->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  F->setDoesNotThrow();
  F->setWillReturn();
  return B.CreateCall(Callee, Operand);
}

CallInst *requireAtLeastZero(IRBuilderBase &B, Value *V) { return call(B, AtLeastZero, V); }
bool isAtLeastZeroRequired(const CallBase &Call) { return isCallOf(Call, AtLeastZero); }

CallInst *requireOnlyPointer(IRBuilderBase &B, Value *Argument) {
  return call(B, OnlyPointer + Twine(Argument->getType()->getPointerAddressSpace()), Argument);
}
bool isOnlyPointerRequired(const CallBase &Call) { return isCallOf(Call, OnlyPointer); }

void dropRunChecks(Function &F) {
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (auto *Call = dyn_cast<CallBase>(&I); Call && (isAtLeastZeroRequired(*Call) || isOnlyPointerRequired(*Call)))
      Call->eraseFromParent();
}

} // namespace syclfuse::fuser
