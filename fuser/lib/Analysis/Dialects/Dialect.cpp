// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Dialect.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace syclfuse::fuser {

Dialect::~Dialect() = default;

namespace {

// Walks the functions that F calls.
class GroupUses {
public:
  explicit GroupUses(const Module &M) : D(Dialect::of(M)) {}

  bool in(const Function &F) {
    return Visited.insert(&F).second && any_of(instructions(F), [&](const Instruction &I) { return needsGroup(I); });
  }

private:
  bool needsGroup(const Instruction &I) {
    if (isa<DbgInfoIntrinsic>(I))
      return false;
    if (isLocalPointer(I.getType()) || any_of(I.operands(), [&](const Use &U) { return leadsToLocalMemory(U.get()); }))
      return true;
    const auto *Call = dyn_cast<CallBase>(&I);
    return Call && (D.needsGroup(*Call) || calleeNeedsGroup(*Call));
  }

  bool isLocalPointer(const Type *T) const { return T->isPtrOrPtrVectorTy() && T->getPointerAddressSpace() == D.Local; }

  bool leadsToLocalMemory(const Value *V) const {
    return isLocalPointer(V->getType()) || (isa<ConstantExpr>(V) && isLocalPointer(V->stripPointerCasts()->getType()));
  }

  bool calleeNeedsGroup(const CallBase &Call) {
    if (Call.isInlineAsm())
      return true;
    const auto *Callee = dyn_cast<Function>(Call.getCalledOperand()->stripPointerCasts());
    if (!Callee)
      return true;
    if (!Callee->isDeclaration())
      return in(*Callee);
    if (const std::optional<Builtin> Kind = classifyBuiltin(*Callee))
      return *Kind == Builtin::LocalMemory;
    if (Callee->isIntrinsic() || isLibmFunction(Callee->getName()) || isMathLibrary(Callee->getName()) ||
        isHostService(*Callee))
      return false;
    // What neither synchronizes nor touches memory that others see needs nobody else.
    return Call.isConvergent() || !Call.onlyAccessesArgMemory();
  }

  static bool isMathLibrary(StringRef Name) {
    const StringRef Plain = splitMangled(Name).first;
    return isGpuLibraryFunction(Plain) || Plain.starts_with("__spirv_ocl_");
  }

  const Dialect &D;
  SmallPtrSet<const Function *, 8> Visited;
};

} // namespace

bool isKernel(const Function &F) { return Dialect::of(*F.getParent()).isKernel(F); }

bool usesGroups(const Function &F) { return GroupUses(*F.getParent()).in(F); }

} // namespace syclfuse::fuser
