// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SymbolBounds.h"

namespace syclfuse::fuser {

bool SymbolBounds::isAtLeastZero(const Poly &P) const {
  if (auto C = P.constant())
    return *C >= 0;
  if (P.mentionsAny([&](unsigned S) { return !leastValue(S); }))
    return false;
  // Each symbol as its least value and something not negative.
  return P.substitute([&](unsigned S) { return Poly::symbol(S) + Poly(*leastValue(S)); }).allCoefficientsAtLeastZero();
}

} // namespace syclfuse::fuser
