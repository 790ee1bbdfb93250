// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "GpuHostServices.h"

#include "Analysis/Dialects/Builtins.h"
#include "Support/FuseError.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace syclfuse::fuser {

void lowerGpuAssertions(Module &M, const GpuFamily &Family) {
  for (Function &F : make_early_inc_range(M)) {
    if (!isAssertion(F))
      continue;
    for (User *U : make_early_inc_range(F.users())) {
      auto *Call = dyn_cast<CallInst>(U);
      if (!Call || Call->getCalledFunction() != &F)
        continue;
      IRBuilder<> B(Call);
      if (!Family.Assertion.empty()) {
        // As CUDA's assert.h calls it: the bytes of a character come last.
        SmallVector<Value *, 5> Values(Call->args());
        Values.push_back(B.getInt64(1));
        SmallVector<Type *, 5> Types;
        for (Value *V : Values)
          Types.push_back(V->getType());
        FunctionCallee Fail = M.getOrInsertFunction(Family.Assertion, FunctionType::get(B.getVoidTy(), Types, false));
        cast<Function>(Fail.getCallee())->setDoesNotReturn();
        B.CreateCall(Fail, Values)->setDoesNotReturn();
      } else {
        B.CreateCall(Intrinsic::getOrInsertDeclaration(&M, Intrinsic::trap));
      }
      Call->eraseFromParent();
    }
    if (F.use_empty())
      F.eraseFromParent();
  }
}

namespace {

SmallVector<CallInst *, 4> callsThatPrint(Module &M) {
  SmallVector<CallInst *, 4> Calls;
  for (Function &F : M)
    if (isPrint(F))
      for (User *U : F.users())
        if (auto *Call = dyn_cast<CallInst>(U); Call && Call->getCalledFunction() == &F)
          Calls.push_back(Call);
  return Calls;
}

// The arguments after the format. C++ has promoted them to int, double, or wider, but for scoped enumerations.
SmallVector<Value *, 8> promotedArguments(CallInst &Call) {
  IRBuilder<> B(&Call);
  SmallVector<Value *, 8> Arguments(drop_begin(Call.args()));
  for (auto [N, Argument] : enumerate(Arguments))
    if (auto *T = dyn_cast<IntegerType>(Argument->getType()); T && T->getBitWidth() < 32)
      Argument = B.CreateIntCast(Argument, B.getInt32Ty(), Call.paramHasAttr(N + 1, Attribute::SExt));
  return Arguments;
}

// In private memory.
Value *packArguments(CallInst &Call, PointerType *Generic) {
  const SmallVector<Value *, 8> Arguments = promotedArguments(Call);
  if (Arguments.empty())
    return ConstantPointerNull::get(Generic);
  SmallVector<Type *, 8> Types;
  for (const Value *Argument : Arguments)
    Types.push_back(Argument->getType());
  const DataLayout &DL = Call.getDataLayout();
  auto *Packed = StructType::get(Call.getContext(), Types);
  BasicBlock &Entry = Call.getFunction()->getEntryBlock();
  IRBuilder<> AtEntry(&Entry, Entry.getFirstInsertionPt());
  AllocaInst *Memory = AtEntry.CreateAlloca(Packed, DL.getAllocaAddrSpace());
  IRBuilder<> B(&Call);
  for (auto [N, Argument] : enumerate(Arguments))
    B.CreateStore(Argument, B.CreateStructGEP(Packed, Memory, N));
  return B.CreatePointerBitCastOrAddrSpaceCast(Memory, Generic);
}

} // namespace

Error lowerGpuPrints(Module &M, StringRef KernelName, StringRef TargetName, const GpuFamily &Family) {
  const SmallVector<CallInst *, 4> Calls = callsThatPrint(M);
  if (Calls.empty())
    return Error::success();
  if (Family.Print.empty())
    return fuseError(diag::unsupported_construct,
                     {KernelName.str(), TargetName.str(), "it prints, for which this target has no function"});
  auto *Generic = PointerType::get(M.getContext(), Family.AddressSpaces[4]);
  FunctionCallee Print = M.getOrInsertFunction(Family.Print, Type::getInt32Ty(M.getContext()), Generic, Generic);
  for (CallInst *Call : Calls) {
    Value *Arguments = packArguments(*Call, Generic);
    IRBuilder<> B(Call);
    Value *Format = B.CreatePointerBitCastOrAddrSpaceCast(Call->getArgOperand(0), Generic);
    Call->replaceAllUsesWith(B.CreateCall(Print, {Format, Arguments}));
    Call->eraseFromParent();
  }
  return Error::success();
}

} // namespace syclfuse::fuser
