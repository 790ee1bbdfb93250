// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "HostCode.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace syclfuse::plugin {
namespace {

// The globals that are needed, and those that they name.
class NeededGlobals {
public:
  void add(const GlobalValue &GV) {
    if (Needed.insert(&GV).second)
      Pending.push_back(&GV);
  }
  void close() {
    while (!Pending.empty()) {
      const GlobalValue *GV = Pending.pop_back_val();
      addOperands(*GV);
      if (const auto *F = dyn_cast<Function>(GV))
        for (const Instruction &I : instructions(F))
          addOperands(I);
    }
  }
  bool contains(const GlobalValue &GV) const { return Needed.contains(&GV); }

private:
  void addOperands(const User &U) {
    for (const Value *Operand : U.operands())
      if (const auto *GV = dyn_cast<GlobalValue>(Operand))
        add(*GV);
      else if (const auto *C = dyn_cast<Constant>(Operand); C && Constants.insert(C).second)
        addOperands(*C);
  }

  SmallPtrSet<const GlobalValue *, 32> Needed;
  SmallPtrSet<const Constant *, 32> Constants;
  SmallVector<const GlobalValue *, 32> Pending;
};

} // namespace

void removeHostCode(Module &M, const StringSet<> &External) {
  NeededGlobals Needed;
  for (const Function &F : M)
    if (F.getCallingConv() == CallingConv::SPIR_KERNEL || External.contains(F.getName()))
      Needed.add(F);
  Needed.close();
  SmallVector<GlobalValue *, 32> Unneeded;
  for (GlobalValue &GV : M.global_values())
    if (!Needed.contains(GV))
      Unneeded.push_back(&GV);
  // They may name each other: first what they consist of, then they.
  for (GlobalValue *GV : Unneeded)
    if (auto *F = dyn_cast<Function>(GV))
      F->dropAllReferences();
    else if (auto *Variable = dyn_cast<GlobalVariable>(GV))
      Variable->setInitializer(nullptr);
  for (GlobalValue *GV : Unneeded) {
    GV->removeDeadConstantUsers();
    GV->replaceAllUsesWith(PoisonValue::get(GV->getType()));
    GV->eraseFromParent();
  }
}

} // namespace syclfuse::plugin
