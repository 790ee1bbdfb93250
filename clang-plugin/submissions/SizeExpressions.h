// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writes sizes as what they are computed from (syclfuse/size_expression.hpp): what has the same text in one region is
// the same.
#pragma once

#include "values/ConstantNumbers.h"

namespace syclfuse::plugin {

class SizeExpressions {
public:
  // The text of size Index of V (a variable, or part of one), and of size Index of the range of the buffer V; empty if
  // it may change.
  using Atom = std::function<std::string(Value V, unsigned Index)>;
  SizeExpressions(HostValues &Values, ConstantNumbers &Sizes, Atom OfValue, Atom OfBuffer)
      : Values(Values), Sizes(Sizes), OfValue(std::move(OfValue)), OfBuffer(std::move(OfBuffer)) {}

  // The expression of a number; empty if it may change.
  std::string number(Value V);
  // The expressions of a number, range, id or array of numbers, one per dimension; empty if one of them may change.
  std::vector<std::string> list(Value V);
  // The expressions of an nd_range.
  manifest::nd_range_expressions ndRange(Value V);

private:
  using Texts = std::vector<std::string>;
  std::string numberOf(Value V);
  Texts listOf(Value V);
  Texts each(llvm::ArrayRef<const clang::Expr *> Elements, const Env *In);
  Texts combined(const Texts &A, const Texts &B, char Operator);
  Texts named(Value V, unsigned Count, unsigned First = 0);
  Texts ofBuffer(Value Buffer);
  std::string product(const Texts &Factors);
  unsigned dimensions(clang::QualType T);

  HostValues &Values;
  ConstantNumbers &Sizes;
  Atom OfValue, OfBuffer;
  unsigned Depth = 0;
};

} // namespace syclfuse::plugin
