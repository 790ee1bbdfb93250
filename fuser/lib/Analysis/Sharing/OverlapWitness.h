// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Looks for two work-items that meet.
#pragma once

#include "AccessSide.h"

namespace syclfuse::fuser {

// Sizes of a launch that is large enough.
class LargeLaunch : public SymbolBounds {
public:
  explicit LargeLaunch(const LaunchCoordinates &C) : C(C) {}
  std::optional<int64_t> leastValue(unsigned S) const override {
    return C.isSize(S) ? std::optional<int64_t>(C.leastSizeOfLarge(S)) : C.leastValue(S);
  }

private:
  const LaunchCoordinates &C;
};

class OverlapWitness {
public:
  // The sides must outlive it.
  OverlapWitness(const AccessSide &I, const AccessSide &J, Crossing Over, const LaunchCoordinates &C);

  // True if all conditions of both accesses are known, so that a witness makes them.
  bool isComplete() const;
  // True if work-items with these values of their variables exist in a launch that is large enough, are not the same,
  // and meet. The variables that are computed get their values.
  bool holds(llvm::MutableArrayRef<Poly> OfI, llvm::MutableArrayRef<Poly> OfJ) const;
  // True if holds() for work-items at the corners of the launch and of its groups, or their neighbours.
  bool findCorner(unsigned &Effort) const;

private:
  // Places for both work-items in one coordinate, and what they add to the difference of the offsets.
  struct Corner {
    Poly OfI, OfJ, Sum;
  };

  bool isKnown(unsigned V) const;
  void findComputed(const Form &F);
  void compute(llvm::MutableArrayRef<Poly> Values) const;
  Poly evaluate(const Form &F, llvm::ArrayRef<Poly> Values) const;
  bool fulfils(const AccessForm &A, llvm::ArrayRef<Poly> Values) const;
  bool isNotZero(const Poly &P) const { return Large.isPositive(P) || Large.isPositive(-P); }
  bool differ(llvm::ArrayRef<Poly> OfI, llvm::ArrayRef<Poly> OfJ) const;
  bool isUsed(unsigned V) const;
  bool isComputed(const Form &F) const;
  llvm::SmallVector<Corner, 8> findCorners(const Coordinate &K) const;
  bool tryCorners(llvm::ArrayRef<Coordinate> Places, llvm::ArrayRef<llvm::SmallVector<Corner, 8>> Corners,
                  const Poly &Sum, size_t At, llvm::SmallVectorImpl<Poly> &OfI, llvm::SmallVectorImpl<Poly> &OfJ,
                  unsigned &Nodes) const;
  bool isInWindow(int64_t D) const { return D >= 1 - int64_t(I.A.Size) && D <= int64_t(J.A.Size) - 1; }

  const AccessSide &I, &J;
  const Crossing Over;
  const LaunchCoordinates &C;
  const LargeLaunch Large;
  llvm::SmallVector<unsigned, 4> Computed;
};

} // namespace syclfuse::fuser
