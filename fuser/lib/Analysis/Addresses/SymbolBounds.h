// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Proves signs of polynomials.
#pragma once

#include "Poly.h"

#include <optional>

namespace syclfuse::fuser {

// The least value that each symbol can have, where that is known.
class SymbolBounds {
public:
  virtual ~SymbolBounds() = default;
  virtual std::optional<int64_t> leastValue(unsigned Symbol) const = 0;

  // Proven for all values of the symbols. False: not proven.
  bool isAtLeastZero(const Poly &P) const;
  bool isPositive(const Poly &P) const { return isAtLeastZero(P - Poly(1)); }
  bool isLess(const Poly &A, const Poly &B) const { return isPositive(B - A); }
  bool isAtMost(const Poly &A, const Poly &B) const { return isAtLeastZero(B - A); }
};

} // namespace syclfuse::fuser
