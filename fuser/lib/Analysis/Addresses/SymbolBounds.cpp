// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SymbolBounds.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace syclfuse::fuser {

bool SymbolBounds::isAtLeastZero(const Poly &P) const {
  if (auto C = P.constant())
    return *C >= 0;
  if (P.mentionsAny([&](unsigned S) { return !leastValue(S); }))
    return false;
  // What comes next leaves the coefficients of the highest degree as they are.
  unsigned Degree = 0;
  for (const auto &[M, K] : P.terms())
    Degree = std::max(Degree, M.size());
  if (any_of(P.terms(), [&](const auto &T) { return T.first.size() == Degree && T.second < 0; }))
    return false;
  // Each symbol as its least value and something not negative.
  return P.substitute([&](unsigned S) { return Poly::symbol(S) + Poly(*leastValue(S)); }).allCoefficientsAtLeastZero();
}

} // namespace syclfuse::fuser
