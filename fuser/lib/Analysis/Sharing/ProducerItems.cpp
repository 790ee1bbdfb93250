// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ProducerItems.h"

#include "AccessSide.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

#include <array>
#include <map>

using namespace llvm;

namespace syclfuse::fuser {

namespace {

// The term of the highest degree.
std::pair<Monomial, int64_t> leading(const Poly &P) {
  return *std::max_element(P.terms().begin(), P.terms().end(),
                           [](const auto &A, const auto &B) { return A.first.size() < B.first.size(); });
}

// The coordinates that the form depends on, the one with the largest stride first.
SmallVector<unsigned, 3> byStride(const Form &Offset, unsigned Coordinates) {
  SmallVector<unsigned, 3> Order;
  for (unsigned D = 0; D != Coordinates; ++D)
    if (!Offset.coefficient(D).isZero())
      Order.push_back(D);
  llvm::stable_sort(Order, [&](unsigned A, unsigned B) {
    const auto [MA, KA] = leading(Offset.coefficient(A));
    const auto [MB, KB] = leading(Offset.coefficient(B));
    return std::pair(MA.size(), std::abs(KA)) > std::pair(MB.size(), std::abs(KB));
  });
  return Order;
}

// Shows that forms are at least zero in a work-item that reads, or collects what a run has to check for that.
class Prover {
public:
  explicit Prover(const LaunchCoordinates &C) : C(C) {}

  bool isAtLeastZero(const Form &F, const AccessForm &Where, unsigned Depth = 0) {
    const AccessSide Side(Where, C);
    const SmallVector<Poly, 4> NegativeLow = Side.highest(F * Poly(-1));
    if (Side.isEmpty() || any_of(NegativeLow, [&](const Poly &P) { return C.isAtLeastZero(-P); }))
      return true;
    for (const auto &[V, Coefficient] : F.Terms)
      if (C.variable(V).By == FormVariable::OneOf && Depth != MostChoices)
        return isForEachChoice(F, V, Where, Depth);
    for (const Poly &P : NegativeLow)
      if (requireAtMostZero(P))
        return true;
    return isBecauseNotZero(F, Where, Depth) || isByStrides(F, Side);
  }

  // The value is one of its type, and of what a run computes with: n - 1 of an unsigned n that is zero is none.
  bool fits(const Form &Value, const AssumedValue &Of, const AccessForm &Where) {
    constexpr unsigned Most = 62; // bits
    const Poly Limit((int64_t(1) << std::min(Most, Of.Width - Of.Signed)) - 1);
    return isAtLeastZero(Form(Limit) - Value, Where) &&
           isAtLeastZero(Value + (Of.Signed ? Form(Limit) : Form()), Where);
  }

  // Work-items have elements of their own: the stride of each id is more than all places of those with smaller ones.
  bool areApart(const Form &Offset, uint64_t Size, const LaunchCoordinates &C) {
    Poly Extent(static_cast<int64_t>(Size));
    const SmallVector<unsigned, 3> Order = byStride(Offset, C.coordinates().size());
    for (const unsigned D : reverse(Order)) {
      const Poly Stride = Offset.coefficient(D);
      if (!isAtLeastZero(Form(Stride - Extent), AccessForm()))
        return false;
      Extent = Extent + Stride * (C.coordinates()[D].Size - Poly(1));
    }
    return true;
  }

  // Conditions of what is not shown are forgotten.
  template <class RangeT, class IsT> bool all(const RangeT &Of, IsT Is) {
    const size_t Before = Conditions.size();
    if (all_of(Of, Is))
      return true;
    Conditions.resize(Before);
    return false;
  }

  std::vector<Poly> takeConditions() { return std::move(Conditions); }

private:
  static constexpr unsigned MostChoices = 4;

  // Of no more than a few work-items, and the like: not worth a kernel.
  static bool isSmallOnly(const Poly &P) {
    constexpr int64_t Few = 1 << 16;
    return P.constantTerm() > -Few && (P - Poly(P.constantTerm())).allCoefficientsAtLeastZero();
  }

  bool requireAtMostZero(const Poly &P) {
    if (P.constant() || P.isBad())
      return P.constant().value_or(1) <= 0;
    if (isSmallOnly(P))
      return false;
    if (!is_contained(Conditions, -P))
      Conditions.push_back(-P);
    return true;
  }

  // By a guard that a number is not zero: it is at least one, or at most minus one, if it is never on the other side.
  bool isBecauseNotZero(const Form &F, const AccessForm &Where, unsigned Depth) {
    for (size_t G = 0; G != Where.Guards.size() && Depth != MostChoices; ++G)
      for (const int Sign : {1, -1}) {
        if (Where.Guards[G].Kind != Constraint::NotZero)
          continue;
        AccessForm Without = Where;
        Without.Guards.erase(Without.Guards.begin() + G);
        AccessForm With = Without;
        const Form Number = Where.Guards[G].F * Poly(Sign);
        With.Guards.push_back({Constraint::AtLeastZero, Number - Form(Poly(1))});
        const size_t Before = Conditions.size();
        if (isAtLeastZero(F, With, Depth + 1) && isAtLeastZero(Number, Without, MostChoices))
          return true;
        Conditions.resize(Before);
      }
    return false;
  }

  // Where the strides of ids are sizes, which are not less than zero.
  bool isByStrides(const Form &F, const AccessSide &Side) {
    const size_t Before = Conditions.size();
    Poly High = F.Constant * Poly(-1);
    for (const auto &[V, Coefficient] : F.Terms) {
      const Poly K = Coefficient * Poly(-1);
      const bool IsSize = K.allCoefficientsAtLeastZero();
      const std::optional<Poly> &Bound = IsSize ? Side.range(V).High : Side.range(V).Low;
      if (!Bound || (!IsSize && !(-K).allCoefficientsAtLeastZero()) || !requireAtMostZero(IsSize ? -K : K)) {
        Conditions.resize(Before);
        return false;
      }
      High = High + K * *Bound;
    }
    return requireAtMostZero(High);
  }

  bool isForEachChoice(const Form &F, unsigned V, const AccessForm &Where, unsigned Depth) {
    const FormVariable &X = C.variable(V);
    for (auto [N, Operand] : enumerate(X.Operands)) {
      auto AsChosen = [V, &Operand](const Form &Of) {
        const Poly K = Of.coefficient(V);
        return Of - Form::variable(V) * K + Operand * K;
      };
      AccessForm Here = Where;
      for (Constraint &G : Here.Guards)
        G.F = AsChosen(G.F);
      if (N < X.Conditions.size())
        llvm::append_range(Here.Guards, X.Conditions[N]);
      for (size_t G = 0; N < X.Relying.size() && G != X.Relying[N].size(); ++G)
        if (all(X.Relying[N][G].Relies, [&](const AssumedValue &V) { return fits(V.Value, V, AccessForm()); }))
          Here.Guards.push_back(X.Relying[N][G].Known);
      if (!isAtLeastZero(AsChosen(F), Here, Depth + 1))
        return false;
    }
    return !X.Operands.empty();
  }

  const LaunchCoordinates &C;
  std::vector<Poly> Conditions;
};

// The symbols of M that are left without those of By; nothing if it has fewer of one.
std::optional<Poly> dividedBy(const Monomial &M, const Monomial &By) {
  SmallVector<unsigned, Monomial::MostFactors> Rest = M.symbols();
  for (const unsigned Symbol : By.symbols()) {
    auto It = find(Rest, Symbol);
    if (It == Rest.end())
      return std::nullopt;
    Rest.erase(It);
  }
  Poly Product(1);
  for (const unsigned Symbol : Rest)
    Product = Product * Poly::symbol(Symbol);
  return Product;
}

// Takes from P as many times Stride as come nearest to it.
Poly takeNearest(Poly &P, const Poly &Stride) {
  const auto [M, K] = leading(Stride);
  Poly Taken;
  for (unsigned Round = 0; Round != 4 && !P.isBad(); ++Round) {
    Poly Times;
    for (const auto &[Of, Number] : P.terms()) {
      const std::optional<Poly> Rest = dividedBy(Of, M);
      const int64_t Half = std::abs(K) / 2;
      const int64_t Nearest = Rest ? (Number + (Number < 0 ? -Half : Half)) / K : 0;
      if (Nearest && std::abs(Number) < INT64_MAX / 2) {
        Times = *Rest * Poly(Nearest);
        break;
      }
    }
    if (Times.isZero())
      break;
    Taken = Taken + Times;
    P = P - Times * Stride;
  }
  return Taken;
}

// F with ids in place of coordinates, which are its only variables; nothing if it has others.
std::optional<Form> at(const Form &F, ArrayRef<Form> Ids) {
  Form Out(F.Constant);
  for (const auto &[V, K] : F.Terms) {
    if (V >= Ids.size())
      return std::nullopt;
    Out = Out + Ids[V] * K;
  }
  return Out.isBad() ? std::nullopt : std::optional(Out);
}

using Renamed = std::map<unsigned, unsigned>; // symbols

Poly rename(const Poly &P, const Renamed &Names) {
  return P.substitute([&](unsigned Symbol) {
    auto It = Names.find(Symbol);
    return Poly::symbol(It == Names.end() ? Symbol : It->second);
  });
}

Form rename(const Form &F, const Renamed &Names) {
  Form Out(rename(F.Constant, Names));
  for (const auto &[V, K] : F.Terms)
    Out = Out + Form::variable(V) * rename(K, Names);
  return Out;
}

std::vector<Monomial> strides(const Form &Offset) {
  std::vector<Monomial> Found;
  for (const auto &[V, K] : Offset.Terms)
    for (const auto &[M, Number] : K.terms())
      if (!M.empty() && !is_contained(Found, M))
        Found.push_back(M);
  llvm::stable_sort(Found, [](const Monomial &A, const Monomial &B) { return A.size() < B.size(); });
  return Found;
}

// The one symbol of A that B does not have, and the one that B has in its place.
std::optional<std::pair<unsigned, unsigned>> onlyDifference(const Monomial &A, const Monomial &B) {
  if (A.size() != B.size())
    return std::nullopt;
  SmallVector<unsigned, Monomial::MostFactors> OfA = A.symbols(), OfB;
  for (const unsigned Symbol : B.symbols())
    if (auto It = find(OfA, Symbol); It != OfA.end())
      OfA.erase(It);
    else
      OfB.push_back(Symbol);
  return OfA.size() == 1 ? std::optional(std::pair(OfA.front(), OfB.front())) : std::nullopt;
}

// Each kernel has its own copy of the width of a row. Which symbols of Write are one of Read's then, if one only comes
// into question.
Renamed copies(const Form &Write, const Form &Read) {
  Renamed Names;
  const std::vector<Monomial> Known = strides(Read);
  for (Monomial M : strides(Write)) {
    Poly Product(1);
    for (const unsigned Symbol : M.symbols())
      Product = Product * Poly::symbol(Symbol);
    M = rename(Product, Names).terms().front().first;
    if (is_contained(Known, M))
      continue;
    std::optional<std::pair<unsigned, unsigned>> Only;
    unsigned Candidates = 0;
    for (const Monomial &Other : Known)
      if (const auto Difference = onlyDifference(M, Other)) {
        Candidates += !Only || *Only != *Difference;
        Only = Difference;
      }
    if (Candidates == 1)
      Names.insert(*Only);
  }
  return Names;
}

} // namespace

// The ids at which Offset, over coordinates, is Place.
static std::optional<SmallVector<Form, 3>> solve(const Form &Offset, const Form &Place, unsigned Coordinates) {
  SmallVector<Form, 3> Ids(Coordinates);
  Form Rest = Place - Form(Offset.Constant);
  for (const unsigned D : byStride(Offset, Coordinates)) {
    const Poly Stride = Offset.coefficient(D);
    Form Id;
    for (const auto &[V, K] : Form(Rest).Terms) {
      Poly Left = K;
      Id = Id + Form::variable(V) * takeNearest(Left, Stride);
    }
    Poly Left = Rest.Constant;
    Id = Id + Form(takeNearest(Left, Stride));
    Rest = Rest - Id * Stride;
    Ids[D] = std::move(Id);
  }
  return Rest == Form() ? std::optional(Ids) : std::nullopt;
}

// What is extended without a sign is what it was, where it is not less than zero.
static void takeOnlyChoices(AccessForm &Access, Prover &P, const LaunchCoordinates &C) {
  for (bool Changed = true; std::exchange(Changed, false);)
    for (const auto &[V, K] : Form(*Access.Offset).Terms) {
      const FormVariable &X = C.variable(V);
      if (X.By != FormVariable::OneOf || X.Operands.size() != 1 || !P.isAtLeastZero(X.Operands.front(), Access))
        continue;
      Access.Offset = *Access.Offset + (X.Operands.front() - Form::variable(V)) * K;
      Changed = true;
      break;
    }
}

// Null if the accesses are in a form that findProducer can work with.
static const char *whyUnsuitable(const AccessForm &Read, const AccessForm &Write, const LaunchCoordinates &C) {
  if (!Read.Offset || !Write.Offset)
    return "an address is no formula that is known";
  if (Read.Size != Write.Size || !Read.Size)
    return "what is read is not what a work-item writes at once";
  if (C.coordinates().size() != C.idVariables() || C.isGrouped())
    return "addresses depend on work-groups";
  return nullptr;
}

std::optional<ProducerItem> findProducer(AccessForm Read, AccessForm Write, const LaunchCoordinates &C,
                                         const char *&WhyNot) {
  const unsigned Count = C.coordinates().size();
  if (WhyNot = whyUnsuitable(Read, Write, C); WhyNot)
    return std::nullopt;
  Prover P(C);
  takeOnlyChoices(Read, P, C);
  takeOnlyChoices(Write, P, C);
  const Renamed Names = copies(*Write.Offset, *Read.Offset);
  Write.Offset = rename(*Write.Offset, Names);
  for (Constraint &G : Write.Guards)
    G.F = rename(G.F, Names);
  for (CheckedGuard &G : Write.Checked)
    G.Known.F = rename(G.Known.F, Names);
  WhyNot = "the place that is read does not tell which work-item writes there";
  if (any_of(Write.Offset->Terms, [&](const auto &T) { return T.first >= Count; }))
    return std::nullopt;
  std::optional<SmallVector<Form, 3>> Ids = solve(*Write.Offset, *Read.Offset, Count);
  if (!Ids)
    return std::nullopt;
  ProducerItem Found;
  Found.Ids = std::move(*Ids);
  // Guards that rely on the same do not count.
  auto FitsAt = [&](const AccessForm &Access) {
    AccessForm Certain;
    Certain.Guards = Access.Certain;
    return [&P, Certain](const AssumedValue &V) { return P.fits(V.Value, V, Certain); };
  };
  const auto Fits = FitsAt(Read), FitsAnywhere = FitsAt(AccessForm());
  AccessForm Where = Read;
  for (const CheckedGuard &G : Read.Checked)
    if (P.all(G.Relies, Fits))
      Where.Guards.push_back(G.Known);
  auto Exists = [&](unsigned D) {
    return P.isAtLeastZero(Found.Ids[D], Where) &&
           P.isAtLeastZero(Form(C.coordinates()[D].Size - Poly(1)) - Found.Ids[D], Where);
  };
  WhyNot = "the work-item that would write there may not exist";
  if (!P.all(Read.Relies, Fits) || !P.all(Write.Relies, FitsAt(Write)) || !P.all(seq(Count), Exists))
    return std::nullopt;
  auto Holds = [&](const Constraint &G) {
    const std::optional<Form> F = at(G.F, Found.Ids);
    return F && G.Kind != Constraint::NotZero && P.isAtLeastZero(*F, Where) &&
           (G.Kind == Constraint::AtLeastZero || P.isAtLeastZero(*F * Poly(-1), Where));
  };
  auto HoldsForCertain = [&](const CheckedGuard &G) { return Holds(G.Known) && P.all(G.Relies, FitsAnywhere); };
  Found.Writes = Write.Complete && P.all(Write.Guards, Holds) && P.all(Write.Checked, HoldsForCertain);
  Found.IsOnly = !Found.Writes && P.all(std::array{0}, [&](int) { return P.areApart(*Write.Offset, Write.Size, C); });
  Found.Conditions = P.takeConditions();
  Found.Equal.assign(Names.begin(), Names.end());
  return Found;
}

} // namespace syclfuse::fuser
