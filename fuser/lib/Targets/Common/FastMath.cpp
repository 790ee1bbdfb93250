// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FastMath.h"

#include "Analysis/Dialects/Builtins.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

Intrinsic::ID intrinsicOf(StringRef Name) {
  return StringSwitch<Intrinsic::ID>(Name)
      .Case("cos", Intrinsic::cos)
      .Case("exp", Intrinsic::exp)
      .Case("exp10", Intrinsic::exp10)
      .Case("exp2", Intrinsic::exp2)
      .Case("log", Intrinsic::log)
      .Case("log10", Intrinsic::log10)
      .Case("log2", Intrinsic::log2)
      .Case("sin", Intrinsic::sin)
      .Case("sqrt", Intrinsic::sqrt)
      .Case("tan", Intrinsic::tan)
      .Default(Intrinsic::not_intrinsic);
}

Value *precise(IRBuilderBase &B, StringRef Name, Value *X, Value *Y) {
  Name = Name.split('_').second;
  Constant *One = ConstantFP::get(X->getType(), 1);
  if (Intrinsic::ID ID = intrinsicOf(Name))
    return B.CreateUnaryIntrinsic(ID, X);
  if (Name == "divide")
    return B.CreateFDiv(X, Y);
  if (Name == "recip")
    return B.CreateFDiv(One, X);
  if (Name == "rsqrt")
    return B.CreateFDiv(One, B.CreateUnaryIntrinsic(Intrinsic::sqrt, X));
  return B.CreateBinaryIntrinsic(Intrinsic::pow, X, Y);
}

} // namespace

void lowerFastMath(Module &M, FastFunction Replace, function_ref<bool(StringRef Name)> Stays) {
  for (Function &F : make_early_inc_range(M)) {
    StringRef Name = fastFunction(F.getName());
    if (!F.isDeclaration() || Name.empty() || Stays(Name))
      continue;
    auto IsFloat = [](Type *T) { return T->isFloatTy(); };
    for (User *U : make_early_inc_range(F.users())) {
      auto *Call = dyn_cast<CallInst>(U);
      if (!Call || Call->getCalledFunction() != &F || !IsFloat(Call->getType()) ||
          !all_of(Call->args(), [&](const Use &A) { return IsFloat(A->getType()); }))
        continue;
      IRBuilder<> B(Call);
      Value *X = Call->getArgOperand(0), *Y = Call->arg_size() > 1 ? Call->getArgOperand(1) : nullptr;
      Value *Fast = Replace ? Replace(B, Name, X, Y) : nullptr;
      Call->replaceAllUsesWith(Fast ? Fast : precise(B, Name, X, Y));
      Call->eraseFromParent();
    }
    if (F.use_empty())
      F.eraseFromParent();
  }
}

} // namespace syclfuse::fuser
