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

// The variable of Offset that is Variable divided by a number that only a run knows.
std::optional<unsigned> FootprintCollector::quotientOf(unsigned Variable, const Form &Offset) const {
  for (const auto &T : Offset.Terms)
    if (const FormVariable &X = C.variable(T.first); X.RunDivisor && X.Operands.front() == Form::variable(Variable))
      return T.first;
  return std::nullopt;
}

// The number of the kernel that has Size as the size of its own range in Dimension.
std::optional<unsigned> FootprintCollector::ownerOf(const Poly &Size, unsigned Dimension) const {
  if (Size.terms().size() != 1 || Size.terms().front().first.size() != 1 || Size.terms().front().second != 1)
    return std::nullopt;
  const auto *Of = dyn_cast_or_null<SCEVUnknown>(C.origin(Size.terms().front().first[0]).Of);
  const auto *Arg = Of ? dyn_cast<Argument>(Of->getValue()) : nullptr;
  if (!Arg || Arg->getArgNo() >= Sources.size())
    return std::nullopt;
  const ArgumentSource &S = Sources[Arg->getArgNo()];
  const bool IsOwn = S.Source == argument_source::global_size && S.Submission != footprints::of_launch;
  return IsOwn && S.Offset == Dimension ? std::optional(S.Submission) : std::nullopt;
}

// The last id of a kernel's own range, where its dimensions from Dimension on are one.
std::optional<uint32_t> FootprintCollector::lastOwnId(unsigned Kernel, unsigned Dimension) {
  if (auto It = LastOwnIds.find({Kernel, Dimension}); It != LastOwnIds.end())
    return It->second;
  footprints::term_record Ids;
  Ids.coefficient = 1;
  for (unsigned D = Dimension; D != 3; ++D) {
    if (Table.symbols.size() >= footprints::no_symbol - 1u)
      return std::nullopt;
    Ids.symbols[D - Dimension] = Table.symbols.size();
    Table.symbols.push_back({argument_source::global_size, 0, {}, Kernel, D, 8});
  }
  Table.values.push_back({-1, static_cast<uint32_t>(Table.terms.size()), 1});
  Table.terms.push_back(Ids);
  return LastOwnIds[{Kernel, Dimension}] = Table.values.size() - 1;
}

// Of a kernel with a range of its own, the id of the launch is x + width × (y + height × z). Takes these out of Offset.
// Then no work-item has a place of its own: the same place is another work-item's in a kernel with another width.
std::vector<FootprintCollector::Axis> FootprintCollector::takeOwnIds(Form &Offset) {
  const unsigned Id = C.coordinates().front().Digits.front().first;
  Form Rest = Offset;
  Poly Stride = Rest.coefficient(Id);
  std::vector<Axis> Axes;
  const std::optional<uint32_t> Zero = value(Poly());
  std::optional<unsigned> Kernel;
  unsigned V = Id, Dimension = 0;
  auto Add = [&](std::optional<uint32_t> Of, std::optional<uint32_t> Last) {
    if (Of && Last)
      Axes.push_back({*Of, *Zero, *Zero, *Last, *Last});
    return Of && Last;
  };
  Rest = Rest - Form::variable(Id) * Stride;
  for (std::optional<unsigned> Q; (Q = quotientOf(V, Rest)); V = *Q, ++Dimension) {
    const Poly Size = *C.variable(*Q).RunDivisor;
    const std::optional<unsigned> Owner = ownerOf(Size, Dimension);
    if (!Owner || (Kernel && *Kernel != *Owner) || !Add(value(Stride), value(Size - Poly(1))))
      return {};
    Kernel = Owner;
    const Poly OfQuotient = Rest.coefficient(*Q);
    Rest = Rest - Form::variable(*Q) * OfQuotient;
    Stride = OfQuotient + Stride * Size;
  }
  if (!Kernel || !Add(value(Stride), lastOwnId(*Kernel, Dimension)))
    return {};
  Offset = Rest;
  return Axes;
}

// Nothing where it is not known where the access is. OwnIds: what Offset does not have of it.
std::optional<std::vector<FootprintCollector::Axis>> FootprintCollector::axes(const AccessForm &Access,
                                                                              const Form &Offset,
                                                                              std::vector<Axis> OwnIds,
                                                                              const AccessSide &Side, Limits Within) {
  std::vector<Axis> Axes;
  auto Add = [&](unsigned V) {
    const std::optional<Axis> A = axis(V, Offset.coefficient(V), Side, Within);
    Axes.push_back(A.value_or(Axis()));
    return A.has_value();
  };
  for (const Coordinate &Id : C.coordinates())
    if (!Add(Id.Digits.front().first))
      return std::nullopt;
  Axes.insert(Axes.end(), OwnIds.begin(), OwnIds.end());
  for (const auto &T : Offset.Terms)
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
    Form Offset = *Piece.Offset;
    std::vector<Axis> OwnIds = takeOwnIds(Offset);
    const bool Told = all_of(Offset.Terms, [&](const auto &T) { return isTold(T.first); });
    const Limits Within = Told ? limits(Piece) : Limits();
    const std::optional<std::vector<Axis>> Axes =
        Told ? axes(Piece, Offset, std::move(OwnIds), Side, Within) : std::nullopt;
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
