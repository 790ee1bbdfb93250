// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FootprintCollector.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Argument.h"

using namespace llvm;

namespace syclfuse::fuser {

// The first bound that a run can compute: F itself is at most each of them.
static std::optional<Poly> firstKnown(const SmallVectorImpl<Poly> &Bounds, FootprintValues &Values) {
  for (const Poly &P : Bounds)
    if (Values.value(P))
      return P;
  return std::nullopt;
}

// Adds the conditions under which F is a number of the type. False if nothing says how far it goes.
bool FootprintCollector::require(const Form &F, const AccessSide &Side, const AssumedValue &Assumed) {
  constexpr unsigned Most = 62; // bits: what goes beyond is no number of the table
  const unsigned Bits = std::min(Most, Assumed.Width - Assumed.Signed);
  const Poly Limit((int64_t(1) << Bits) - 1);
  const std::optional<Poly> High = firstKnown(Side.highest(F), Values),
                            NegativeLow = firstKnown(Side.highest(F * Poly(-1)), Values);
  if (!High || !NegativeLow)
    return false;
  return require(Limit - *High) && require((Assumed.Signed ? Limit : Poly()) - *NegativeLow);
}

// Adds the condition that P is at least zero. False if a run cannot tell, or it never is.
bool FootprintCollector::require(const Poly &P) {
  const std::optional<int64_t> Number = P.constant();
  const std::optional<uint32_t> V = Values.value(P);
  if (!V || (Number && *Number < 0))
    return false;
  if (!Number && !C.isAtLeastZero(P))
    Conditions.insert(*V);
  return true;
}

// Whether P is at most zero, or at least: adds the condition that sizes in it are no less than zero. Nothing if a run
// cannot tell.
std::optional<bool> FootprintCollector::isDown(const Poly &P) {
  for (const bool Down : {false, true})
    if (const Poly Size = Down ? -P : P; Size.allCoefficientsAtLeastZero() && require(Size))
      return Down;
  return std::nullopt;
}

// The counter of a loop is a number of the type if its first one is, and one step beyond what the loop's own test
// leaves. Another test of it says nothing: the loop goes on where that fails, until the counter wraps around.
bool FootprintCollector::require(const AssumedValue &Assumed, bool EndsLoop, const AccessSide &Before,
                                 const AccessSide &Within) {
  if (!Assumed.Step || !EndsLoop)
    return require(Assumed.Value, Before, Assumed);
  return require(Assumed.Start, Before, Assumed) && require(Assumed.Value + Form(*Assumed.Step), Within, Assumed) &&
         require(Assumed.Value, Within, Assumed);
}

// With the guards that need an assumption which a run can check, from the first that a work-item gets to on.
AccessForm FootprintCollector::withChecked(AccessForm Access) {
  for (const CheckedGuard &G : std::exchange(Access.Checked, {})) {
    std::set<uint32_t> Required = Conditions;
    AccessForm With = Access;
    With.Guards.push_back(G.Known);
    const AccessSide Before(Access, C), Within(With, C);
    if (all_of(G.Relies, [&](const AssumedValue &V) { return require(V, G.EndsLoop, Before, Within); }))
      Access = std::move(With);
    else
      Conditions = std::move(Required);
  }
  const AccessSide Side(Access, C);
  for (const AssumedValue &V : Access.Relies)
    require(V.Value, Side, V);
  return Access;
}

// How far the guards leave parts of the offset: all of it by `if (4 * i + 3 < n)` for an access at 4 * i, or the test
// of a loop from id to n, a row of it by that of a loop from its beginning to its end.
FootprintCollector::Limits FootprintCollector::limits(const Form &Offset, const AccessForm &Access,
                                                      const AccessSide &Side) {
  Limits Found;
  for (const Constraint &G : Access.Guards) {
    if (G.Kind == Constraint::NotZero)
      continue;
    addLimits(Offset, G.F, Side, Found);
    if (G.Kind == Constraint::Zero)
      addLimits(Offset, G.F * Poly(-1), Side, Found);
  }
  return Found;
}

// By a form that is no less than zero.
void FootprintCollector::addLimits(const Form &Offset, const Form &Guard, const AccessSide &Side, Limits &Found) {
  std::set<Poly> Factors;
  for (const auto &[V, K] : Guard.Terms)
    if (const std::optional<Poly> Times = (-Offset.coefficient(V)).quotientBy(K); Times && !Times->isZero())
      Factors.insert(*Times);
  for (const Poly &Times : Factors) {
    // Part + Times × Guard is what is left of the guard, which has a bound.
    std::vector<unsigned> Part;
    Form Rest = Guard;
    for (const auto &[V, K] : Guard.Terms)
      if (-(K * Times) == Offset.coefficient(V)) {
        Part.push_back(V);
        Rest = Rest - Form::variable(V) * K;
      }
    // What narrows one number alone narrows its axis, which has one such bound: the first, as the size of a kernel's
    // own range.
    const std::optional<int64_t> Alone = Part.size() == 1 ? Guard.coefficient(Part.front()).constant() : std::nullopt;
    if (Alone && std::abs(*Alone) == 1 && Rest.isUniform() &&
        (*Alone < 0 ? Side.range(Part.front()).High == Rest.Constant : Side.range(Part.front()).Low == -Rest.Constant))
      continue;
    const std::optional<Poly> Most = firstKnown(Side.highest(Rest), Values);
    const std::optional<uint32_t> Limit = Most ? Values.value(*Most * Times) : std::nullopt;
    const std::optional<bool> Down = Limit ? isDown(Times) : std::nullopt;
    if (!Down)
      continue;
    auto [It, New] = Found.try_emplace(std::move(Part), footprints::no_value, footprints::no_value);
    uint32_t &Bound = *Down ? It->second.first : It->second.second;
    if (Bound == footprints::no_value)
      Bound = *Limit;
  }
}

// Bounds of the variable itself, and as the guards have narrowed it; one of them is enough. So far apart as those of a
// type is no bound. Where the rounds of a loop have none, a limit has to be there.
std::optional<FootprintCollector::Axis> FootprintCollector::axis(unsigned Variable, const Poly &Stride,
                                                                 const AccessSide &Side, const Limits &Within) {
  auto Bound = [&](const std::optional<Poly> &P) {
    const std::optional<int64_t> Number = P ? P->constant() : std::nullopt;
    const bool Far = Number && Variable >= C.idVariables() && std::abs(*Number) >= int64_t(1) << 30;
    return P && !Far ? Values.value(*P) : std::nullopt;
  };
  const FormVariable &X = C.variable(Variable);
  const Interval &R = Side.range(Variable);
  const std::optional<uint32_t> V = Values.value(Stride), Low = Bound(X.Lowest), High = Bound(X.Highest),
                                NarrowLow = Bound(R.Low), NarrowHigh = Bound(R.High);
  if (!V || (!Low && !NarrowLow))
    return std::nullopt;
  auto IsLimited = [&](uint32_t std::pair<uint32_t, uint32_t>::*Bound) {
    return any_of(Within, [&](const auto &L) {
      return is_contained(L.first, Variable) && L.second.*Bound != footprints::no_value;
    });
  };
  if (!High && !NarrowHigh) {
    const std::optional<bool> Down = isDown(Stride);
    if (!Down || !IsLimited(*Down ? &std::pair<uint32_t, uint32_t>::first : &std::pair<uint32_t, uint32_t>::second))
      return std::nullopt;
  }
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

// What the guards leave of an id of a kernel's own range.
std::optional<uint32_t> FootprintCollector::greatestBy(ArrayRef<Constraint> Guards, const Form &Id) {
  for (const Constraint &G : Guards)
    if (const Form Rest = withoutRemainders(G.F, C) + Id;
        G.Kind == Constraint::AtLeastZero && Rest.isUniform() && !Rest.isBad())
      if (const std::optional<uint32_t> Greatest = Values.value(Rest.Constant))
        return Greatest;
  return std::nullopt;
}

// Of a kernel with a range of its own, the id of the launch is x + width × (y + height × z). Takes these out of Offset.
// Then no work-item has a place of its own: the same place is another work-item's in a kernel with another width.
std::vector<FootprintCollector::Axis> FootprintCollector::takeOwnIds(Form &Offset, ArrayRef<Constraint> Guards) {
  if (C.isGrouped())
    return {};
  const unsigned Id = C.coordinates().front().Digits.front().first;
  Form Rest = Offset;
  Poly Stride = Rest.coefficient(Id);
  std::vector<Axis> Axes;
  const std::optional<uint32_t> Zero = Values.value(Poly());
  std::optional<unsigned> Kernel;
  unsigned V = Id, Dimension = 0;
  auto Add = [&](std::optional<uint32_t> Of, std::optional<uint32_t> Last, const Form &Own) {
    if (Of && Last)
      Axes.push_back({*Of, *Zero, *Zero, *Last, greatestBy(Guards, Own).value_or(*Last)});
    return Of && Last;
  };
  Rest = Rest - Form::variable(Id) * Stride;
  for (std::optional<unsigned> Q; (Q = quotientOf(V, Rest)); V = *Q, ++Dimension) {
    const Poly Size = *C.variable(*Q).RunDivisor;
    const std::optional<unsigned> Owner = ownerOf(Size, Dimension);
    if (!Owner || (Kernel && *Kernel != *Owner) ||
        !Add(Values.value(Stride), Values.value(Size - Poly(1)),
             Form::variable(V) - Form::variable(*Q) * C.variable(*Q).ModularDivisor))
      return {};
    Kernel = Owner;
    const Poly OfQuotient = Rest.coefficient(*Q);
    Rest = Rest - Form::variable(*Q) * OfQuotient;
    Stride = OfQuotient + Stride * Size;
  }
  if (!Kernel || !Add(Values.value(Stride), Values.lastOwnId(*Kernel, Dimension), Form::variable(V)))
    return {};
  Offset = Rest;
  return Axes;
}

// False where it is not known where the access is. Axes: what Offset does not have of the ids.
bool FootprintCollector::axes(const AccessForm &Access, const Form &Offset, const AccessSide &Side,
                              const Limits &Within, std::vector<Axis> &Axes, EncodedLimits &Encoded) {
  SmallVector<unsigned, 8> Variables;
  for (const Coordinate &Id : C.coordinates())
    Variables.push_back(Id.Digits.front().first);
  const std::vector<Axis> OwnIds = std::exchange(Axes, {});
  for (const auto &T : Offset.Terms)
    if (T.first >= C.idVariables())
      Variables.push_back(T.first);
  std::map<unsigned, unsigned> Bits;
  for (auto [N, V] : enumerate(Variables)) {
    if (N == C.coordinates().size())
      Axes.insert(Axes.end(), OwnIds.begin(), OwnIds.end());
    const std::optional<Axis> A = axis(V, Offset.coefficient(V), Side, Within);
    if (!A)
      return false;
    Bits[V] = Axes.size();
    Axes.push_back(*A);
  }
  if (Variables.size() == C.coordinates().size())
    Axes.insert(Axes.end(), OwnIds.begin(), OwnIds.end());
  const size_t Most = C.coordinates().size() + footprints::most_inner;
  if (Axes.size() > Most)
    return false;
  for (const auto &[Part, Bounds] : Within) {
    uint32_t Mask = 0;
    for (unsigned V : Part)
      Mask |= 1u << Bits.at(V);
    Encoded.push_back({Mask, Bounds.first, Bounds.second});
  }
  for (const Constraint &G : Access.Guards)
    if (const std::optional<Axis> A = Axes.size() < Most ? axisOf(G) : std::nullopt)
      Axes.push_back(*A);
  return true;
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
  const std::optional<uint32_t> Stride = Values.value(Poly()), Only = Values.value(Poly(Other ? 1 : 0)),
                                High = Values.value(Most);
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
    const EncodedLimits &Within = std::get<EncodedLimits>(G);
    auto [Run, New] = LimitRuns.try_emplace(Within, Table.limits.size());
    for (const auto &[Axes, Least, Greatest] : New ? Within : EncodedLimits())
      Table.limits.push_back({Axes, Least, Greatest});
    Table.footprints.push_back({Source.Submission, Source.Offset, 0, 0, 0, 0, std::get<2>(G), std::get<3>(G),
                                Run->second, static_cast<uint32_t>(Within.size())});
  }
  It->Begin = std::min(It->Begin, Begin);
  It->End = std::max(It->End, End);
  return It->Footprint;
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

// Adds the condition under which no access is this one. False if there is none that a run can tell.
bool FootprintCollector::ruleOut(const Piece &P) {
  if (P.Quotient)
    return require(*P.Quotient) && require(-*P.Quotient);
  return !P.Divided.empty() && require(P.Divided.back().second);
}

FootprintCollector::Added FootprintCollector::add(const Argument &Arg, int Kernel, bool Reads, bool Writes,
                                                  const AccessForm &Access, bool MayRequire) {
  Added Result;
  const int64_t Most = INT64_MAX / 4, Size = Access.Size;
  const SmallVector<Piece, 2> Pieces = Access.Offset ? pieces(Access) : SmallVector<Piece, 2>();
  Result.Told = !Pieces.empty() && Size > 0 && Size <= Most && isPointer(Arg);
  if (!Result.Told)
    return Result;
  for (const Piece &P : Pieces) {
    const AccessForm Checked = withBoundsOfDividends(withChecked(P.Access));
    const AccessSide Side(Checked, C);
    if (Side.isEmpty())
      continue;
    const int64_t Begin = Checked.Offset->Constant.constantTerm();
    const Poly Base = Checked.Offset->Constant - Poly(Begin);
    Form Offset = *Checked.Offset;
    std::vector<Axis> Axes = takeOwnIds(Offset, Checked.Guards);
    EncodedLimits Within;
    const bool Told = all_of(Offset.Terms, [&](const auto &T) { return isTold(T.first); }) &&
                      axes(Checked, Offset, Side, limits(Offset, Checked, Side), Axes, Within);
    if (!Told || Begin > Most || Begin < -Most || !Values.value(Base)) {
      Result.Told &= MayRequire && ruleOut(P);
      continue;
    }
    const unsigned N =
        footprint({Arg.getArgNo(), Base, addAxes(Axes), static_cast<uint32_t>(Axes.size()), std::move(Within)}, Begin,
                  Begin + Size);
    mark(N, Kernel, Reads, Writes);
    Result.Footprints.push_back({N, *Checked.Offset});
  }
  return Result;
}

void FootprintCollector::addSomewhere(const Argument &Arg, int Kernel, bool Reads, bool Writes) {
  const std::optional<uint32_t> Zero = Values.value(Poly());
  if (isPointer(Arg) && Zero)
    mark(footprint({Arg.getArgNo(), Poly(), footprints::no_value, 0, {}}, 0, 1), Kernel, Reads, Writes);
}

footprints::table FootprintCollector::take(bool Distinct) {
  Table.coordinates = C.coordinates().size();
  for (auto [N, K] : enumerate(C.coordinates()))
    Table.groups |= uint32_t(K.Kind == FormVariable::Group) << N;
  Table.distinct = Distinct;
  for (const auto &[G, Extents] : Groups)
    for (const Extent &E : Extents) {
      Table.footprints[E.Footprint].begin = *Values.value(std::get<Poly>(G) + Poly(E.Begin));
      Table.footprints[E.Footprint].end = *Values.value(std::get<Poly>(G) + Poly(E.End));
    }
  for (auto [First, Second, InGroups] : Pairs)
    Table.pairs.push_back({First, Second, InGroups});
  for (uint32_t V : Conditions)
    Table.conditions.push_back({V});
  return std::move(Table);
}

bool mayBeOwn(const Form &A, const Form &B, const LaunchCoordinates &C) {
  return A == B && any_of(A.Terms, [&](const auto &T) {
           const FormVariable::ByT By = C.variable(T.first).By;
           return By == FormVariable::Quotient || By == FormVariable::Remainder;
         });
}

} // namespace syclfuse::fuser
