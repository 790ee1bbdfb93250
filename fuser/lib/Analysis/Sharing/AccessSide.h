// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One access with the ranges of its variables, narrowed by its guards.
#pragma once

#include "AccessForm.h"

#include "llvm/ADT/SmallVector.h"

#include <unordered_map>

namespace syclfuse::fuser {

struct Interval {
  std::optional<Poly> Low, High;
};

class AccessSide {
public:
  AccessSide(const AccessForm &A, const LaunchCoordinates &C);

  // Between the best bounds that are polynomials.
  const Interval &range(unsigned V) const { return own(V); }
  // Numbers that F is at most in the work-items that fulfil the guards: of several it is not known which is the least.
  llvm::SmallVector<Poly, 4> highest(const Form &F) const;
  // True if no work-item fulfils the guards.
  bool isEmpty() const;
  // True if a range has a bound by a guard in place of its own, of which it is not known which one is better.
  bool hasOtherBounds() const { return OtherBounds; }

  const AccessForm &A;

private:
  Interval &own(unsigned V) const;
  std::optional<Poly> highestWithout(const Form &F, unsigned Skipped) const;
  bool isAtLeastZero(const Form &F) const;
  void narrow(const Form &F);
  void narrow(Interval &R, const Poly &K, const Poly &Others);
  void atLeast(Interval &R, const Poly &P);
  void atMost(Interval &R, const Poly &P);

  const LaunchCoordinates &C;
  // Of the variables that were asked for: there are as many as all kernels have, and as many accesses.
  mutable std::unordered_map<unsigned, Interval> Ranges;
  bool OtherBounds = false;
};

} // namespace syclfuse::fuser
