// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Quotients and remainders of forms.
#include "AddressForms.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace llvm;

namespace syclfuse::fuser {

// X & Mask: each run of ones in the mask is the remainder of a quotient.
std::optional<Form> AddressForms::masked(const Form &X, const APInt &Mask) {
  Form Sum;
  const Form Dividend = withRemainders(X);
  const unsigned Width = Mask.getBitWidth();
  for (unsigned From = 0; From != Width;) {
    if (!Mask[From]) {
      ++From;
      continue;
    }
    unsigned To = From;
    while (To != Width && Mask[To])
      ++To;
    Form Part = From < 62 ? quotient(Dividend, int64_t(1) << From) * Poly(int64_t(1) << From) : Form();
    if (From >= 62 || (To >= 62 && To != Width))
      return std::nullopt;
    if (To != Width)
      Part = Part - quotient(Dividend, int64_t(1) << To) * Poly(int64_t(1) << To);
    Sum = Sum + Part;
    From = To;
  }
  return Sum;
}

// Rounded down. What is a multiple of D is divided, and what is left over after that contributes nothing if it is
// between 0 and D - 1.
Form AddressForms::quotient(const Form &F, int64_t D) {
  if (D == 1)
    return F;
  Form Whole, Rest;
  auto Split = [&](const Poly &P, Form Variable) {
    if (std::optional<Poly> Q = P.dividedBy(D))
      Whole = Whole + Variable * *Q;
    else
      Rest = Rest + Variable * P;
  };
  for (const auto &[V, Coefficient] : F.Terms)
    Split(Coefficient, Form::variable(V));
  const int64_t Number = F.Constant.constantTerm(), Remainder = (Number % D + D) % D;
  Split(F.Constant - Poly(Number), Form(Poly(1)));
  Whole = Whole + Form(Poly((Number - Remainder) / D));
  Rest = Rest + Form(Poly(Remainder));
  const std::optional<Poly> Low = C.lowest(Rest), High = C.highest(Rest);
  if (Low && High && C.isAtLeastZero(*Low) && (C.isLess(*High, Poly(D)) || (isPowerOf2_64(D) && isBelow(*High, D))))
    return Whole;
  if (auto It = Quotients.find({Rest, D}); It != Quotients.end())
    return Whole + It->second;
  if (Rest.isUniform()) {
    const unsigned Symbol =
        C.addSymbol([&Of = C, Rest, D] { return "(" + Of.str(Rest) + ")/" + std::to_string(D); }, std::nullopt);
    return Whole + (Quotients[{Rest, D}] = Form(Poly::symbol(Symbol)));
  }
  FormVariable V;
  V.Name = displayName("quotient" + std::to_string(Quotients.size()));
  if (Low && C.isAtLeastZero(*Low)) {
    V.Lowest = Poly(0);
    V.Highest = High;
  }
  if (auto N = Low ? Low->constant() : std::nullopt)
    V.Lowest = Poly((*N - ((*N % D + D) % D)) / D);
  if (auto N = High ? High->constant() : std::nullopt)
    V.Highest = Poly((*N - ((*N % D + D) % D)) / D);
  V.By = FormVariable::Quotient;
  V.Operands = {Rest};
  V.Divisor = D;
  const unsigned Q = C.addVariable(V);
  Divisions[Q] = {Rest, Poly(D), Poly(D), std::nullopt};
  return Whole + (Quotients[{Rest, D}] = Form::variable(Q));
}

// By a number that only a run knows.
Form AddressForms::quotient(const SCEVUDivExpr *S, const Form &F) {
  const Form Divisor = modular(S->getRHS());
  const std::optional<Form> Below = assumed(S->getRHS(), false);
  if (F.isUniform() || !Divisor.isUniform() || !Below || !Below->isUniform())
    return opaque(S);
  FormVariable V;
  V.Operands = {F};
  if (const std::optional<Poly> Low = C.lowest(F); Low && C.isAtLeastZero(*Low)) {
    V.Lowest = Poly(0);
    V.Highest = C.highest(F);
  }
  V.RunDivisor = Below->Constant;
  V.ModularDivisor = Divisor.Constant;
  const Form Q = fresh(S, std::move(V), /*Signed=*/false);
  Divisions[Q.Terms.begin()->first] = {F, Divisor.Constant, Below->Constant, std::nullopt};
  return Q;
}

bool AddressForms::addModuli(CoordinateModuli &Moduli) const {
  bool Changed = false;
  Moduli.resize(C.coordinates().size());
  for (const auto &[Divided, Quotient] : Quotients)
    for (auto [N, K] : enumerate(C.coordinates()))
      for (auto [V, Weight] : K.Digits) {
        // Factor · digit is a multiple of the divisor at each multiple of this.
        const std::optional<int64_t> Factor = Divided.first.coefficient(V).constant();
        if (!Factor || *Factor == 0 || !all_of(Divided.first.Terms, [](const auto &T) { return T.second.constant(); }))
          continue;
        const int64_t Step = Divided.second / std::gcd(Divided.second, *Factor);
        int64_t Modulus;
        if (Step == 1 || MulOverflow(Step, Weight, Modulus) || Modulus >= (int64_t(1) << 31) ||
            is_contained(Moduli[N], Modulus) || Moduli[N].size() == 16)
          continue;
        Moduli[N].push_back(Modulus);
        Changed = true;
      }
  return Changed;
}

Form AddressForms::withRemainders(Form F) {
  for (bool Changed = !Divisions.empty(); Changed;) {
    Changed = false;
    for (const auto &[V, Coefficient] : Form(F).Terms) {
      auto It = Divisions.find(V);
      if (It == Divisions.end())
        continue;
      const std::optional<int64_t> Divisor = It->second.Divisor.constant();
      std::optional<Poly> Times;
      if (Divisor)
        Times = (-Coefficient).dividedBy(*Divisor);
      else if (const std::optional<int64_t> N = (-Coefficient).multipleOf(It->second.Divisor))
        Times = Poly(*N);
      if (!Times)
        continue;
      // F = Times × (dividend - divisor × quotient) + others: only if all of the dividend goes.
      Form Others = F - (It->second.Dividend - Form::variable(V) * It->second.Divisor) * *Times;
      if (Others.Terms.size() + It->second.Dividend.Terms.size() + 1 != F.Terms.size())
        continue;
      if (!It->second.Remainder) {
        FormVariable R;
        R.Lowest = Poly(0);
        R.Highest = It->second.Below - Poly(1);
        R.Name = [Of = C.variable(V).Name] { return Of() + "'s remainder"; };
        R.By = FormVariable::Remainder;
        R.Operands = {It->second.Dividend};
        R.Divisor = Divisor.value_or(1);
        if (!Divisor) {
          R.RunModulus = It->second.Below;
          R.ModularDivisor = It->second.Divisor;
          R.RunQuotient = V;
        }
        It->second.Remainder = C.addVariable(R);
      }
      F = Others + Form::variable(*It->second.Remainder) * *Times;
      Changed = true;
      break;
    }
  }
  return F;
}

} // namespace syclfuse::fuser
