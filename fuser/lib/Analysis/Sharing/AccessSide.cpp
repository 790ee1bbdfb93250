// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "AccessSide.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace llvm;

namespace syclfuse::fuser {

AccessSide::AccessSide(const AccessForm &A, const LaunchCoordinates &C) : A(A), C(C) {
  for (unsigned Pass = 0; Pass != 2 && !A.Guards.empty(); ++Pass)
    for (const Constraint &G : A.Guards) {
      // What is not zero, and no less, is at least one.
      const Form One(Poly(G.Kind == Constraint::NotZero ? 1 : 0));
      if (G.Kind != Constraint::NotZero || isAtLeastZero(G.F))
        narrow(G.F - One);
      if (G.Kind == Constraint::Zero || (G.Kind == Constraint::NotZero && isAtLeastZero(G.F * Poly(-1))))
        narrow(G.F * Poly(-1) - One);
    }
}

Interval &AccessSide::own(unsigned V) const {
  auto [It, New] = Ranges.try_emplace(V);
  if (New)
    It->second = {C.variable(V).Lowest, C.variable(V).Highest};
  return It->second;
}

bool AccessSide::isAtLeastZero(const Form &F) const {
  const std::optional<Poly> Low = C.lowest(F);
  return Low && C.isAtLeastZero(*Low);
}

bool AccessSide::isEmpty() const {
  auto IsEmpty = [&](unsigned V) {
    const Interval &R = own(V);
    return R.Low && R.High && C.isPositive(*R.Low - *R.High);
  };
  auto HasEmpty = [&](const Form &F) { return any_of(F.Terms, [&](const auto &T) { return IsEmpty(T.first); }); };
  return any_of(seq(C.idVariables()), IsEmpty) || (A.Offset && HasEmpty(*A.Offset)) ||
         any_of(A.Guards, [&](const Constraint &G) { return HasEmpty(G.F); });
}

// F, or F and a multiple of a guard, which is no less, where that has fewer variables.
SmallVector<Poly, 4> AccessSide::highest(const Form &F) const {
  constexpr unsigned None = ~0u;
  SmallVector<Poly, 4> Found;
  auto Add = [&](const Form &Bound) {
    if (const std::optional<Poly> High = highestWithout(Bound, None); High && !is_contained(Found, *High))
      Found.push_back(*High);
  };
  for (const Constraint &G : A.Guards) {
    if (G.Kind == Constraint::NotZero || F.isUniform())
      continue;
    for (const int64_t Sign : {1, -1})
      for (const auto &[V, K] : G.F.Terms)
        if (const std::optional<int64_t> Times = (-F.coefficient(V)).multipleOf(K);
            Times && *Times * Sign > 0 && (Sign > 0 || G.Kind == Constraint::Zero)) {
          Add(F + G.F * Poly(*Times));
          break;
        }
  }
  Add(F);
  return Found;
}

std::optional<Poly> AccessSide::highestWithout(const Form &F, unsigned Skipped) const {
  Poly Sum = F.Constant;
  for (const auto &[V, K] : F.Terms) {
    if (V == Skipped)
      continue;
    const bool Positive = C.isAtLeastZero(K);
    const std::optional<Poly> &Bound = Positive ? own(V).High : own(V).Low;
    if (!Bound || (!Positive && !C.isAtLeastZero(-K)))
      return std::nullopt;
    Sum = Sum + K * *Bound;
  }
  return Sum;
}

// F >= 0.
void AccessSide::narrow(const Form &F) {
  for (const auto &[V, K] : F.Terms)
    if (std::optional<Poly> Others = highestWithout(F, V)) // K·V >= -Others
      narrow(own(V), K, *Others);
}

void AccessSide::narrow(Interval &R, const Poly &K, const Poly &Others) {
  const std::optional<int64_t> Factor = K.constant(), Number = Others.constant();
  if (!Factor) {
    if (C.isPositive(-K) && C.isAtLeastZero(-Others))
      atMost(R, Poly(0));
  } else if (*Factor == 1) {
    atLeast(R, -Others);
  } else if (*Factor == -1) {
    atMost(R, Others);
  } else if (Number && *Number != INT64_MIN && *Factor != INT64_MIN) {
    const int64_t Size = std::abs(*Factor), Rounded = (*Number % Size + Size) % Size;
    const int64_t Quotient = (*Number - Rounded) / Size; // rounded down
    *Factor > 0 ? atLeast(R, Poly(-Quotient)) : atMost(R, Poly(Quotient));
  }
}

// The range itself holds as well, so that a bound that is known to be no better is left out.
void AccessSide::atLeast(Interval &R, const Poly &P) {
  if (R.Low && C.isAtMost(P, *R.Low))
    return;
  OtherBounds |= R.Low && !C.isAtMost(*R.Low, P);
  R.Low = P;
}
void AccessSide::atMost(Interval &R, const Poly &P) {
  if (R.High && C.isAtMost(*R.High, P))
    return;
  OtherBounds |= R.High && !C.isAtMost(P, *R.High);
  R.High = P;
}

} // namespace syclfuse::fuser
