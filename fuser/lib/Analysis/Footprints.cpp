// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Footprints.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Argument.h"

#include <tuple>

using namespace llvm;

namespace syclfuse::fuser {

using footprints::axis_record;

bool FootprintCollector::Group::operator<(const Group &O) const {
  if (Arg->getArgNo() != O.Arg->getArgNo())
    return Arg->getArgNo() < O.Arg->getArgNo();
  if (Writes != O.Writes)
    return Writes < O.Writes;
  if (Base < O.Base || O.Base < Base)
    return Base < O.Base;
  if (Assumptions < O.Assumptions || O.Assumptions < Assumptions)
    return Assumptions < O.Assumptions;
  auto Key = [](const axis_record &A) { return std::tuple(A.stride, A.low[0], A.low[1], A.high[0], A.high[1]); };
  return std::lexicographical_compare(Axes.begin(), Axes.end(), O.Axes.begin(), O.Axes.end(),
                                      [&](const axis_record &X, const axis_record &Y) { return Key(X) < Key(Y); });
}

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
  footprints::symbol_record R;
  if (From.Query) {
    R.source = sourceOf(From.Query->first);
    R.submission = footprints::of_launch;
    R.offset = From.Query->second;
    R.size = 8;
    return R;
  }
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
  R.source = Source.Source;
  R.is_signed = Signed;
  R.submission = Source.Submission;
  R.offset = Source.Offset;
  R.size = Source.Size;
  return R;
}

std::optional<uint16_t> FootprintCollector::symbol(unsigned Symbol) {
  auto [It, New] = Symbols.try_emplace(Symbol);
  if (!New)
    return It->second;
  if (std::optional<footprints::symbol_record> R = describe(C.origin(Symbol)); R && Table.symbols.size() < footprints::no_symbol - 1u) {
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
  footprints::value_record V;
  std::vector<footprints::term_record> Terms;
  for (const auto &[Monomial, Coefficient] : P.terms()) {
    if (Monomial.empty()) {
      V.constant = Coefficient;
      continue;
    }
    if (Monomial.size() > footprints::most_factors)
      return std::nullopt;
    footprints::term_record T;
    T.coefficient = Coefficient;
    for (auto [I, S] : enumerate(Monomial)) {
      const std::optional<uint16_t> Index = symbol(S);
      if (!Index)
        return std::nullopt;
      T.symbols[I] = *Index;
    }
    Terms.push_back(T);
  }
  V.first_term = Table.terms.size();
  V.terms = Terms.size();
  Table.terms.insert(Table.terms.end(), Terms.begin(), Terms.end());
  It->second = Table.values.size();
  Table.values.push_back(V);
  return It->second;
}

// One of them is enough.
bool FootprintCollector::addBounds(uint32_t (&To)[2], ArrayRef<std::optional<Poly>> Bounds) {
  unsigned Count = 0;
  for (const std::optional<Poly> &P : Bounds)
    if (std::optional<uint32_t> V = P ? value(*P) : std::nullopt; V && (Count == 0 || To[0] != *V))
      To[Count++] = *V;
  return Count != 0;
}

// Bounds so far apart are those of a type.
static bool isTold(const std::optional<Poly> &Low, const std::optional<Poly> &High) {
  const std::optional<int64_t> L = Low ? Low->constant() : std::nullopt, H = High ? High->constant() : std::nullopt;
  return !L || !H || (*L > -(int64_t(1) << 30) && *H < int64_t(1) << 30);
}

std::optional<axis_record> FootprintCollector::axis(unsigned Variable, const Poly &Stride, const AccessSide &Side) {
  axis_record A;
  const std::optional<uint32_t> V = value(Stride);
  const FormVariable &X = C.variable(Variable);
  const Interval &R = Side.range(Variable);
  const bool Told = Variable < C.idVariables() || isTold(R.Low, R.High);
  if (!V || !Told || !addBounds(A.low, {X.Lowest, R.Low}) || !addBounds(A.high, {X.Highest, R.High}))
    return std::nullopt;
  A.stride = *V;
  return A;
}

std::optional<footprints::requirement_record> FootprintCollector::requirement(const AddressForms::Assumption &A) {
  const AccessForm None;
  const AccessSide Anywhere(None, C);
  footprints::requirement_record R;
  R.lowest = A.Lowest;
  R.highest = A.Highest;
  std::vector<axis_record> Axes;
  const std::optional<uint32_t> Base = value(A.Value.Constant);
  for (const auto &[V, Stride] : A.Value.Terms) {
    const std::optional<axis_record> Axis = axis(V, Stride, Anywhere);
    if (!Axis)
      return std::nullopt;
    Axes.push_back(*Axis);
  }
  if (!Base)
    return std::nullopt;
  R.base = *Base;
  R.first_axis = Table.axes.size();
  R.axes = Axes.size();
  Table.axes.insert(Table.axes.end(), Axes.begin(), Axes.end());
  return R;
}

// What is at least zero, and not zero, is at least one.
static AccessForm withoutEnds(AccessForm F, const LaunchCoordinates &C) {
  for (Constraint &G : F.Guards)
    for (int64_t Sign : {1, -1}) {
      if (G.Kind != Constraint::NotZero)
        continue;
      const Form Signed = G.F * Poly(Sign);
      if (const std::optional<Poly> Low = C.lowest(Signed); Low && C.isAtLeastZero(*Low))
        G = {Constraint::AtLeastZero, Signed - Form(Poly(1))};
    }
  return F;
}

std::optional<unsigned> FootprintCollector::add(const Argument &Arg, int Kernel, bool Reads, bool Writes, const AccessForm &Known,
                                                const std::set<AddressForms::Assumption> &Assumptions) {
  if (!Known.Offset || !Known.Size || Known.Size > INT64_MAX / 4 || Arg.getArgNo() >= Sources.size() ||
      Sources[Arg.getArgNo()].Source != argument_source::closure || Sources[Arg.getArgNo()].Size != sizeof(uint64_t))
    return std::nullopt;
  const AccessForm Access = withoutEnds(Known, C);
  const AccessSide Side(Access, C);
  if (Side.isEmpty())
    return std::nullopt;
  Group G;
  G.Arg = &Arg;
  G.Writes = Writes;
  G.Assumptions = Assumptions;
  auto AddAxis = [&](unsigned V, const Poly &Stride) {
    const std::optional<axis_record> A = axis(V, Stride, Side);
    G.Axes.push_back(A.value_or(axis_record()));
    return A.has_value();
  };
  const Form &Offset = *Access.Offset;
  for (const Coordinate &Id : C.coordinates())
    if (!AddAxis(Id.Digits.front().first, Offset.coefficient(Id.Digits.front().first)))
      return std::nullopt;
  for (const auto &[V, Stride] : Offset.Terms)
    if (V >= C.idVariables() && !AddAxis(V, Stride))
      return std::nullopt;
  const int64_t Constant = Offset.Constant.constantTerm(), Limit = INT64_MAX / 2, Size = Access.Size;
  G.Base = Offset.Constant - Poly(Constant);
  if (G.Axes.size() > C.coordinates().size() + footprints::most_inner || !value(G.Base) || Constant > Limit - Size || Constant < -Limit)
    return std::nullopt;
  const uint64_t Mask = Kernel < 0 ? ~uint64_t(0) : uint64_t(1) << std::min(Kernel, 63);
  auto [It, New] = Groups[std::move(G)].try_emplace(Constant, Extent{Numbers, Constant + Size});
  Numbers += New;
  Extent &E = It->second;
  E.End = std::max(E.End, Constant + Size);
  E.Reads |= Reads ? Mask : 0;
  E.Writes |= Writes ? Mask : 0;
  return E.Number;
}

void FootprintCollector::addFootprint(const Group &G, int64_t Begin, const Extent &E, ArrayRef<unsigned> Numbers) {
  footprints::footprint_record F;
  auto [Required, NewRequirements] = Requirements.try_emplace(G.Assumptions, Table.requirements.size());
  if (NewRequirements)
    for (const AddressForms::Assumption &A : G.Assumptions) {
      // What cannot be told never holds.
      footprints::requirement_record Never;
      Never.base = *value(Poly(0));
      Never.lowest = 1;
      Table.requirements.push_back(requirement(A).value_or(Never));
    }
  F.first_requirement = Required->second;
  F.requirements = G.Assumptions.size();
  F.submission = Sources[G.Arg->getArgNo()].Submission;
  F.offset = Sources[G.Arg->getArgNo()].Offset;
  F.reads = E.Reads;
  F.writes = E.Writes;
  F.begin = *value(G.Base + Poly(Begin));
  F.end = *value(G.Base + Poly(E.End));
  std::vector<uint32_t> Key;
  for (const axis_record &A : G.Axes)
    Key.insert(Key.end(), {A.stride, A.low[0], A.low[1], A.high[0], A.high[1]});
  auto [Run, New] = Runs.try_emplace(std::move(Key), Table.axes.size());
  if (New)
    Table.axes.insert(Table.axes.end(), G.Axes.begin(), G.Axes.end());
  F.first_axis = Run->second;
  F.axes = G.Axes.size();
  auto [Same, First] = Known.try_emplace({F.submission, F.offset, F.begin, F.end, F.first_axis, F.axes, F.first_requirement, F.requirements},
                                         Table.footprints.size());
  if (First) {
    Table.footprints.push_back(F);
  } else {
    Table.footprints[Same->second].reads |= F.reads;
    Table.footprints[Same->second].writes |= F.writes;
  }
  for (unsigned N : Numbers)
    Index[N] = Same->second;
}

footprints::table FootprintCollector::take(bool Distinct) {
  Table.coordinates = C.coordinates().size();
  Table.distinct = Distinct;
  for (const auto &[G, All] : Groups) {
    // What touches is one.
    SmallVector<unsigned> Numbers;
    std::optional<std::pair<int64_t, Extent>> Open;
    for (const auto &[Begin, E] : All) {
      if (Open && Begin <= Open->second.End) {
        Open->second.End = std::max(Open->second.End, E.End);
        Open->second.Reads |= E.Reads;
        Open->second.Writes |= E.Writes;
      } else {
        if (Open)
          addFootprint(G, Open->first, Open->second, Numbers);
        Numbers.clear();
        Open.emplace(Begin, E);
      }
      Numbers.push_back(E.Number);
    }
    addFootprint(G, Open->first, Open->second, Numbers);
  }
  std::set<std::pair<uint32_t, uint32_t>> United;
  for (auto [First, Second] : Pairs)
    if (United.insert(std::minmax(Index[First], Index[Second])).second)
      Table.pairs.push_back({Index[First], Index[Second]});
  return std::move(Table);
}

} // namespace syclfuse::fuser
