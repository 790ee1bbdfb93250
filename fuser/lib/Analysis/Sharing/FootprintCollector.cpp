// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FootprintCollector.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Argument.h"

using namespace llvm;

namespace syclfuse::fuser {

static argument_source sourceOf(Builtin Kind) {
  switch (Kind) {
  case Builtin::GlobalOffset:
    return argument_source::global_offset;
  case Builtin::NumGroups:
    return argument_source::num_groups;
  case Builtin::LocalSize:
    return argument_source::local_size;
  default:
    return argument_source::global_size;
  }
}

// Sizes of the launch, and integer arguments as they are.
std::optional<footprints::symbol_record> FootprintCollector::describe(const LaunchCoordinates::Origin &From) const {
  if (From.Query)
    return footprints::symbol_record{sourceOf(From.Query->first), 0, {}, footprints::of_launch, From.Query->second, 8};
  const SCEV *S = From.Of;
  bool Signed = From.Signed;
  if (const auto *Cast = dyn_cast_or_null<SCEVIntegralCastExpr>(S)) {
    if (isa<SCEVTruncateExpr>(Cast))
      return std::nullopt;
    Signed = isa<SCEVSignExtendExpr>(Cast);
    S = Cast->getOperand();
  }
  const auto *Unknown = dyn_cast_or_null<SCEVUnknown>(S);
  const auto *Arg = Unknown ? dyn_cast<Argument>(Unknown->getValue()) : nullptr;
  if (!Arg || Arg->getArgNo() >= Sources.size())
    return std::nullopt;
  const ArgumentSource &Source = Sources[Arg->getArgNo()];
  if (Source.Source == argument_source::local_memory || !Arg->getType()->isIntegerTy(8 * Source.Size))
    return std::nullopt;
  return footprints::symbol_record{Source.Source, Signed, {}, Source.Submission, Source.Offset, Source.Size};
}

std::optional<uint16_t> FootprintCollector::symbol(unsigned Symbol) {
  auto [It, New] = Symbols.try_emplace(Symbol);
  if (!New)
    return It->second;
  if (std::optional<footprints::symbol_record> R = describe(C.origin(Symbol));
      R && Table.symbols.size() < footprints::no_symbol - 1u) {
    It->second = Table.symbols.size();
    Table.symbols.push_back(*R);
  }
  return It->second;
}

std::optional<uint32_t> FootprintCollector::value(const Poly &P) {
  if (P.isBad())
    return std::nullopt;
  auto [It, New] = Values.try_emplace(P);
  if (!New)
    return It->second;
  std::vector<footprints::term_record> Terms;
  for (const auto &[M, Coefficient] : P.terms()) {
    if (M.empty())
      continue;
    if (M.size() > footprints::most_factors)
      return std::nullopt;
    footprints::term_record &T = Terms.emplace_back();
    T.coefficient = Coefficient;
    for (auto [I, S] : enumerate(M.symbols())) {
      const std::optional<uint16_t> Index = symbol(S);
      if (!Index)
        return std::nullopt;
      T.symbols[I] = *Index;
    }
  }
  It->second = Table.values.size();
  Table.values.push_back(
      {P.constantTerm(), static_cast<uint32_t>(Table.terms.size()), static_cast<uint32_t>(Terms.size())});
  Table.terms.insert(Table.terms.end(), Terms.begin(), Terms.end());
  return It->second;
}

// How far the guards leave the offset, less its constant, as a whole: `if (4 * i + 3 < n)` for an access at 4 * i, or
// the test of a loop from id to n. What narrows one number alone narrows its axis.
FootprintCollector::Limits FootprintCollector::limits(const AccessForm &Access) {
  Limits Found{footprints::no_value, footprints::no_value};
  const Form Sum = *Access.Offset - Form(Access.Offset->Constant);
  for (const Constraint &G : Access.Guards) {
    if (Sum.isUniform() || G.Kind != Constraint::AtLeastZero || G.F.Terms.size() != Sum.Terms.size() ||
        (Sum.Terms.size() == 1 && G.F.Terms.front().second.magnitude() == 1))
      continue;
    // Sum + Times × what is at least zero is the same in all work-items.
    const auto &[V, Stride] = Sum.Terms.front();
    const std::optional<int64_t> Times = (-Stride).multipleOf(G.F.coefficient(V));
    const Form Bound = Times ? Sum + G.F * Poly(*Times) : Sum;
    if (!Bound.isUniform())
      continue;
    if (const std::optional<uint32_t> Limit = value(Bound.Constant))
      (*Times > 0 ? Found.second : Found.first) = *Limit;
  }
  return Found;
}

// Bounds of the variable itself, and as the guards have narrowed it; one of them is enough. So far apart as those of a
// type is no bound. Where the rounds of a loop have none, a limit has to be there.
std::optional<FootprintCollector::Axis> FootprintCollector::axis(unsigned Variable, const Poly &Stride,
                                                                 const AccessSide &Side, Limits Within) {
  auto Bound = [&](const std::optional<Poly> &P) {
    const std::optional<int64_t> Number = P ? P->constant() : std::nullopt;
    const bool Far = Number && Variable >= C.idVariables() && std::abs(*Number) >= int64_t(1) << 30;
    return P && !Far ? value(*P) : std::nullopt;
  };
  const FormVariable &X = C.variable(Variable);
  const Interval &R = Side.range(Variable);
  const std::optional<uint32_t> V = value(Stride), Low = Bound(X.Lowest), High = Bound(X.Highest),
                                NarrowLow = Bound(R.Low), NarrowHigh = Bound(R.High);
  if (!V || (!Low && !NarrowLow))
    return std::nullopt;
  const bool Limited = (C.isPositive(Stride) && Within.second != footprints::no_value) ||
                       (C.isPositive(-Stride) && Within.first != footprints::no_value);
  if (!High && !NarrowHigh && !Limited)
    return std::nullopt;
  const uint32_t None = footprints::no_value;
  return Axis{*V, Low ? *Low : *NarrowLow, NarrowLow ? *NarrowLow : *Low, High ? *High : NarrowHigh.value_or(None),
              NarrowHigh ? *NarrowHigh : High.value_or(None)};
}

// Whether it is made of ids and what counts alone. What was loaded, and the like, is anything between its bounds in any
// work-item.
bool FootprintCollector::isTold(unsigned Variable) const {
  const FormVariable &X = C.variable(Variable);
  if (X.By == FormVariable::Free)
    return Variable < C.idVariables() || X.Counts;
  return all_of(X.Operands,
                [&](const Form &F) { return all_of(F.Terms, [&](const auto &T) { return isTold(T.first); }); });
}

// Nothing where it is not known where the access is.
std::optional<std::vector<FootprintCollector::Axis>> FootprintCollector::axes(const AccessForm &Access,
                                                                              const AccessSide &Side, Limits Within) {
  std::vector<Axis> Axes;
  auto Add = [&](unsigned V) {
    const std::optional<Axis> A = axis(V, Access.Offset->coefficient(V), Side, Within);
    Axes.push_back(A.value_or(Axis()));
    return A.has_value();
  };
  for (const Coordinate &Id : C.coordinates())
    if (!Add(Id.Digits.front().first))
      return std::nullopt;
  for (const auto &T : Access.Offset->Terms)
    if (T.first >= C.idVariables() && !Add(T.first))
      return std::nullopt;
  const size_t Most = C.coordinates().size() + footprints::most_inner;
  if (Axes.size() > Most)
    return std::nullopt;
  for (const Constraint &G : Access.Guards)
    if (const std::optional<Axis> A = Axes.size() < Most ? axisOf(G) : std::nullopt)
      Axes.push_back(*A);
  return Axes;
}

// A condition that is the same for all work-items, as an axis without a number where it does not hold: then no
// work-item makes the access. The second upper bound holds if the first one is too large to be known.
std::optional<FootprintCollector::Axis> FootprintCollector::axisOf(const Constraint &Guard) {
  const Poly &P = Guard.F.Constant;
  if (!Guard.F.Terms.empty() || P.isBad())
    return std::nullopt;
  const bool Other = Guard.Kind == Constraint::NotZero;
  // Below the only number if the condition does not hold.
  const Poly Most = Guard.Kind == Constraint::AtLeastZero ? P : P * P * Poly(Other ? 1 : -1);
  const std::optional<uint32_t> Stride = value(Poly()), Only = value(Poly(Other ? 1 : 0)), High = value(Most);
  return Stride && Only && High ? std::optional(Axis{*Stride, *Only, *Only, *High, *Only}) : std::nullopt;
}

uint32_t FootprintCollector::addAxes(const std::vector<Axis> &Axes) {
  auto [Run, New] = Runs.try_emplace(Axes, Table.axes.size());
  if (New)
    for (const Axis &A : Axes)
      Table.axes.push_back({A[0], {A[1], A[2]}, {A[3], A[4]}});
  return Run->second;
}

// What touches is one.
unsigned FootprintCollector::footprint(const Group &G, int64_t Begin, int64_t End) {
  std::vector<Extent> &Extents = Groups[G];
  auto It = find_if(Extents, [&](const Extent &E) { return Begin <= E.End && E.Begin <= End; });
  if (It == Extents.end()) {
    const ArgumentSource &Source = Sources[std::get<0>(G)];
    It = Extents.insert(It, {static_cast<unsigned>(Table.footprints.size()), Begin, End});
    const Limits Within = std::get<Limits>(G);
    Table.footprints.push_back(
        {Source.Submission, Source.Offset, 0, 0, 0, 0, std::get<2>(G), std::get<3>(G), {Within.first, Within.second}});
  }
  It->Begin = std::min(It->Begin, Begin);
  It->End = std::max(It->End, End);
  return It->Footprint;
}

static Form replaced(const Form &F, unsigned Variable, const Form &By) {
  const Poly K = F.coefficient(Variable);
  return K.isZero() ? F : F - Form::variable(Variable) * K + By * K;
}

// The same without variables that are one of several forms: an access for each of these, under the condition that it is
// this one. Empty if there are too many.
static SmallVector<AccessForm, 2> pieces(const AccessForm &Access, const LaunchCoordinates &C) {
  constexpr unsigned Most = 8;
  SmallVector<AccessForm, 2> Open{Access}, Done;
  while (!Open.empty() && Open.size() + Done.size() <= Most) {
    const AccessForm A = Open.pop_back_val();
    auto Choice =
        find_if(A.Offset->Terms, [&](const auto &T) { return C.variable(T.first).By == FormVariable::OneOf; });
    if (Choice == A.Offset->Terms.end()) {
      Done.push_back(A);
      continue;
    }
    const FormVariable &X = C.variable(Choice->first);
    for (auto [Value, Conditions] : zip_equal(X.Operands, X.Conditions)) {
      AccessForm &Piece = Open.emplace_back(A);
      Piece.Offset = replaced(*A.Offset, Choice->first, Value);
      for (Constraint &G : Piece.Guards)
        G.F = replaced(G.F, Choice->first, Value);
      Piece.Guards.insert(Piece.Guards.end(), Conditions.begin(), Conditions.end());
    }
  }
  return Open.empty() ? Done : SmallVector<AccessForm, 2>();
}

bool FootprintCollector::isPointer(const Argument &Arg) const {
  return Arg.getArgNo() < Sources.size() && Sources[Arg.getArgNo()].Source == argument_source::closure &&
         Sources[Arg.getArgNo()].Size == sizeof(uint64_t);
}

void FootprintCollector::mark(unsigned Footprint, int Kernel, bool Reads, bool Writes) {
  const uint64_t Mask = Kernel < 0 ? ~uint64_t(0) : uint64_t(1) << std::min(Kernel, 63);
  Table.footprints[Footprint].reads |= Reads ? Mask : 0;
  Table.footprints[Footprint].writes |= Writes ? Mask : 0;
}

FootprintCollector::Added FootprintCollector::add(const Argument &Arg, int Kernel, bool Reads, bool Writes,
                                                  const AccessForm &Access) {
  Added Result;
  const int64_t Most = INT64_MAX / 4, Size = Access.Size;
  const SmallVector<AccessForm, 2> Pieces = Access.Offset ? pieces(Access, C) : SmallVector<AccessForm, 2>();
  Result.Told = !Pieces.empty() && Size > 0 && Size <= Most && isPointer(Arg);
  if (!Result.Told)
    return Result;
  for (const AccessForm &Piece : Pieces) {
    const AccessSide Side(Piece, C);
    if (Side.isEmpty())
      continue;
    const int64_t Begin = Piece.Offset->Constant.constantTerm();
    const Poly Base = Piece.Offset->Constant - Poly(Begin);
    const bool Told = all_of(Piece.Offset->Terms, [&](const auto &T) { return isTold(T.first); });
    const Limits Within = Told ? limits(Piece) : Limits();
    const std::optional<std::vector<Axis>> Axes = Told ? axes(Piece, Side, Within) : std::nullopt;
    if (!Axes || Begin > Most || Begin < -Most || !value(Base)) {
      Result.Told = false;
      continue;
    }
    const unsigned N = footprint({Arg.getArgNo(), Base, addAxes(*Axes), Axes->size(), Within}, Begin, Begin + Size);
    mark(N, Kernel, Reads, Writes);
    Result.Footprints.push_back(N);
  }
  return Result;
}

void FootprintCollector::addFirstByte(const Argument &Arg, int Kernel, bool Reads, bool Writes) {
  const std::optional<uint32_t> Zero = value(Poly()), One = value(Poly(1));
  if (!isPointer(Arg) || !Zero || !One)
    return;
  // Two numbers are several work-items; how many there are makes no difference.
  const std::vector<Axis> Axes(C.coordinates().size(), Axis{*Zero, *Zero, *Zero, *One, *One});
  const Limits None{footprints::no_value, footprints::no_value};
  mark(footprint({Arg.getArgNo(), Poly(), addAxes(Axes), Axes.size(), None}, 0, 1), Kernel, Reads, Writes);
}

footprints::table FootprintCollector::take(bool Distinct) {
  Table.coordinates = C.coordinates().size();
  Table.distinct = Distinct;
  for (const auto &[G, Extents] : Groups)
    for (const Extent &E : Extents) {
      Table.footprints[E.Footprint].begin = *value(std::get<Poly>(G) + Poly(E.Begin));
      Table.footprints[E.Footprint].end = *value(std::get<Poly>(G) + Poly(E.End));
    }
  for (auto [First, Second] : Pairs)
    Table.pairs.push_back({First, Second});
  return std::move(Table);
}

bool mayBeOwn(const Form &A, const Form &B, const LaunchCoordinates &C) {
  return A == B && any_of(A.Terms, [&](const auto &T) {
           const FormVariable::ByT By = C.variable(T.first).By;
           return By == FormVariable::Quotient || By == FormVariable::Remainder;
         });
}

} // namespace syclfuse::fuser
