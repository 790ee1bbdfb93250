// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CudaFastMath.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace syclfuse::fuser {
namespace {

class Approximation {
public:
  explicit Approximation(IRBuilderBase &B) : B(B) {}

  Value *of(StringRef Name, Value *X, Value *Y) {
    using namespace numbers;
    // The others have an absolute error, or lose large operands.
    if (Name.consume_front("half_") && !is_contained({"exp", "exp2", "exp10", "recip", "rsqrt", "sqrt"}, Name))
      return nullptr;
    Name.consume_front("native_");
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

  IRBuilderBase &B;
};

} // namespace

Value *cudaFastFunction(IRBuilderBase &B, StringRef Name, Value *X, Value *Y) {
  return Approximation(B).of(Name, X, Y);
}

} // namespace syclfuse::fuser
