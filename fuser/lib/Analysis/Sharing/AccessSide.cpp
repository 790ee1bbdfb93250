// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "AccessSide.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace syclfuse::fuser {

AccessSide::AccessSide(const AccessForm &A, const LaunchCoordinates &C) : A(A), C(C) {
  for (unsigned V = 0; V != C.variables(); ++V)
    Ranges.push_back({C.variable(V).Lowest, C.variable(V).Highest});
  for (unsigned Pass = 0; Pass != 2 && !A.Guards.empty(); ++Pass)
    for (const Constraint &G : A.Guards)
      if (G.Kind != Constraint::NotZero) {
        narrow(G.F);
        if (G.Kind == Constraint::Zero)
          narrow(G.F * Poly(-1));
      }
}

bool AccessSide::isEmpty() const {
  return any_of(Ranges, [&](const Interval &R) { return R.Low && R.High && C.isPositive(*R.Low - *R.High); });
}

std::optional<Poly> AccessSide::highestWithout(const Form &F, unsigned Skipped) const {
  Poly Sum = F.Constant;
  for (const auto &[V, K] : F.Terms) {
    if (V == Skipped)
      continue;
    const bool Positive = C.isAtLeastZero(K);
    const std::optional<Poly> &Bound = Positive ? Ranges[V].High : Ranges[V].Low;
    if (!Bound || (!Positive && !C.isAtLeastZero(-K)))
      return std::nullopt;
    Sum = Sum + K * *Bound;
  }
  return Sum;
}

SmallVector<AccessSide::Bound, 4> AccessSide::bounds(unsigned V, bool Upper) const {
  SmallVector<Bound, 4> Result;
  auto Add = [&](const std::optional<Poly> &P, int64_t Divisor) {
    if (P && none_of(Result, [&](const Bound &B) { return B.Value == *P && B.Divisor == Divisor; }))
      Result.push_back({*P, Divisor});
  };
  Add(Upper ? C.variable(V).Highest : C.variable(V).Lowest, 1);
  Add(Upper ? Ranges[V].High : Ranges[V].Low, 1);
  for (const Constraint &G : reverse(A.Guards))
    for (const int64_t Sign : {1, -1}) {
      if (G.Kind == Constraint::NotZero || (Sign < 0 && G.Kind == Constraint::AtLeastZero))
        continue;
      // Factor·V + others >= 0
      const std::optional<int64_t> Coefficient = G.F.coefficient(V).constant();
      const int64_t Factor = Sign * Coefficient.value_or(0);
      if (Coefficient == INT64_MIN || (Upper ? Factor >= 0 : Factor <= 0))
        continue;
      if (std::optional<Poly> Others = highestWithout(Sign < 0 ? G.F * Poly(-1) : G.F, V))
        Add(Upper ? *Others : -*Others, std::abs(Factor));
    }
  return Result;
}

// F >= 0.
void AccessSide::narrow(const Form &F) {
  for (const auto &[V, K] : F.Terms)
    if (std::optional<Poly> Others = highestWithout(F, V)) // K·V >= -Others
      narrow(Ranges[V], K, *Others);
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
  if (!R.Low || !C.isAtMost(P, *R.Low))
    R.Low = P;
}
void AccessSide::atMost(Interval &R, const Poly &P) {
  if (!R.High || !C.isAtMost(*R.High, P))
    R.High = P;
}

} // namespace syclfuse::fuser
