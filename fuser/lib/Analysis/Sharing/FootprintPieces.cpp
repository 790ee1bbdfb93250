// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The accesses that one access is, by what its variables may be.
#include "FootprintCollector.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace syclfuse::fuser {

static Form replaced(const Form &F, unsigned Variable, const Form &By) {
  const Poly K = F.coefficient(Variable);
  return K.isZero() ? F : F - Form::variable(Variable) * K + By * K;
}

// The same without Variable where its coefficient is zero if K is.
static Form withoutIfZero(const Form &F, unsigned Variable, const Poly &K) {
  const Poly Own = F.coefficient(Variable);
  return Own.multipleOf(K) || K.multipleOf(Own) ? F - Form::variable(Variable) * Own : F;
}

// Whether P is zero if a number that it has as a symbol is Divisor, or if Divisor, a symbol, is a number.
static bool mayVanish(const Poly &P, const Poly &Divisor) {
  auto VanishesFor = [&](unsigned Symbol, const Poly &Value) {
    return P.substitute([&](unsigned S) { return S == Symbol ? Value : Poly::symbol(S); }).isZero();
  };
  if (P.mentionsAny([&](unsigned Symbol) { return VanishesFor(Symbol, Divisor); }))
    return true;
  if (P.terms().size() != 2)
    return false;
  const int64_t First = P.terms().front().second, Second = P.terms().back().second;
  return any_of(std::array{std::pair(First, Second), std::pair(Second, First)}, [&](const auto &C) {
    const bool IsMultiple = C.first != INT64_MIN && C.first % C.second == 0;
    const int64_t Number = IsMultiple ? -(C.first / C.second) : 0;
    return Number > 0 && P.mentionsAny([&](unsigned Symbol) {
      return Divisor == Poly::symbol(Symbol) && VanishesFor(Symbol, Poly(Number));
    });
  });
}

// A quotient in the offset that goes if an argument is the number that it divides by: x + width × y for a range of that
// width, whose ids are taken from the linear one.
static std::optional<unsigned> quotientThatMayGo(const AccessForm &Access, const LaunchCoordinates &C) {
  for (const auto &[V, K] : Access.Offset->Terms) {
    const FormVariable &X = C.variable(V);
    if ((X.By == FormVariable::Quotient || X.RunDivisor) && !K.constant() &&
        mayVanish(K, X.RunDivisor ? X.ModularDivisor : Poly(X.Divisor)))
      return V;
  }
  return std::nullopt;
}

// What the quotient or remainder divides by, if only a run knows it.
static std::optional<Poly> runDivisor(const FormVariable &X) { return X.RunDivisor ? X.RunDivisor : X.RunModulus; }

// Whether V is a quotient or remainder of Of, or of what is.
bool FootprintCollector::isDividedFrom(unsigned V, unsigned Of) const {
  const FormVariable &X = C.variable(V);
  return runDivisor(X) &&
         any_of(X.Operands.front().Terms, [&](const auto &T) { return T.first == Of || isDividedFrom(T.first, Of); });
}

// What is at least zero where the operand of a quotient or remainder is less than its divisor in all work-items that
// make the access, as far as the guards tell how large it may be: in a range of one row the number of the row is zero,
// and the place in it the number of the work-item.
std::optional<Poly> FootprintCollector::roomOf(unsigned V, ArrayRef<Constraint> Guards) const {
  const FormVariable *X = &C.variable(V);
  if (!runDivisor(*X))
    return std::nullopt;
  Poly Divisor = *runDivisor(*X);
  // What is divided may be a quotient itself.
  for (const Form *Of = &X->Operands.front(); Of->Terms.size() == 1 && Of->Constant.isZero();
       Of = &X->Operands.front()) {
    const FormVariable &Inner = C.variable(Of->Terms.begin()->first);
    if (!Inner.RunDivisor || !(Of->Terms.begin()->second == Poly(1)))
      break;
    if (!C.isAtLeastZero(*runDivisor(*X)) || !C.isAtLeastZero(*Inner.RunDivisor))
      return std::nullopt;
    X = &Inner;
    Divisor = Divisor * *Inner.RunDivisor;
  }
  const Form &Divided = X->Operands.front();
  const std::optional<Poly> Lowest = C.lowest(Divided);
  if (!Lowest || !C.isAtLeastZero(*Lowest) || Divisor.isBad())
    return std::nullopt;
  for (const Constraint &G : Guards)
    if (const Form Rest = G.F + Divided; G.Kind == Constraint::AtLeastZero && Rest.isUniform() && !Rest.isBad())
      return Divisor - Poly(1) - Rest.Constant;
  return std::nullopt;
}

Form withoutRemainders(const Form &F, const LaunchCoordinates &C, std::optional<unsigned> Of) {
  Form Out = F;
  for (const auto &[V, K] : F.Terms)
    if (const FormVariable &X = C.variable(V); X.RunModulus && X.RunQuotient == Of.value_or(X.RunQuotient))
      Out = Out + (X.Operands.front() - Form::variable(X.RunQuotient) * X.ModularDivisor - Form::variable(V)) * K;
  return Out;
}

// With what bounds of a quotient, and of the remainder, say of the number that is divided: of a work-item's row and its
// place there, of its number.
AccessForm FootprintCollector::withBoundsOfDividends(AccessForm Access) const {
  std::vector<Constraint> Found;
  for (const Constraint &G : Access.Guards) {
    const auto *Term = G.Kind == Constraint::AtLeastZero && G.F.Terms.size() == 1 ? &*G.F.Terms.begin() : nullptr;
    if (!Term || !C.variable(Term->first).RunDivisor || !(Term->second == Poly(-1)))
      continue;
    const FormVariable &X = C.variable(Term->first);
    const Form &Dividend = X.Operands.front();
    const Form Remainder = Dividend - Form::variable(Term->first) * X.ModularDivisor;
    Poly Rest = *X.RunDivisor - Poly(1);
    for (const Constraint &Other : Access.Guards)
      if (const Form Room = withoutRemainders(Other.F, C) + Remainder;
          Other.Kind == Constraint::AtLeastZero && Room.isUniform() && !Room.isBad())
        Rest = Room.Constant;
    if (const Form Bound = Form(*X.RunDivisor * G.F.Constant + Rest) - Dividend; !Bound.isBad())
      Found.push_back({Constraint::AtLeastZero, Bound});
  }
  Access.Guards.insert(Access.Guards.end(), Found.begin(), Found.end());
  return Access;
}

// Where nothing is left to divide: a quotient is zero, and with it what is divided from it; a remainder is its operand,
// which may be the quotient of another remainder.
AccessForm FootprintCollector::undivided(AccessForm Access, unsigned V) const {
  const FormVariable &X = C.variable(V);
  const auto Without = [&](const Form &F) {
    Form Out = F;
    for (const auto &[Of, K] : F.Terms)
      if (X.RunModulus ? Of == V : Of == V || isDividedFrom(Of, V))
        Out = Out - Form::variable(Of) * K + (X.RunModulus ? X.Operands.front() * K : Form());
    if (X.RunModulus && X.Operands.front().Terms.size() == 1)
      Out = withoutRemainders(Out, C, X.Operands.front().Terms.begin()->first);
    return Out;
  };
  const auto RemoveFrom = [&](std::vector<AssumedValue> &Values) {
    for (AssumedValue &A : Values) {
      A.Value = Without(A.Value);
      A.Start = Without(A.Start);
    }
  };
  Access.Offset = Without(*Access.Offset);
  for (Constraint &G : Access.Guards)
    G.F = Without(G.F);
  for (CheckedGuard &G : Access.Checked) {
    G.Known.F = Without(G.Known.F);
    RemoveFrom(G.Relies);
  }
  RemoveFrom(Access.Relies);
  return Access;
}

// As of nd_range<3>(1, 1, n), with the room that it has.
std::optional<std::pair<unsigned, Poly>> FootprintCollector::divisionThatMayGo(const Piece &P,
                                                                               ArrayRef<Constraint> Guards) const {
  for (const auto &[V, K] : P.Access.Offset->Terms)
    if (!is_contained(make_first_range(P.Divided), V))
      if (const std::optional<Poly> Room = roomOf(V, Guards); Room && !Room->constant())
        return std::pair(V, *Room);
  return std::nullopt;
}

// The accesses that are made of one whose variables are of several kinds, each under the condition that it is this one.
// A variable that is one of several forms is each of these. A quotient that may go has gone, or Quotient says that it
// has not. Empty if there are too many.
SmallVector<FootprintCollector::Piece, 2> FootprintCollector::pieces(const AccessForm &Access,
                                                                     ArrayRef<Constraint> Guards) const {
  constexpr unsigned Most = 8;
  SmallVector<Piece, 2> Open{{Access, std::nullopt, {}}}, Done;
  while (!Open.empty() && Open.size() + Done.size() <= Most) {
    const Piece P = Open.pop_back_val();
    const AccessForm &A = P.Access;
    auto Choice =
        find_if(A.Offset->Terms, [&](const auto &T) { return C.variable(T.first).By == FormVariable::OneOf; });
    if (Choice != A.Offset->Terms.end()) {
      const FormVariable &X = C.variable(Choice->first);
      for (auto [Value, Conditions] : zip_equal(X.Operands, X.Conditions)) {
        AccessForm &Chosen = Open.emplace_back(P).Access;
        Chosen.Offset = replaced(*A.Offset, Choice->first, Value);
        for (Constraint &G : Chosen.Guards)
          G.F = replaced(G.F, Choice->first, Value);
        Chosen.Guards.insert(Chosen.Guards.end(), Conditions.begin(), Conditions.end());
      }
    } else if (const auto Division = divisionThatMayGo(P, Guards)) {
      Piece &Gone = Open.emplace_back(P);
      Gone.Access = undivided(A, Division->first);
      Gone.Access.Guards.push_back({Constraint::AtLeastZero, Form(Division->second)});
      Piece &Stays = Open.emplace_back(P);
      Stays.Divided.push_back(*Division);
      Stays.Access.Guards.push_back({Constraint::AtLeastZero, Form(-Division->second - Poly(1))});
    } else if (const std::optional<unsigned> V = P.Quotient ? std::nullopt : quotientThatMayGo(A, C)) {
      const Poly K = A.Offset->coefficient(*V);
      Piece &Gone = Open.emplace_back(P);
      Gone.Access.Offset = withoutIfZero(*A.Offset, *V, K);
      for (Constraint &G : Gone.Access.Guards)
        G.F = withoutIfZero(G.F, *V, K);
      Gone.Access.Guards.push_back({Constraint::Zero, Form(K)});
      Piece &Stays = Done.emplace_back(P);
      Stays.Access.Guards.push_back({Constraint::NotZero, Form(K)});
      Stays.Quotient = K;
    } else {
      Done.push_back(P);
    }
  }
  return Open.empty() ? Done : SmallVector<Piece, 2>();
}

// With divisions that may go; where that makes too many, without.
SmallVector<FootprintCollector::Piece, 2> FootprintCollector::pieces(const AccessForm &Access) {
  const auto IsDivision = [&](const auto &T) { return runDivisor(C.variable(T.first)).has_value(); };
  SmallVector<Piece, 2> Found;
  if (any_of(Access.Offset->Terms, IsDivision))
    Found = pieces(Access, withChecked(Access).Guards);
  return Found.empty() ? pieces(Access, {}) : Found;
}

} // namespace syclfuse::fuser
