// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FastMath.h"

#include "Analysis/Dialects/Builtins.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"

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

Value *precise(IRBuilder<> &B, StringRef Name, Value *X, Value *Y) {
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

class Approximation {
public:
  explicit Approximation(IRBuilder<> &B) : B(B) {}

  Value *of(StringRef Name, Value *X, Value *Y) {
    using namespace numbers;
    if (Name == "exp2")
      return exp2(X);
    if (Name == "exp")
      return exp2(times(X, log2e));
    if (Name == "exp10")
      return exp2(times(X, ln10 * log2e));
    if (Name == "log2")
      return log2(X);
    if (Name == "log")
      return times(log2(X), ln2);
    if (Name == "log10")
      return times(log2(X), ln2 / ln10);
    if (Name == "powr")
      return exp2(B.CreateFMul(Y, log2(X)));
    if (Name == "sin")
      return sin(X);
    if (Name == "cos")
      return cos(X);
    if (Name == "tan")
      return divide(sin(X), cos(X));
    if (Name == "sqrt")
      return call(Intrinsic::nvvm_sqrt_approx_f, X);
    if (Name == "rsqrt")
      return call(Intrinsic::nvvm_rsqrt_approx_f, X);
    return Name == "recip" ? divide(ConstantFP::get(X->getType(), 1), X) : divide(X, Y);
  }

private:
  Value *call(Intrinsic::ID ID, Value *X) { return B.CreateIntrinsic(ID, {}, {X}); }
  Value *times(Value *X, double By) { return B.CreateFMul(X, ConstantFP::get(X->getType(), By)); }
  Value *exp2(Value *X) { return B.CreateIntrinsic(Intrinsic::nvvm_ex2_approx, {X->getType()}, {X}); }
  Value *log2(Value *X) { return call(Intrinsic::nvvm_lg2_approx_f, X); }
  Value *sin(Value *X) { return call(Intrinsic::nvvm_sin_approx_f, X); }
  Value *cos(Value *X) { return call(Intrinsic::nvvm_cos_approx_f, X); }
  Value *divide(Value *X, Value *Y) { return B.CreateIntrinsic(Intrinsic::nvvm_div_approx_f, {}, {X, Y}); }

  IRBuilder<> &B;
};

} // namespace

void lowerFastMath(Module &M, FastMath How) {
  for (Function &F : make_early_inc_range(M)) {
    StringRef Name = fastFunction(F.getName());
    if (!F.isDeclaration() || Name.empty())
      continue;
    auto IsFloat = [](Type *T) { return T->isFloatTy(); };
    for (User *U : make_early_inc_range(F.users())) {
      auto *Call = dyn_cast<CallInst>(U);
      if (!Call || Call->getCalledFunction() != &F || !IsFloat(Call->getType()) ||
          !all_of(Call->args(), [&](const Use &A) { return IsFloat(A->getType()); }))
        continue;
      IRBuilder<> B(Call);
      Value *X = Call->getArgOperand(0), *Y = Call->arg_size() > 1 ? Call->getArgOperand(1) : nullptr;
      Call->replaceAllUsesWith(How == FastMath::Nvptx ? Approximation(B).of(Name, X, Y) : precise(B, Name, X, Y));
      Call->eraseFromParent();
    }
    if (F.use_empty())
      F.eraseFromParent();
  }
}

} // namespace syclfuse::fuser
