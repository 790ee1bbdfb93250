// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KernelChecks.h"

#include "Analysis/Dialects/Builtins.h"
#include "Support/FuseError.h"
#include "Support/UserNames.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace syclfuse::fuser {

Expected<Function *> findKernel(const Module &M, StringRef Name) {
  Function *Kernel = M.getFunction(Name);
  if (!Kernel || Kernel->isDeclaration())
    return fuseError(diag::internal_error, {"no kernel '" + Name.str() + "' in the module"});
  return Kernel;
}

Error checkCalls(const Function &F, StringRef TargetName, function_ref<bool(const Function &)> IsSupported) {
  auto Refuse = [&](const Instruction &I, const Twine &Why) {
    return fuseError(diag::unsupported_construct, {userName(F), TargetName.str(), Why.str()}, I);
  };
  for (const Instruction &I : instructions(F)) {
    auto *Call = dyn_cast<CallBase>(&I);
    if (!Call) {
      if (isa<InvokeInst, ResumeInst, LandingPadInst, IndirectBrInst>(I))
        return Refuse(I, "it uses exceptions or computed jumps");
      continue;
    }
    const Function *Callee = Call->getCalledFunction();
    if (!Callee)
      return Refuse(I, Call->isInlineAsm() ? "it contains inline assembly" : "it calls through a function pointer");
    if (isKnownBuiltin(*Callee) || IsSupported(*Callee))
      continue;
    if (isPrint(*Callee))
      return Refuse(I, "it prints, for which this target has no function");
    if (Callee->isIntrinsic())
      return Refuse(I, "it uses '" + Callee->getName() + "'");
    if (Callee->isDeclaration())
      return fuseError(diag::undefined_function, {userName(F), Callee->getName().str()}, I);
    return Refuse(I, "it calls '" + Callee->getName() + "', which was not inlined");
  }
  return Error::success();
}

Error checkAtomics(const Function &F, StringRef TargetName, uint64_t MostBytes) {
  for (const Instruction &I : instructions(F)) {
    if (!I.isAtomic() || isa<FenceInst, CallBase>(I))
      continue;
    Type *T = isa<StoreInst>(I) ? getLoadStoreType(&I) : I.getType();
    if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
      T = Exchange->getCompareOperand()->getType();
    Align Aligned;
    if (auto *Update = dyn_cast<AtomicRMWInst>(&I))
      Aligned = Update->getAlign();
    else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
      Aligned = Exchange->getAlign();
    else
      Aligned = getLoadStoreAlignment(&I);
    uint64_t Size = F.getDataLayout().getTypeStoreSize(T);
    std::string Why = "it has an atomic access of " + std::to_string(Size) + " bytes";
    if (Size <= MostBytes && Aligned.value() >= Size)
      continue;
    if (Size <= MostBytes)
      Why += " that are aligned to " + std::to_string(Aligned.value());
    return fuseError(diag::unsupported_construct, {userName(F), TargetName.str(), Why}, I);
  }
  return Error::success();
}

uint64_t stackBytes(const Function &F) {
  uint64_t Bytes = 0;
  for (const Instruction &I : instructions(F))
    if (auto *Alloca = dyn_cast<AllocaInst>(&I))
      if (std::optional<TypeSize> Size = Alloca->getAllocationSize(F.getDataLayout()); Size && !Size->isScalable())
        Bytes = SaturatingAdd<uint64_t>(Bytes, Size->getFixedValue());
  return Bytes;
}

} // namespace syclfuse::fuser
