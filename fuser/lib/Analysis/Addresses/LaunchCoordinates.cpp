// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "LaunchCoordinates.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace syclfuse::fuser {

DisplayName displayName(const SCEV *S) {
  return [S] {
    std::string Text;
    raw_string_ostream OS(Text);
    S->print(OS);
    return Text;
  };
}

LaunchCoordinates::LaunchCoordinates(const AccessLaunch &Launch, unsigned Dims, unsigned Asked, bool Grouped,
                                     bool Linear, const CoordinateModuli &Moduli)
    : Grouped(Grouped) {
  addSizes(Launch, Dims, Asked);
  addCoordinates(Dims, Linear, Moduli);
  IdVariables = Variables.size();
}

bool LaunchCoordinates::mentionsUnknown(const Form &F) const {
  return any_of(F.Terms, [&](const auto &T) {
    const FormVariable &X = Variables[T.first];
    const bool Unknown = X.Kind == FormVariable::Private && X.By == FormVariable::Free && !X.Exact && !X.Counts;
    return Unknown || any_of(X.Operands, [&](const Form &Of) { return mentionsUnknown(Of); });
  });
}

// Group coordinates need the local size, as a constant or a symbol: a range without one has global sizes only.
void LaunchCoordinates::addSizes(const AccessLaunch &Launch, unsigned Dims, unsigned Asked) {
  const NDRange *Range = Launch.Range ? &*Launch.Range : nullptr;
  auto Size = [&](Builtin Kind, StringRef Name, unsigned D) {
    const unsigned Symbol = addSymbol(Kind, Name, D, 1);
    Symbols[Symbol].Large = D < Asked ? 2 : 1;
    return Poly::symbol(Symbol);
  };
  for (unsigned D = 0; D != Dims; ++D) {
    if (Range) {
      Global[D] = Poly(Range->global(D));
      Local[D] = Range->hasLocal() ? Poly(Range->local(D)) : Size(Builtin::LocalSize, "local_size", D);
      Groups[D] =
          Range->hasLocal() ? Poly(Range->global(D) / Range->local(D)) : Size(Builtin::NumGroups, "num_groups", D);
      continue;
    }
    const auto First = static_cast<unsigned>(Symbols.size());
    Local[D] = Size(Builtin::LocalSize, "local_size", D);
    Groups[D] = Size(Builtin::NumGroups, "num_groups", D);
    Global[D] = Grouped ? Groups[D] * Local[D] : Size(Builtin::GlobalSize, "global_size", D);
    if (!Grouped)
      SizeSymbols.push_back({First, First + 1, First + 2});
  }
  Sizes = Symbols.size();
  for (unsigned D = 0; D != Dims && (Range || !Launch.NoOffset); ++D)
    Offset[D] = Range ? Poly(Range->offset(D)) : Poly::symbol(addSymbol(Builtin::GlobalOffset, "offset", D, 0));
  Offsets = Symbols.size();
  if (Range)
    return;
  IdLimits.push_back(Global[0] * Global[1] * Global[2]);
  for (unsigned D = 0; D != Dims; ++D)
    IdLimits.push_back(Offset[D] + Global[D] - Poly(1));
}

void LaunchCoordinates::addCoordinates(unsigned Dims, bool Linear, const CoordinateModuli &Moduli) {
  if (Linear && !Grouped) {
    addCoordinate(FormVariable::Item, Global[0] * Global[1] * Global[2], "linear_id", Moduli);
    LinearPlace = form(Coordinates.back());
    return;
  }
  for (unsigned D = 0; D != Dims; ++D) {
    if (!Grouped) {
      addCoordinate(FormVariable::Item, Global[D], "id" + Twine(D), Moduli);
      Place[D] = form(Coordinates.back());
      continue;
    }
    addCoordinate(FormVariable::Group, Groups[D], "group" + Twine(D), Moduli);
    GroupOf[D] = form(Coordinates.back());
    addCoordinate(FormVariable::Item, Local[D], "local" + Twine(D), Moduli);
    InGroup[D] = form(Coordinates.back());
    Place[D] = GroupOf[D] * Local[D] + InGroup[D];
  }
}

unsigned LaunchCoordinates::addDigit(FormVariable::KindT Kind, Poly Highest, std::string Name) {
  FormVariable V;
  V.Kind = Kind;
  V.Lowest = Poly(0);
  V.Highest = std::move(Highest);
  V.Name = displayName(std::move(Name));
  return addVariable(std::move(V));
}

// Digits to the bases of those moduli of which each divides the next.
void LaunchCoordinates::addCoordinate(FormVariable::KindT Kind, Poly Size, Twine Name, const CoordinateModuli &Moduli) {
  Coordinate New;
  New.Size = Size;
  New.Kind = Kind;
  const std::string Text = Name.str();
  const std::optional<int64_t> Known = Size.constant();
  SmallVector<uint64_t, 4> Sorted;
  if (Coordinates.size() < Moduli.size())
    Sorted = Moduli[Coordinates.size()];
  llvm::sort(Sorted);
  int64_t Weight = 1;
  for (uint64_t M : Sorted) {
    if (M <= uint64_t(Weight) || M % Weight || (Known && M >= uint64_t(*Known)) || New.Digits.size() == 4)
      continue;
    unsigned V = addDigit(Kind, Poly(int64_t(M / Weight - 1)), Text + "%" + std::to_string(M));
    New.Digits.push_back({V, Weight});
    Weight = M;
  }
  // Without a known size the last digit is at most the number itself.
  Poly Highest = Known ? Poly((*Known + Weight - 1) / Weight - 1) : Size - Poly(1);
  unsigned V = addDigit(Kind, Highest, Weight == 1 ? Text : Text + "/" + std::to_string(Weight));
  New.Digits.push_back({V, Weight});
  Coordinates.push_back(std::move(New));
}

Form LaunchCoordinates::form(const Coordinate &C) const {
  Form F;
  for (auto [V, Weight] : C.Digits)
    F = F + Form::variable(V) * Poly(Weight);
  return F;
}

std::optional<Form> LaunchCoordinates::query(Builtin Kind, unsigned D) const {
  if (D >= 3)
    return std::nullopt;
  switch (Kind) {
  case Builtin::GlobalSize:
    return Form(Global[D]);
  case Builtin::LocalSize:
    return Form(Local[D]);
  case Builtin::NumGroups:
    return Form(Groups[D]);
  case Builtin::GlobalOffset:
    return Form(Offset[D]);
  case Builtin::GlobalId:
    return LinearPlace ? std::nullopt : std::optional(Place[D] + Form(Offset[D]));
  case Builtin::GlobalLinearId:
    return LinearPlace ? *LinearPlace : Place[0] + Place[1] * Global[0] + Place[2] * (Global[0] * Global[1]);
  case Builtin::LocalId:
    return Grouped ? std::optional(InGroup[D]) : std::nullopt;
  case Builtin::GroupId:
    return Grouped ? std::optional(GroupOf[D]) : std::nullopt;
  case Builtin::LocalLinearId:
    return Grouped ? std::optional(InGroup[0] + InGroup[1] * Local[0] + InGroup[2] * (Local[0] * Local[1]))
                   : std::nullopt;
  default:
    return std::nullopt;
  }
}

static Poly withGlobalSizes(const Poly &P, ArrayRef<std::array<unsigned, 3>> Sizes) {
  Poly Out;
  for (const auto &[M, Coefficient] : P.terms()) {
    SmallVector<unsigned, Monomial::MostFactors> Rest = M.symbols();
    Poly Product(Coefficient);
    for (auto [Local, Groups, Global] : Sizes)
      while (is_contained(Rest, Local) && is_contained(Rest, Groups)) {
        Rest.erase(find(Rest, Local));
        Rest.erase(find(Rest, Groups));
        Product = Product * Poly::symbol(Global);
      }
    for (unsigned Symbol : Rest)
      Product = Product * Poly::symbol(Symbol);
    Out = Out + Product;
  }
  return Out;
}

Form LaunchCoordinates::withGlobalSizes(const Form &F) const {
  if (SizeSymbols.empty() || F.isBad())
    return F;
  Form Out(fuser::withGlobalSizes(F.Constant, SizeSymbols));
  for (const auto &[V, Coefficient] : F.Terms)
    Out = Out + Form::variable(V) * fuser::withGlobalSizes(Coefficient, SizeSymbols);
  return Out;
}

unsigned LaunchCoordinates::addVariable(FormVariable V) {
  Variables.push_back(std::move(V));
  return Variables.size() - 1;
}

unsigned LaunchCoordinates::addSymbol(DisplayName Name, std::optional<int64_t> Least, const SCEV *Of, bool Signed) {
  Symbols.push_back({std::move(Name), Least, {std::nullopt, Of, Signed}});
  return Symbols.size() - 1;
}

unsigned LaunchCoordinates::addSymbol(Builtin Kind, StringRef Name, unsigned Dimension, int64_t Least) {
  Symbols.push_back({displayName((Name + Twine(Dimension)).str()), Least, {std::pair(Kind, Dimension)}});
  return Symbols.size() - 1;
}

std::optional<Poly> LaunchCoordinates::bound(const Form &F, bool High) const {
  Poly Sum = F.Constant;
  for (const auto &[V, C] : F.Terms) {
    const bool Positive = isAtLeastZero(C);
    if (!Positive && !isAtLeastZero(-C))
      return std::nullopt;
    const std::optional<Poly> &B = Positive == High ? Variables[V].Highest : Variables[V].Lowest;
    if (!B)
      return std::nullopt;
    Sum = Sum + C * *B;
  }
  return Sum;
}

std::optional<Poly> LaunchCoordinates::lowest(const Form &F) const { return bound(F, false); }
std::optional<Poly> LaunchCoordinates::highest(const Form &F) const { return bound(F, true); }

std::string LaunchCoordinates::str(const Form &F) const {
  auto Name = [&](unsigned S) { return Symbols[S].Name(); };
  std::string Out;
  for (const auto &[V, C] : F.Terms) {
    std::string Factor = C.str(Name);
    const bool Simple = Factor.find(' ') == std::string::npos;
    const bool Minus = Simple && Factor[0] == '-';
    if (Minus)
      Factor.erase(0, 1);
    Out += Out.empty() ? (Minus ? "-" : "") : (Minus ? " - " : " + ");
    Out += Factor == "1" ? "" : (Simple ? Factor : "(" + Factor + ")") + "*";
    Out += Variables[V].Name();
  }
  if (F.Constant.isZero() && !Out.empty())
    return Out;
  std::string Rest = F.Constant.str(Name);
  if (Out.empty())
    return Rest;
  return Rest[0] == '-' ? Out + " - " + Rest.substr(1) : Out + " + " + Rest;
}

} // namespace syclfuse::fuser
