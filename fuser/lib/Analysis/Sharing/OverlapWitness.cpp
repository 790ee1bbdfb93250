// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "OverlapWitness.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace syclfuse::fuser {

// The most that is looked at for one question on one pair of accesses.
static constexpr unsigned MostCorners = 128, CornersPerEffort = 4;

static bool setDigits(const Coordinate &K, const Poly &Value, SmallVectorImpl<Poly> &Values) {
  if (K.Digits.size() == 1) {
    Values[K.Digits[0].first] = Value;
    return true;
  }
  std::optional<int64_t> Number = Value.constant();
  if (!Number)
    return false;
  for (auto [V, Weight] : reverse(K.Digits)) {
    Values[V] = Poly(*Number / Weight);
    *Number %= Weight;
  }
  return true;
}

// Whether a variable is one of the work-item, of a loop, or what is computed of such ones.
bool OverlapWitness::isKnown(unsigned V) const {
  const FormVariable &X = C.variable(V);
  if (X.By == FormVariable::Free)
    return X.Kind != FormVariable::Private || X.Exact;
  return all_of(X.Operands,
                [&](const Form &F) { return all_of(F.Terms, [&](const auto &T) { return isKnown(T.first); }); });
}

// Those that are computed and matter, in the order in which they can be.
void OverlapWitness::findComputed(const Form &F) {
  for (const auto &[V, K] : F.Terms)
    if (C.variable(V).By != FormVariable::Free && !is_contained(Computed, V)) {
      for (const Form &Operand : C.variable(V).Operands)
        findComputed(Operand);
      Computed.push_back(V);
    }
}

OverlapWitness::OverlapWitness(const AccessSide &I, const AccessSide &J, Crossing Over, const LaunchCoordinates &C)
    : I(I), J(J), Over(Over), C(C), Large(C) {
  for (const AccessForm *A : {&I.A, &J.A}) {
    findComputed(*A->Offset);
    for (const Constraint &G : A->Guards)
      findComputed(G.F);
  }
}

// What is computed, of the values of all others. Where it cannot be told, nothing can be proven with the value.
void OverlapWitness::compute(MutableArrayRef<Poly> Values) const {
  const Poly Unknown = Poly(INT64_MAX) + Poly(1);
  for (unsigned V : Computed) {
    const FormVariable &X = C.variable(V);
    Values[V] = Unknown;
    if (X.By == FormVariable::Quotient || X.By == FormVariable::Remainder) {
      if (const std::optional<int64_t> N = evaluate(X.Operands[0], Values).constant()) {
        const int64_t Rest = (*N % X.Divisor + X.Divisor) % X.Divisor;
        Values[V] = Poly(X.By == FormVariable::Remainder ? Rest : (*N - Rest) / X.Divisor);
      }
      continue;
    }
    for (auto [Operand, Conditions] : zip(X.Operands, X.Conditions))
      if (all_of(Conditions, [&](const Constraint &G) {
            return G.Kind == Constraint::AtLeastZero && Large.isAtLeastZero(evaluate(G.F, Values));
          }))
        Values[V] = evaluate(Operand, Values);
  }
}

// Whether what is known of both accesses says that they take place.
bool OverlapWitness::isComplete() const {
  auto Known = [&](const Form &F) { return all_of(F.Terms, [&](const auto &T) { return isKnown(T.first); }); };
  auto KnownSide = [&](const AccessForm &A) {
    return A.Complete && Known(*A.Offset) && all_of(A.Guards, [&](const Constraint &G) { return Known(G.F); });
  };
  return KnownSide(I.A) && KnownSide(J.A);
}

Poly OverlapWitness::evaluate(const Form &F, ArrayRef<Poly> Values) const {
  Poly Sum = F.Constant;
  for (const auto &[V, K] : F.Terms)
    Sum += K * Values[V];
  // A launch without an offset is one that is large enough.
  return Sum.mentionsAny([&](unsigned S) { return C.isOffset(S); })
             ? Sum.substitute([&](unsigned S) { return C.isOffset(S) ? Poly() : Poly::symbol(S); })
             : Sum;
}

bool OverlapWitness::fulfils(const AccessForm &A, ArrayRef<Poly> Values) const {
  for (const Coordinate &K : C.coordinates()) {
    Poly Sum;
    for (auto [V, Weight] : K.Digits)
      Sum += Values[V] * Poly(Weight);
    if (!Large.isAtLeastZero(Sum) || !Large.isLess(Sum, K.Size))
      return false;
  }
  for (unsigned V = 0; V != C.variables(); ++V) {
    const FormVariable &Variable = C.variable(V);
    const bool Matters = Variable.Kind != FormVariable::Private || Variable.Exact;
    if (Matters && (!Variable.Lowest || !Variable.Highest || !Large.isAtMost(*Variable.Lowest, Values[V]) ||
                    !Large.isAtMost(Values[V], *Variable.Highest)))
      return false;
  }
  for (const Constraint &G : A.Guards) {
    const Poly P = evaluate(G.F, Values);
    if (G.Kind == Constraint::Zero          ? !P.isZero()
        : G.Kind == Constraint::AtLeastZero ? !Large.isAtLeastZero(P)
                                            : !isNotZero(P))
      return false;
  }
  return true;
}

bool OverlapWitness::differ(ArrayRef<Poly> OfI, ArrayRef<Poly> OfJ) const {
  return any_of(C.coordinates(), [&](const Coordinate &K) {
    if (Over == Crossing::Groups && K.Kind != FormVariable::Group)
      return false;
    Poly Sum;
    for (auto [V, Weight] : K.Digits)
      Sum += (OfI[V] - OfJ[V]) * Poly(Weight);
    return isNotZero(Sum);
  });
}

bool OverlapWitness::holds(MutableArrayRef<Poly> OfI, MutableArrayRef<Poly> OfJ) const {
  if (!differ(OfI, OfJ))
    return false;
  compute(OfI);
  compute(OfJ);
  const std::optional<int64_t> D = (evaluate(*I.A.Offset, OfI) - evaluate(*J.A.Offset, OfJ)).constant();
  return D && isInWindow(*D) && fulfils(I.A, OfI) && fulfils(J.A, OfJ);
}

// Work-items at the corners of the launch and of its groups, and their neighbours.
bool OverlapWitness::findCorner(unsigned &Effort) const {
  if (!isComplete())
    return false;
  SmallVector<Poly, 16> OfI, OfJ;
  for (unsigned V = 0; V != C.variables(); ++V) {
    OfI.push_back(I.range(V).Low.value_or(Poly()));
    OfJ.push_back(J.range(V).Low.value_or(Poly()));
  }
  std::vector<Coordinate> Places(C.coordinates());
  for (unsigned V = C.idVariables(); V != C.variables(); ++V)
    if (C.variable(V).Exact && isUsed(V))
      Places.push_back({{{V, 1}}, *C.variable(V).Highest + Poly(1), FormVariable::Private});
  std::vector<SmallVector<Corner, 8>> Corners;
  for (const Coordinate &K : Places)
    Corners.push_back(findCorners(K));
  // What is the same for all corners.
  SmallVector<Poly, 16> RestI(C.variables()), RestJ(C.variables());
  const unsigned Granted = std::min(MostCorners, Effort);
  unsigned Nodes = Granted * CornersPerEffort;
  const Poly Sum = evaluate(*I.A.Offset, RestI) - evaluate(*J.A.Offset, RestJ);
  const bool Found = Nodes && tryCorners(Places, Corners, Sum, 0, OfI, OfJ, Nodes);
  Effort -= Granted - Nodes / CornersPerEffort;
  return Found;
}

bool OverlapWitness::isUsed(unsigned V) const {
  return !I.A.Offset->coefficient(V).isZero() || !J.A.Offset->coefficient(V).isZero();
}
bool OverlapWitness::isComputed(const Form &F) const {
  return any_of(F.Terms, [&](const auto &T) { return C.variable(T.first).By != FormVariable::Free; });
}

SmallVector<OverlapWitness::Corner, 8> OverlapWitness::findCorners(const Coordinate &K) const {
  const Poly Last = K.Size - Poly(1), Before = K.Size - Poly(2), First(0), Second(1);
  const std::pair<Poly, Poly> Places[] = {{First, Last},   {Last, First},  {First, First}, {First, Second},
                                          {Second, First}, {Last, Before}, {Before, Last}, {Last, Last}};
  SmallVector<Corner, 8> Found;
  for (const auto &[OfI, OfJ] : Places) {
    SmallVector<Poly, 16> Values(C.variables());
    Form A, B;
    for (auto [V, Weight] : K.Digits) {
      A = A + Form::variable(V) * I.A.Offset->coefficient(V);
      B = B + Form::variable(V) * J.A.Offset->coefficient(V);
    }
    if (!setDigits(K, OfI, Values))
      continue;
    const Poly Left = evaluate(A, Values);
    if (setDigits(K, OfJ, Values))
      Found.push_back({OfI, OfJ, Left - evaluate(B, Values)});
  }
  return Found;
}

// Sum: D so far. Symbols in it must cancel in the end, so that what no other coordinate has is in vain. Where D has
// parts that are computed, it is known in the end only.
bool OverlapWitness::tryCorners(ArrayRef<Coordinate> Places, ArrayRef<SmallVector<Corner, 8>> Corners, const Poly &Sum,
                                size_t At, SmallVectorImpl<Poly> &OfI, SmallVectorImpl<Poly> &OfJ,
                                unsigned &Nodes) const {
  if (Nodes == 0)
    return false;
  --Nodes;
  const bool Computed = isComputed(*I.A.Offset) || isComputed(*J.A.Offset);
  if (At == Corners.size()) {
    const std::optional<int64_t> D = Sum.constant();
    return (Computed || (D && isInWindow(*D))) && holds(OfI, OfJ);
  }
  auto IsLeft = [&](const Monomial &M) {
    return any_of(Corners.drop_front(At), [&](const auto &List) {
      return any_of(List, [&](const Corner &Place) { return Place.Sum.coefficient(M) != 0; });
    });
  };
  if (!Computed && !Sum.allMonomials([&](const Monomial &M) { return M.empty() || IsLeft(M); }))
    return false;
  for (const Corner &Place : Corners[At])
    if (setDigits(Places[At], Place.OfI, OfI) && setDigits(Places[At], Place.OfJ, OfJ) &&
        tryCorners(Places, Corners, Sum + Place.Sum, At + 1, OfI, OfJ, Nodes))
      return true;
  return false;
}

} // namespace syclfuse::fuser
