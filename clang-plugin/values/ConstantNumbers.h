// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computes numbers, sizes and ranges that are the same in every run.
#pragma once

#include "HostValues.h"
#include "Mutations.h"

namespace syclfuse::plugin {

class ConstantNumbers {
public:
  ConstantNumbers(HostValues &Values, Mutations &Changes) : Values(Values), Changes(Changes) {
    Values.Integers = [this](Value V) { return integer(V); };
  }
  ~ConstantNumbers() { Values.Integers = nullptr; }
  ConstantNumbers(const ConstantNumbers &) = delete;

  // The integer that V always is, of V's type.
  std::optional<llvm::APSInt> number(Value V);
  // True if the condition V always holds, false if it never does.
  std::optional<bool> condition(Value V);
  // The result of an operation, of type T; nothing if it is not defined.
  std::optional<llvm::APSInt> computed(clang::BinaryOperatorKind Kind, const llvm::APSInt &L, const llvm::APSInt &R,
                                       clang::QualType T);
  // number, if it is not negative.
  std::optional<uint64_t> integer(Value V);
  // The sizes of a sycl::range or sycl::id, or of a number that converts to one; empty if they are not constant.
  std::vector<uint64_t> sizes(Value V);
  // The range that a sycl::buffer is made with; empty if it is not constant.
  std::vector<uint64_t> bufferRange(Value Buffer);
  // The bytes of V's object, in hexadecimal, if it is a number, a bool, or an array or class of these without padding,
  // and always the same; else empty.
  std::string bytes(Value V);
  // The constant parts of a sycl::nd_range, or of a range.
  manifest::nd_range ndRange(Value V);
  // As HostValues::origin, but only through variables that keep their first value.
  Value source(Value V);

private:
  std::optional<llvm::APSInt> computed(const clang::Expr *E, const Env *In);
  std::optional<llvm::APSInt> binary(const clang::BinaryOperator *E, const Env *In);
  std::optional<llvm::APSInt> unary(const clang::UnaryOperator *E, const Env *In);
  std::optional<llvm::APSInt> variable(const clang::VarDecl *D, const Env *In);
  std::optional<llvm::APSInt> called(const clang::CallExpr *E, const Env *In);
  std::optional<llvm::APSInt> fit(std::optional<llvm::APSInt> Number, clang::QualType T);
  std::vector<uint64_t> sizesOf(Value V);
  std::vector<uint64_t> list(llvm::ArrayRef<const clang::Expr *> Elements, const Env *In);
  std::vector<uint64_t> evaluated(const clang::Expr *E);

  HostValues &Values;
  Mutations &Changes;
  unsigned Depth = 0;
};

} // namespace syclfuse::plugin
