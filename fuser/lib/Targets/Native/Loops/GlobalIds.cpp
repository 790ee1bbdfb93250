// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "GlobalIds.h"
#include "Analysis/Dialects/Builtins.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace syclfuse::fuser {
namespace {

// The dimension, if V is that query or its lower half.
std::optional<unsigned> dimensionOf(Value *V, Builtin Kind) {
  if (isa<TruncInst>(V))
    V = cast<TruncInst>(V)->getOperand(0);
  auto *Call = dyn_cast<CallInst>(V);
  if (!Call || !Call->getCalledFunction() || classifyBuiltin(*Call->getCalledFunction()) != Kind)
    return std::nullopt;
  return cast<ConstantInt>(Call->getArgOperand(0))->getZExtValue();
}

class Recomposer {
public:
  Recomposer(Function &F, const LaunchShape &Launch) : F(F), Launch(Launch) {}

  void run() {
    replaceNumbers(F, [&](Instruction &I) { return replacementOf(I); });
  }

private:
  Value *replacementOf(Instruction &I) {
    IRBuilder<> B(&I);
    Value *X, *Y;
    if (match(&I, m_Add(m_Value(X), m_Value(Y)))) {
      std::optional<unsigned> D = dimensionOf(Y, Builtin::LocalId);
      if (!D) {
        std::swap(X, Y);
        D = dimensionOf(Y, Builtin::LocalId);
      }
      if (!D || !isFirstOfGroup(X, *D))
        return nullptr;
      Value *Id = B.CreateSub(emitQueryCall(B, Builtin::GlobalId, *D), emitQueryCall(B, Builtin::GlobalOffset, *D));
      return B.CreateTrunc(Id, I.getType());
    }
    if (!match(&I, m_Mul(m_Value(X), m_Value(Y))))
      return nullptr;
    std::optional<unsigned> D = dimensionOf(X, Builtin::NumGroups);
    if (!D) {
      std::swap(X, Y);
      D = dimensionOf(X, Builtin::NumGroups);
    }
    return D && isGroupSize(Y, *D) ? B.CreateTrunc(emitQueryCall(B, Builtin::GlobalSize, *D), I.getType()) : nullptr;
  }

  bool isGroupSize(Value *V, unsigned D) const {
    auto *C = dyn_cast<ConstantInt>(V);
    return dimensionOf(V, Builtin::LocalSize) == D || (C && C->getZExtValue() == knownSize(D));
  }

  bool isFirstOfGroup(Value *V, unsigned D) const {
    Value *X, *Y;
    const APInt *C;
    if (match(V, m_Trunc(m_Value(X))))
      V = X;
    if (match(V, m_Shl(m_Value(X), m_APInt(C))))
      return dimensionOf(X, Builtin::GroupId) == D && C->ult(32) && uint64_t(1) << C->getZExtValue() == knownSize(D);
    return match(V, m_Mul(m_Value(X), m_Value(Y))) && ((dimensionOf(X, Builtin::GroupId) == D && isGroupSize(Y, D)) ||
                                                       (dimensionOf(Y, Builtin::GroupId) == D && isGroupSize(X, D)));
  }

  std::optional<uint64_t> knownSize(unsigned D) const {
    return Launch.Constant ? std::optional<uint64_t>(Launch.Constant->local(D)) : std::nullopt;
  }

  Function &F;
  const LaunchShape &Launch;
};

} // namespace

void replaceNumbers(Function &F, function_ref<Value *(Instruction &)> ReplacementOf) {
  SmallVector<WeakTrackingVH, 8> Old;
  for (Instruction &I : make_early_inc_range(instructions(F)))
    if (I.getType()->isIntegerTy(32) || I.getType()->isIntegerTy(64))
      if (Value *New = ReplacementOf(I)) {
        I.replaceAllUsesWith(New);
        Old.push_back(&I);
      }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Old);
}

void recomposeGlobalIds(Function &Kernel, const LaunchShape &Launch) { Recomposer(Kernel, Launch).run(); }

void replaceOffsetIds(Function &Kernel) {
  for (Instruction &I : make_early_inc_range(instructions(Kernel))) {
    Value *X, *Y;
    if (!I.getType()->isIntegerTy(64) || !match(&I, m_Sub(m_Value(X), m_Value(Y))))
      continue;
    const std::optional<unsigned> D = dimensionOf(X, Builtin::GlobalId);
    if (!D || dimensionOf(Y, Builtin::GlobalOffset) != D)
      continue;
    IRBuilder<> B(&I);
    I.replaceAllUsesWith(emitQueryCall(B, Builtin::GroupId, *D));
    I.eraseFromParent();
  }
}

} // namespace syclfuse::fuser
