// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Footprints.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Argument.h"

using namespace llvm;

namespace syclfuse::fuser {

bool FootprintCollector::Group::operator<(const Group &O) const {
  if (Arg->getArgNo() != O.Arg->getArgNo())
    return Arg->getArgNo() < O.Arg->getArgNo();
  if (Writes != O.Writes)
    return Writes < O.Writes;
  if (Base < O.Base || O.Base < Base)
    return Base < O.Base;
  return Axes < O.Axes;
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

// One of them is enough. The first ones are the sizes of the launch.
bool FootprintCollector::addBounds(std::vector<std::pair<uint32_t, uint32_t>> &To, ArrayRef<AccessSide::Bound> Bounds) {
  for (const AccessSide::Bound &B : Bounds)
    if (std::optional<uint32_t> V =
            To.size() < footprints::most_bounds / 2 && isUInt<32>(B.Divisor) ? value(B.Value) : std::nullopt)
      To.emplace_back(*V, B.Divisor);
  return !To.empty();
}

// Bounds so far apart are those of a type.
static bool areNear(ArrayRef<AccessSide::Bound> Bounds) {
  return any_of(Bounds, [](const AccessSide::Bound &B) {
    const std::optional<int64_t> Number = B.Value.constant();
    return !Number || std::abs(*Number / B.Divisor) < int64_t(1) << 30;
  });
}

std::optional<FootprintCollector::Axis> FootprintCollector::axis(unsigned Variable, const Poly &Stride,
                                                                 const AccessSide &Side) {
  Axis A;
  const auto Lows = Side.bounds(Variable, false), Highs = Side.bounds(Variable, true);
  const std::optional<uint32_t> V = value(Stride);
  const bool Near = Variable < C.idVariables() || (areNear(Lows) && areNear(Highs));
  if (!V || !Near || !addBounds(A.Lows, Lows) || !addBounds(A.Highs, Highs))
    return std::nullopt;
  A.Stride = *V;
  return A;
}

// Of conditions that depend on no work-item: no numbers, from zero to a negative one, where one does not hold; else
// one. A condition on numbers that are too large may hold.
FootprintCollector::Axis FootprintCollector::uniform(const AccessForm &Access) {
  Axis A;
  SmallVector<AccessSide::Bound, 4> Highs;
  for (const Constraint &G : Access.Guards)
    if (G.Kind == Constraint::AtLeastZero && G.F.isUniform() && !C.isAtLeastZero(G.F.Constant))
      Highs.push_back({G.F.Constant});
  if (Highs.empty())
    return A;
  A.Stride = *value(Poly(0));
  A.Lows.emplace_back(A.Stride, 1);
  A.Highs.emplace_back(A.Stride, 1);
  addBounds(A.Highs, Highs);
  return A;
}

uint32_t FootprintCollector::addAxes(const std::vector<Axis> &Axes) {
  auto [Run, New] = Runs.try_emplace(Axes, Table.axes.size());
  for (const Axis &A : New ? ArrayRef(Axes) : ArrayRef<Axis>()) {
    std::vector<std::pair<uint32_t, uint32_t>> All = A.Lows;
    All.insert(All.end(), A.Highs.begin(), A.Highs.end());
    auto [First, NewBounds] = Bounds.try_emplace(All, Table.bounds.size());
    if (NewBounds)
      for (auto [Value, Divisor] : All)
        Table.bounds.push_back({Value, Divisor});
    Table.axes.push_back(
        {A.Stride, First->second, static_cast<uint16_t>(A.Lows.size()), static_cast<uint16_t>(A.Highs.size())});
  }
  return Run->second;
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

// Work-items in which they do not hold access something else, of which nothing is known. They come first, so that
// narrower bounds are found after them.
static AccessForm withAssumptions(AccessForm F, const std::set<AddressForms::Assumption> &Assumptions) {
  std::vector<Constraint> All;
  for (const AddressForms::Assumption &A : Assumptions)
    for (const bool Low : {true, false}) {
      // No number at all is beyond the ends of 64 bits.
      const int64_t Limit = Low ? A.Lowest : A.Highest;
      const Form G = Low ? A.Value - Form(Poly(Limit)) : Form(Poly(Limit)) - A.Value;
      if (std::abs(Limit) < int64_t(1) << 40 && !G.isBad())
        All.push_back({Constraint::AtLeastZero, G});
    }
  All.insert(All.end(), F.Guards.begin(), F.Guards.end());
  F.Guards = std::move(All);
  return F;
}

static Form replaced(const Form &F, unsigned Variable, const Form &By) {
  const Poly K = F.coefficient(Variable);
  return K.isZero() ? F : F - Form::variable(Variable) * K + By * K;
}

// The same without variables that are one of several forms: an access for each of these, under the condition that it is
// this one. Empty if there are too many.
static SmallVector<AccessForm, 2> pieces(const AccessForm &F, const LaunchCoordinates &C) {
  constexpr unsigned Most = 8;
  SmallVector<AccessForm, 2> Open{F}, Done;
  while (!Open.empty() && Open.size() + Done.size() <= Most) {
    AccessForm A = Open.pop_back_val();
    auto Choice = find_if(A.Offset->Terms, [&](const auto &T) {
      const FormVariable::ByT By = C.variable(T.first).By;
      return By == FormVariable::Least || By == FormVariable::Greatest || By == FormVariable::Chosen;
    });
    if (Choice == A.Offset->Terms.end()) {
      Done.push_back(std::move(A));
      continue;
    }
    const unsigned V = Choice->first;
    const FormVariable &X = C.variable(V);
    for (auto [I, Value] : enumerate(X.Operands)) {
      AccessForm Piece = A;
      Piece.Offset = replaced(*A.Offset, V, Value);
      for (Constraint &G : Piece.Guards)
        G.F = replaced(G.F, V, Value);
      if (X.By == FormVariable::Chosen)
        Piece.Guards.insert(Piece.Guards.end(), X.Conditions[I].begin(), X.Conditions[I].end());
      else
        for (auto [K, Other] : enumerate(X.Operands))
          if (K != I)
            Piece.Guards.push_back(
                {Constraint::AtLeastZero, X.By == FormVariable::Least ? Other - Value : Value - Other});
      if (Piece.Offset->isBad())
        return {};
      Open.push_back(std::move(Piece));
    }
  }
  return Open.empty() ? Done : SmallVector<AccessForm, 2>();
}

SmallVector<unsigned, 2> FootprintCollector::add(const Argument &Arg, int Kernel, bool Reads, bool Writes,
                                                 const AccessForm &Form,
                                                 const std::set<AddressForms::Assumption> &Assumptions) {
  SmallVector<unsigned, 2> Numbers;
  if (!Form.Offset || !Form.Size || Form.Size > INT64_MAX / 4 || Arg.getArgNo() >= Sources.size() ||
      Sources[Arg.getArgNo()].Source != argument_source::closure || Sources[Arg.getArgNo()].Size != sizeof(uint64_t))
    return Numbers;
  for (const AccessForm &Piece : pieces(withAssumptions(Form, Assumptions), C))
    if (std::optional<unsigned> N = addPiece(Arg, Kernel, Reads, Writes, withoutEnds(Piece, C)))
      Numbers.push_back(*N);
  return Numbers;
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

std::optional<unsigned> FootprintCollector::addPiece(const Argument &Arg, int Kernel, bool Reads, bool Writes,
                                                     const AccessForm &Access) {
  const AccessSide Side(Access, C);
  if (Side.isEmpty())
    return std::nullopt;
  Group G;
  G.Arg = &Arg;
  G.Writes = Writes;
  auto AddAxis = [&](unsigned V, const Poly &Stride) {
    const std::optional<Axis> A = axis(V, Stride, Side);
    G.Axes.push_back(A.value_or(Axis()));
    return A.has_value();
  };
  const Form &Offset = *Access.Offset;
  for (const Coordinate &Id : C.coordinates())
    if (!AddAxis(Id.Digits.front().first, Offset.coefficient(Id.Digits.front().first)))
      return std::nullopt;
  for (const auto &[V, Stride] : Offset.Terms)
    if (V >= C.idVariables() && (!isTold(V) || !AddAxis(V, Stride)))
      return std::nullopt;
  if (const Axis Uniform = uniform(Access); !Uniform.Highs.empty())
    G.Axes.push_back(Uniform);
  const int64_t Constant = Offset.Constant.constantTerm(), Limit = INT64_MAX / 2, Size = Access.Size;
  G.Base = Offset.Constant - Poly(Constant);
  if (G.Axes.size() > C.coordinates().size() + footprints::most_inner || !value(G.Base) || Constant > Limit - Size ||
      Constant < -Limit)
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
  F.submission = Sources[G.Arg->getArgNo()].Submission;
  F.offset = Sources[G.Arg->getArgNo()].Offset;
  F.reads = E.Reads;
  F.writes = E.Writes;
  F.begin = *value(G.Base + Poly(Begin));
  F.end = *value(G.Base + Poly(E.End));
  F.first_axis = addAxes(G.Axes);
  F.axes = G.Axes.size();
  auto [Same, First] =
      Known.try_emplace({F.submission, F.offset, F.begin, F.end, F.first_axis, F.axes}, Table.footprints.size());
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

// By how much the form grows with a variable, on the average.
static std::optional<double> slope(const LaunchCoordinates &C, const Form &F, unsigned Variable, unsigned Depth = 0) {
  double Sum = 0;
  for (const auto &[T, Coefficient] : F.Terms) {
    const FormVariable &X = C.variable(T);
    const bool IsQuotient = X.By == FormVariable::Quotient;
    if (T != Variable && !IsQuotient)
      continue; // a remainder does not grow
    const std::optional<int64_t> Number = Coefficient.constant();
    const std::optional<double> Of = !IsQuotient  ? 1.0
                                     : Depth == 8 ? std::nullopt
                                                  : slope(C, X.Operands.front(), Variable, Depth + 1);
    if (!Number || !Of)
      return std::nullopt;
    Sum += double(*Number) * *Of / double(X.Divisor);
  }
  return Sum;
}

bool mayBeExchange(const Form &A, const Form &B, const LaunchCoordinates &C, bool InGroups) {
  auto Divides = [&](const Form &F) {
    return any_of(F.Terms, [&](const auto &T) {
      const FormVariable::ByT By = C.variable(T.first).By;
      return By == FormVariable::Quotient || By == FormVariable::Remainder;
    });
  };
  if (!Divides(A) && !Divides(B))
    return false;
  if (A == B)
    return true;
  return InGroups && all_of(C.coordinates(), [&](const Coordinate &Id) {
           const std::optional<double> InA = slope(C, A, Id.Digits.front().first),
                                       InB = slope(C, B, Id.Digits.front().first);
           return InA && InB && std::abs(*InA - *InB) < 1e-6 * std::max(1.0, std::abs(*InA));
         });
}

} // namespace syclfuse::fuser
