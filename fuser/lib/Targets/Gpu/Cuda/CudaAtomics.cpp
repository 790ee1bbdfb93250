// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CudaAtomics.h"

#include "Targets/Gpu/GpuDevice.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

// PTX's operation and type; empty if it has none, so that LLVM makes a loop around a compare-and-swap, which keeps its
// scope.
std::string ptxOperation(const AtomicRMWInst &Update) {
  Type *T = Update.getType();
  unsigned Bits = T->getPrimitiveSizeInBits();
  auto Typed = [&](StringRef Name, char Kind) { return (Name + "." + Twine(Kind) + Twine(Bits)).str(); };
  if (Update.getOperation() == AtomicRMWInst::FAdd && (T->isFloatTy() || T->isDoubleTy()))
    return Typed("add", 'f');
  if (Bits != 32 && Bits != 64)
    return {};
  switch (Update.getOperation()) {
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub:
    return Typed("add", 'u');
  case AtomicRMWInst::Xchg:
    return Typed("exch", 'b');
  case AtomicRMWInst::And:
    return Typed("and", 'b');
  case AtomicRMWInst::Or:
    return Typed("or", 'b');
  case AtomicRMWInst::Xor:
    return Typed("xor", 'b');
  case AtomicRMWInst::Max:
    return Typed("max", 's');
  case AtomicRMWInst::Min:
    return Typed("min", 's');
  case AtomicRMWInst::UMax:
    return Typed("max", 'u');
  case AtomicRMWInst::UMin:
    return Typed("min", 'u');
  default:
    return {};
  }
}

// With the scope .sys, which LLVM leaves out: memory that the host updates at the same time (usm::alloc::shared) would
// lose updates. Local memory has no other scope than its group.
void updateInSystem(AtomicRMWInst &Update) {
  std::string Operation = ptxOperation(Update);
  unsigned Space = Update.getPointerAddressSpace();
  if (Operation.empty() || (Space != 0 && Space != GpuGlobalSpace))
    return;
  IRBuilder<> B(&Update);
  Type *T = Update.getType();
  Value *V = Update.getValOperand();
  if (Update.getOperation() == AtomicRMWInst::Sub)
    V = B.CreateNeg(V);
  bool Wide = T->getPrimitiveSizeInBits() == 64;
  char Register = T->isIntegerTy() ? (Wide ? 'l' : 'r') : (Wide ? 'd' : 'f');
  std::string Code =
      "atom.sys" + std::string(Space == GpuGlobalSpace ? ".global." : ".") + Operation + " $0, [$1], $2;";
  std::string Constraints = std::string("=") + Register + ",l," + Register + ",~{memory}";
  auto *Type = FunctionType::get(T, {Update.getPointerOperand()->getType(), T}, false);
  CallInst *Call = B.CreateCall(InlineAsm::get(Type, Code, Constraints, true), {Update.getPointerOperand(), V});
  Call->setDebugLoc(Update.getDebugLoc());
  Update.replaceAllUsesWith(Call);
  Update.eraseFromParent();
}

} // namespace

void lowerUpdates(Module &M) {
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      auto *Update = dyn_cast<AtomicRMWInst>(&I);
      if (!Update || Update->getSyncScopeID() == SyncScope::SingleThread)
        continue;
      const AtomicOrdering Order = Update->getOrdering();
      const bool Total = Order == AtomicOrdering::SequentiallyConsistent;
      IRBuilder<> B(Update);
      if (isReleaseOrStronger(Order))
        B.CreateFence(Total ? Order : AtomicOrdering::Release, Update->getSyncScopeID());
      B.SetInsertPoint(Update->getNextNode());
      if (isAcquireOrStronger(Order))
        B.CreateFence(AtomicOrdering::Acquire, Update->getSyncScopeID());
      Update->setOrdering(AtomicOrdering::Monotonic);
      if (Update->getSyncScopeID() == SyncScope::System)
        updateInSystem(*Update);
    }
}

} // namespace syclfuse::fuser
