// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "AffineForm.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace llvm;

namespace syclfuse::fuser {

Form Form::variable(unsigned V) {
  Form F;
  F.Terms.push_back({V, Poly(1)});
  return F;
}

Form Form::operator+(const Form &O) const {
  Form R(Constant + O.Constant);
  const auto *A = Terms.begin(), *B = O.Terms.begin();
  while (A != Terms.end() || B != O.Terms.end()) {
    if (B == O.Terms.end() || (A != Terms.end() && A->first < B->first)) {
      R.Terms.push_back(*A++);
    } else if (A == Terms.end() || B->first < A->first) {
      R.Terms.push_back(*B++);
    } else {
      Poly Sum = A->second + B->second;
      if (!Sum.isZero())
        R.Terms.push_back({A->first, Sum});
      ++A, ++B;
    }
  }
  return R;
}

Form Form::operator*(const Poly &P) const {
  Form R(Constant * P);
  if (!P.isZero())
    for (const auto &[V, C] : Terms)
      R.Terms.push_back({V, C * P});
  return R;
}

bool Form::operator<(const Form &O) const {
  if (Constant < O.Constant || O.Constant < Constant)
    return Constant < O.Constant;
  return std::lexicographical_compare(Terms.begin(), Terms.end(), O.Terms.begin(), O.Terms.end());
}

bool Form::isBad() const {
  return Constant.isBad() || any_of(Terms, [](const auto &T) { return T.second.isBad(); });
}

std::optional<Form> Form::dividedBy(int64_t D) const {
  const std::optional<Poly> C = Constant.dividedBy(D);
  if (!C)
    return std::nullopt;
  Form R(*C);
  for (const auto &[V, K] : Terms) {
    std::optional<Poly> Q = K.dividedBy(D);
    if (!Q)
      return std::nullopt;
    R.Terms.push_back({V, std::move(*Q)});
  }
  return R;
}

Poly Form::coefficient(unsigned V) const {
  for (const auto &[Variable, C] : Terms)
    if (Variable == V)
      return C;
  return Poly();
}

} // namespace syclfuse::fuser
