// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SpirGroups.h"

#include "Analysis/Dialects/Builtins.h"
#include "Analysis/Dialects/Dialect.h"
#include "Targets/Common/GroupOperations.h"
#include "Targets/Common/LoopEmitter.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

Value *reduceOneByOne(CallInst &Call, Builtin Kind, const LaunchShape &Shape) {
  Value *V = Call.getArgOperand(2);
  if (Shape.Kind != range_kind::nd_range)
    return V;
  Module &M = *Call.getModule();
  const Dialect &D = Dialect::of(M);
  Type *T = V->getType();
  auto *Slot = new GlobalVariable(M, T, false, GlobalValue::InternalLinkage, PoisonValue::get(T), "sycl_fuse_sum",
                                  nullptr, GlobalValue::NotThreadLocal, D.Local);
  BasicBlock *Before = Call.getParent(), *After = SplitBlock(Before, &Call);
  Before->getTerminator()->eraseFromParent();
  IRBuilder<> B(Before);
  Value *Id = emitQueryCall(B, Builtin::LocalLinearId, 0), *Size = B.getInt64(1);
  for (unsigned Dim = 0; Dim != Shape.Dims; ++Dim)
    Size = B.CreateMul(Size, emitQueryCall(B, Builtin::LocalSize, Dim));
  D.emitBarrier(B); // nobody reads the sum before any more
  emitLoop(B, B.getInt64(0), Size, "turn", LoopKind::Plain, [&](Value *Turn) {
    BasicBlock *Mine = BasicBlock::Create(M.getContext(), "mine", Before->getParent());
    BasicBlock *Next = BasicBlock::Create(M.getContext(), "next", Before->getParent());
    B.CreateCondBr(B.CreateICmpEQ(Id, Turn), Mine, Next);
    B.SetInsertPoint(Mine);
    Value *Sum = emitGroupOperation(B, Kind, B.CreateLoad(T, Slot), V);
    B.CreateStore(B.CreateSelect(B.CreateICmpEQ(Turn, B.getInt64(0)), V, Sum), Slot);
    B.CreateBr(Next);
    B.SetInsertPoint(Next);
    D.emitBarrier(B);
  });
  Value *All = B.CreateLoad(T, Slot);
  B.CreateBr(After);
  return All;
}

} // namespace

void lowerSpirReductions(Function &Kernel, const LaunchShape &Shape) {
  SmallVector<std::pair<CallInst *, Builtin>, 4> Calls;
  for (Instruction &I : instructions(Kernel))
    if (auto *Call = dyn_cast<CallInst>(&I); Call && Call->getCalledFunction() && Call->arg_size() == 3)
      if (auto Kind = classifyBuiltin(*Call->getCalledFunction()); Kind && isReduction(*Kind))
        if (groupOperand(*Call, 0) == WorkGroupScope && groupOperand(*Call, 1) == unsigned(GroupScan::Reduce))
          Calls.push_back({Call, *Kind});
  for (auto [Call, Kind] : Calls) {
    Call->replaceAllUsesWith(reduceOneByOne(*Call, Kind, Shape));
    Call->eraseFromParent();
  }
}

} // namespace syclfuse::fuser
