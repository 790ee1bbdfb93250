// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two work-items i and j meet if D = A(i) - B(j) lies in the window [1 - size of A, size of B - 1]. The question is
// split into cases, "i is larger than j in variable v" and "smaller", whose union is "i and j differ"; each is an
// integer problem over a box. Where all is constant it is searched exactly, largest coefficients first. Where sizes are
// symbols, the digits of D are eliminated one by one, and witnesses are looked for in the corners of the launch.
#include "OverlapSolver.h"

#include "OverlapWitness.h"

#include "llvm/ADT/STLExtras.h"

#include <numeric>

using namespace llvm;

namespace syclfuse::fuser {

namespace {

using Wide = __int128;

// The most that is looked at for one question on one pair of accesses: with constants only, which is fast, and with
// symbols.
constexpr unsigned MostNodes = 4096, MostSymbolicNodes = 48, SkippedPerNode = 256, NodesPerWitness = 32;
// With factors up to this, and ids of launches whose sizes are not known, addresses do not overflow 64 bits: factors
// that are sizes, or numbers.
constexpr uint64_t SmallCoefficient = uint64_t(1) << 20, SmallNumber = uint64_t(1) << 28;

// One unknown of D, with its range. Difference: that of a variable of i and of j.
struct Term {
  enum KindT { Difference, OfI, OfJ } Kind;
  unsigned Variable;
  Poly Coefficient;
  Interval Range;
};

struct Case {
  SmallVector<Term, 8> Terms;
  Poly Constant;
};

class Pair {
public:
  Pair(const AccessSide &I, const AccessSide &J, Crossing Over, const LaunchCoordinates &C, unsigned &Effort)
      : I(I), J(J), Over(Over), C(C), Effort(Effort), Witness(I, J, Over, C), Low(1 - int64_t(I.A.Size)),
        High(int64_t(J.A.Size) - 1) {}

  Meets solve(bool Corners) {
    if (const Meets Result = solveCases(); Result != Meets::Unknown)
      return Result;
    return Corners && Witness.findCorner(Effort) ? Meets::Always : Meets::Unknown;
  }

private:
  Meets solveCases() {
    if (I.isEmpty() || J.isEmpty())
      return Meets::Never;
    --Effort;
    bool Never = true;
    for (unsigned V = 0; V != C.idVariables(); ++V) {
      if (Over == Crossing::Groups && C.variable(V).Kind != FormVariable::Group)
        continue;
      for (bool Greater : {true, false}) {
        const Meets M = solve(makeCase(V, Greater, {}, {}));
        if (M == Meets::Always)
          return M;
        Never &= M == Meets::Never || neverInSums(V, Greater);
      }
    }
    return Never ? Meets::Never : Meets::Unknown;
  }

  static std::optional<Poly> minus(const std::optional<Poly> &A, const std::optional<Poly> &B) {
    return A && B ? std::optional(*A - *B) : std::nullopt;
  }

  static bool isSingle(const Interval &R) { return R.Low && R.High && *R.Low == *R.High; }

  // Several numbers of an offset of which a guard says how large they are together, as `if (l + 256 * k < n)` for an
  // access at 4 * l + 1024 * k.
  struct Sum {
    SmallVector<unsigned, 4> Variables;
    Poly Coefficient;
    Interval Range;
    bool has(unsigned V) const { return is_contained(Variables, V); }
  };

  std::optional<Sum> sumOf(const AccessSide &Side, unsigned Different) const {
    for (const Constraint &G : Side.A.Guards) {
      if (G.Kind == Constraint::NotZero || G.F.Terms.size() < 2)
        continue;
      const auto &[First, OfFirst] = *G.F.Terms.begin();
      const std::optional<Poly> Times = (-Side.A.Offset->coefficient(First)).quotientBy(OfFirst);
      const auto IsPart = [&](const auto &T) {
        return T.first != Different && C.variable(T.first).Kind != FormVariable::Group &&
               -Side.A.Offset->coefficient(T.first) == *Times * T.second;
      };
      if (!Times || Times->isZero() || !all_of(G.F.Terms, IsPart))
        continue;
      Sum S{{}, *Times, {}};
      Form Parts;
      for (const auto &[V, K] : G.F.Terms) {
        S.Variables.push_back(V);
        Parts = Parts - Form::variable(V) * K;
      }
      S.Range.High = G.F.Constant;
      S.Range.Low = G.Kind == Constraint::Zero ? S.Range.High : C.lowest(Parts);
      if (S.Range.Low)
        return S;
    }
    return std::nullopt;
  }

  bool neverInSums(unsigned Different, bool Greater) {
    const std::optional<Sum> OfI = sumOf(I, Different), OfJ = sumOf(J, Different);
    return (OfI || OfJ) && solve(makeCase(Different, Greater, OfI, OfJ)) == Meets::Never;
  }

  // Sums of I and of J stand for the variables that are in them.
  Case makeCase(unsigned Different, bool Greater, const std::optional<Sum> &SumOfI,
                const std::optional<Sum> &SumOfJ) const {
    Case K;
    const Form &A = *I.A.Offset, &B = *J.A.Offset;
    K.Constant = A.Constant - B.Constant;
    if (SumOfI)
      K.Terms.push_back({Term::OfI, C.variables(), SumOfI->Coefficient, SumOfI->Range});
    if (SumOfJ)
      K.Terms.push_back({Term::OfJ, C.variables(), -SumOfJ->Coefficient, SumOfJ->Range});
    SmallVector<unsigned, 8> Used{Different};
    for (const Form *F : {&A, &B})
      for (const auto &[V, Coefficient] : F->Terms)
        if (!is_contained(Used, V))
          Used.push_back(V);
    for (unsigned V : Used) {
      const Interval &RI = I.range(V), &RJ = J.range(V);
      Poly OfA = A.coefficient(V), OfB = B.coefficient(V);
      const bool IsSummed = (SumOfI && SumOfI->has(V)) || (SumOfJ && SumOfJ->has(V));
      if (IsSummed) {
        OfA = SumOfI && SumOfI->has(V) ? Poly() : OfA;
        OfB = SumOfJ && SumOfJ->has(V) ? Poly() : OfB;
      }
      // Where one side has a single value c, 0 = factor * (variable - c) makes the factors the same.
      if (isSingle(RI) && !IsSummed) {
        K.Constant = K.Constant + (OfA - OfB) * *RI.Low;
        OfA = OfB;
      } else if (isSingle(RJ) && !IsSummed) {
        K.Constant = K.Constant + (OfA - OfB) * *RJ.Low;
        OfB = OfA;
      }
      Interval Difference{minus(RI.Low, RJ.High), minus(RI.High, RJ.Low)};
      if (V == Different) {
        std::optional<Poly> &Bound = Greater ? Difference.Low : Difference.High;
        const Poly One(Greater ? 1 : -1);
        if (!Bound || (Greater ? !C.isAtMost(One, *Bound) : !C.isAtMost(*Bound, One)))
          Bound = One;
      }
      if (V == Different || OfA == OfB) {
        K.Terms.push_back({Term::Difference, V, OfA, Difference});
        if (!(OfA == OfB))
          K.Terms.push_back({Term::OfJ, V, OfA - OfB, RJ});
        continue;
      }
      if (!OfA.isZero())
        K.Terms.push_back({Term::OfI, V, OfA, RI});
      if (!OfB.isZero())
        K.Terms.push_back({Term::OfJ, V, -OfB, RJ});
    }
    return K;
  }

  Meets solve(const Case &K) {
    for (const Term &T : K.Terms) // no two such work-items
      if (T.Range.Low && T.Range.High && C.isPositive(*T.Range.Low - *T.Range.High))
        return Meets::Never;
    if (excludedByDivisor(K))
      return Meets::Never;
    // Where anything may have any value, D may overflow.
    if (K.Constant.isBad() || any_of(K.Terms, [](const Term &T) {
          return T.Coefficient.isBad() || (!T.Coefficient.isZero() && (!T.Range.Low || !T.Range.High));
        }))
      return Meets::Unknown;
    if (isNumeric(K))
      return search(K);
    if (K.Constant.magnitude() > (uint64_t(1) << 40) || any_of(K.Terms, [](const Term &T) {
          return T.Coefficient.magnitude() > (T.Coefficient.constant() ? SmallNumber : SmallCoefficient);
        }))
      return Meets::Unknown;
    const unsigned Granted = std::min(MostSymbolicNodes, Effort);
    unsigned Nodes = Granted;
    const bool Excluded = isExcluded(K, Nodes);
    Effort -= Granted - Nodes;
    return Excluded ? Meets::Never : Meets::Unknown;
  }

  // All of D but its constant is a multiple of a power of two, which it stays modulo 2^64.
  bool excludedByDivisor(const Case &K) const {
    const std::optional<int64_t> Constant = K.Constant.constant();
    if (!Constant)
      return false;
    int64_t Power = int64_t(1) << 30;
    for (const Term &T : K.Terms)
      while (Power > 1 && !T.Coefficient.dividedBy(Power))
        Power /= 2;
    return !hasMultiple(Wide(Low) - *Constant, Wide(High) - *Constant, Power);
  }

  static bool hasMultiple(Wide From, Wide To, Wide Divisor) {
    const Wide Rest = (From % Divisor + Divisor) % Divisor;
    return (Rest ? From + Divisor - Rest : From) <= To;
  }

  static bool isNumeric(const Case &K) {
    return K.Constant.constant() && all_of(K.Terms, [](const Term &T) {
             return T.Coefficient.constant() && (!T.Range.Low || T.Range.Low->constant()) &&
                    (!T.Range.High || T.Range.High->constant()) && T.Range.Low && T.Range.High;
           });
  }

  // ---- constants only ----

  struct Unknown {
    const Term *T;
    Wide Factor, From, To;
    Wide RestLow = 0, RestHigh = 0, RestDivisor = 0; // of those behind it
  };

  Meets search(const Case &K) {
    SmallVector<Unknown, 8> List;
    for (const Term &T : K.Terms)
      List.push_back({&T, *T.Coefficient.constant(), *T.Range.Low->constant(), *T.Range.High->constant()});
    std::sort(List.begin(), List.end(), [](const Unknown &A, const Unknown &B) {
      return std::make_pair(-absolute(A.Factor), A.T) < std::make_pair(-absolute(B.Factor), B.T);
    });
    Wide L = 0, H = 0, Divisor = 0;
    for (Unknown &U : reverse(List)) {
      U.RestLow = L;
      U.RestHigh = H;
      U.RestDivisor = Divisor;
      L += std::min(U.Factor * U.From, U.Factor * U.To);
      H += std::max(U.Factor * U.From, U.Factor * U.To);
      Divisor = commonDivisor(Divisor, absolute(U.Factor));
    }
    const Wide Limit = Wide(1) << 62;
    if (L < -Limit || H > Limit)
      return Meets::Unknown;
    const Wide Constant = *K.Constant.constant();
    if (Divisor && !hasMultiple(Low - Constant, High - Constant, Divisor))
      return Meets::Never;
    unsigned Nodes = MostNodes;
    SmallVector<int64_t, 8> Values;
    bool Sure = true;
    if (descend(List, Constant, Values, Nodes, Sure))
      return Meets::Always;
    return Nodes && Sure ? Meets::Never : Meets::Unknown;
  }

  static Wide absolute(Wide X) { return X < 0 ? -X : X; }
  static Wide commonDivisor(Wide A, Wide B) { return B == 0 ? A : commonDivisor(B, A % B); }
  static Wide floorDivide(Wide A, Wide B) { return A / B - ((A % B != 0) && ((A < 0) != (B < 0))); }

  // Whether work-items were found. Sure: that none were found means that there are none.
  bool descend(ArrayRef<Unknown> List, Wide Sum, SmallVectorImpl<int64_t> &Values, unsigned &Nodes, bool &Sure) {
    if (Nodes == 0 || --Nodes == 0)
      return false;
    const size_t At = Values.size();
    if (At == List.size()) {
      if (Sum < Low || Sum > High)
        return false;
      if (isWitness(List, Values))
        return true;
      Nodes -= std::min(Nodes, NodesPerWitness);
      Sure = false;
      return false;
    }
    const Unknown &U = List[At];
    Wide From = U.From, To = U.To;
    if (U.Factor != 0) { // Factor · value must bring the sum to where the rest can reach the window
      const Wide A = Low - Sum - U.RestHigh, B = High - Sum - U.RestLow;
      const Wide Size = absolute(U.Factor);
      const Wide Least = -floorDivide(-A, Size), Most = floorDivide(B, Size);
      From = std::max(From, U.Factor > 0 ? Least : -Most);
      To = std::min(To, U.Factor > 0 ? Most : -Least);
    } else if (From <= To) {
      // Any value will do: that nearest to 0.
      From = To = From > 0 ? From : To < 0 ? To : 0;
    }
    unsigned Skipped = 0;
    for (Wide V = From; V <= To && Nodes; ++V) {
      const Wide Next = Sum + U.Factor * V;
      if (U.RestDivisor ? !hasMultiple(Low - Next, High - Next, U.RestDivisor) : (Next < Low || Next > High)) {
        // Cheaper than a node, but there may be as many as an id has values.
        Nodes -= ++Skipped % SkippedPerNode == 0;
        continue;
      }
      Values.push_back(int64_t(V));
      const bool Found = descend(List, Next, Values, Nodes, Sure);
      Values.pop_back();
      if (Found)
        return true;
    }
    return false;
  }

  bool isWitness(ArrayRef<Unknown> List, ArrayRef<int64_t> Values) const {
    if (!Witness.isComplete())
      return false;
    for (unsigned Choice = 0; Choice != 3; ++Choice) {
      SmallVector<Poly, 16> OfI, OfJ;
      if (assign(List, Values, Choice, OfI, OfJ) && Witness.holds(OfI, OfJ))
        return true;
    }
    return false;
  }

  // Values for all variables of both work-items; where only the difference is given, one of three places for it.
  bool assign(ArrayRef<Unknown> List, ArrayRef<int64_t> Values, unsigned Choice, SmallVectorImpl<Poly> &OfI,
              SmallVectorImpl<Poly> &OfJ) const {
    for (unsigned V = 0; V != C.variables(); ++V) {
      std::optional<int64_t> Difference, ValueI, ValueJ;
      for (auto [U, Value] : zip(List, Values))
        if (U.T->Variable == V)
          (U.T->Kind == Term::Difference ? Difference : U.T->Kind == Term::OfI ? ValueI : ValueJ) = Value;
      const std::optional<int64_t> LowI = number(I.range(V).Low), LowJ = number(J.range(V).Low),
                                   HighI = number(I.range(V).High), HighJ = number(J.range(V).High);
      if (Difference && !ValueJ) {
        if (!LowI || !LowJ || !HighI || !HighJ)
          return false;
        const int64_t From = std::max(*LowJ, *LowI - *Difference), To = std::min(*HighJ, *HighI - *Difference);
        if (From > To)
          return false;
        ValueJ = Choice == 0 ? From : Choice == 1 ? To : From + (To - From) / 2;
      }
      if (Difference)
        ValueI = *ValueJ + *Difference;
      OfI.push_back(ValueI ? Poly(*ValueI) : I.range(V).Low.value_or(Poly()));
      OfJ.push_back(ValueJ ? Poly(*ValueJ) : J.range(V).Low.value_or(Poly()));
    }
    return true;
  }

  static std::optional<int64_t> number(const std::optional<Poly> &P) { return P ? P->constant() : std::nullopt; }

  // ---- sizes that are symbols ----

  // Whether D is proven to miss the window.
  bool isExcluded(Case K, unsigned &Nodes) const {
    if (Nodes == 0 || --Nodes == 0)
      return false;
    erase_if(K.Terms, [](const Term &T) { return T.Coefficient.isZero(); });
    if (excludedByDivisor(K))
      return true;
    Poly L = K.Constant, H = K.Constant;
    for (Term &T : K.Terms) {
      if (C.isAtLeastZero(-T.Coefficient)) {
        T.Coefficient = -T.Coefficient;
        T.Range = {-*T.Range.High, -*T.Range.Low};
      }
      if (!C.isAtLeastZero(T.Coefficient))
        return false;
      L = L + T.Coefficient * *T.Range.Low;
      H = H + T.Coefficient * *T.Range.High;
    }
    uniteTerms(K.Terms);
    if (C.isPositive(L - Poly(High)) || C.isPositive(Poly(Low) - H))
      return true;
    return any_of(K.Terms, [&](const Term &T) { return isExcludedByCases(K, T, L, H, Nodes); });
  }

  // Numbers with one factor are one number: the rounds of two loops of one step.
  static void uniteTerms(SmallVectorImpl<Term> &Terms) {
    for (size_t I = 0; I != Terms.size(); ++I)
      for (size_t K = Terms.size() - 1; K > I; --K)
        if (Terms[I].Coefficient == Terms[K].Coefficient) {
          Terms[I].Range = {*Terms[I].Range.Low + *Terms[K].Range.Low, *Terms[I].Range.High + *Terms[K].Range.High};
          Terms.erase(Terms.begin() + K);
        }
  }

  // Factor · v must lie in [Low - what the others reach, High - what they reach]: that leaves few values, or none.
  bool isExcludedByCases(const Case &K, const Term &T, const Poly &L, const Poly &H, unsigned &Nodes) const {
    const Poly &Factor = T.Coefficient;
    const Poly From = Poly(Low) - (H - Factor * *T.Range.High), To = Poly(High) - (L - Factor * *T.Range.Low);
    std::optional<int64_t> Most, Least;
    for (int64_t V = -3; V <= 2 && !Most; ++V)
      if (C.isLess(To, Factor * Poly(V + 1)) || C.isAtMost(*T.Range.High, Poly(V)))
        Most = V;
    for (int64_t V = 3; V >= -2 && !Least; --V)
      if (C.isLess(Factor * Poly(V - 1), From) || C.isAtMost(Poly(V), *T.Range.Low))
        Least = V;
    if (!Most || !Least)
      return false;
    for (int64_t V = *Least; V <= *Most; ++V) {
      if (C.isLess(Poly(V), *T.Range.Low) || C.isLess(*T.Range.High, Poly(V)))
        continue;
      Case Rest;
      Rest.Constant = K.Constant + Factor * Poly(V);
      for (const Term &Other : K.Terms)
        if (&Other != &T)
          Rest.Terms.push_back(Other);
      if (!isExcluded(std::move(Rest), Nodes))
        return false;
    }
    return true;
  }

  const AccessSide &I, &J;
  const Crossing Over;
  const LaunchCoordinates &C;
  unsigned &Effort;
  const OverlapWitness Witness;
  const int64_t Low, High;
};

} // namespace

Meets accessesMeet(const AccessForm &A, const AccessForm &B, Crossing Over, bool Corners, const LaunchCoordinates &C,
                   unsigned &Effort) {
  constexpr uint64_t Largest = uint64_t(1) << 40;
  if (!A.Offset || !B.Offset || !A.Size || !B.Size || A.Size > Largest || B.Size > Largest)
    return Meets::Unknown;
  if (Effort == 0)
    return Meets::Unknown;
  // No groups are told apart: who shares with nobody shares with no other group.
  const bool Exactly = Over == Crossing::Items || C.isGrouped();
  const Crossing Asked = Exactly ? Over : Crossing::Items;
  const AccessSide I(A, C), J(B, C);
  const Meets Result = Pair(I, J, Asked, C, Effort).solve(Corners && Exactly);
  if (Result == Meets::Never || (Result == Meets::Always && Exactly))
    return Result;
  if (Result == Meets::Always || Effort == 0 || !(I.hasOtherBounds() || J.hasOtherBounds()))
    return Meets::Unknown;
  // What more work-items than these do not do, these do not.
  AccessForm AllA = A, AllB = B;
  AllA.Guards.clear(), AllB.Guards.clear();
  const AccessSide WholeI(AllA, C), WholeJ(AllB, C);
  return Pair(WholeI, WholeJ, Asked, C, Effort).solve(false) == Meets::Never ? Meets::Never : Meets::Unknown;
}

} // namespace syclfuse::fuser
