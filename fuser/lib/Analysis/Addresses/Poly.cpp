// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Poly.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cassert>

using namespace llvm;

namespace syclfuse::fuser {

Poly::Poly(int64_t Constant) {
  if (Constant)
    Terms.push_back({Monomial(), Constant});
}

Poly Poly::symbol(unsigned Symbol) {
  Poly P;
  P.Bad = Symbol >= Monomial::Symbols;
  if (!P.Bad)
    P.Terms.push_back({Monomial(Symbol), 1});
  return P;
}

void Poly::add(const Monomial &M, int64_t C) {
  auto *At = lower_bound(Terms, M, [](const auto &T, const Monomial &Key) { return T.first < Key; });
  if (At == Terms.end() || At->first != M) {
    if (C)
      Terms.insert(At, {M, C});
    return;
  }
  if (AddOverflow(At->second, C, At->second))
    Bad = true;
  else if (!At->second)
    Terms.erase(At);
}

Poly &Poly::operator+=(const Poly &O) {
  assert(this != &O && "the terms that are read would change");
  Bad |= O.Bad;
  for (const auto &[M, C] : O.Terms)
    add(M, C);
  return *this;
}

Poly Poly::operator+(const Poly &O) const {
  Poly R = *this;
  R += O;
  return R;
}

Poly Poly::operator-(const Poly &O) const {
  Poly R = *this;
  R.Bad |= O.Bad;
  for (const auto &[M, C] : O.Terms)
    if (C == INT64_MIN)
      R.Bad = true;
    else
      R.add(M, -C);
  return R;
}

Poly Poly::scaled(int64_t By) const {
  Poly R;
  R.Bad = Bad;
  if (By)
    for (const auto &[M, C] : Terms) {
      int64_t Coefficient;
      R.Bad |= MulOverflow(C, By, Coefficient) != 0;
      R.Terms.push_back({M, Coefficient});
    }
  return R;
}

Poly Poly::operator*(const Poly &O) const {
  if (const std::optional<int64_t> By = O.constant())
    return scaled(*By);
  Poly R;
  R.Bad = Bad || O.Bad;
  for (const auto &[M, C] : Terms)
    for (const auto &[N, D] : O.Terms) {
      const std::optional<Monomial> Product = M * N;
      int64_t Coefficient;
      if (MulOverflow(C, D, Coefficient) || !Product)
        R.Bad = true;
      else
        R.add(*Product, Coefficient);
    }
  return R;
}

bool Poly::operator<(const Poly &O) const {
  if (Bad != O.Bad)
    return Bad < O.Bad;
  return std::lexicographical_compare(Terms.begin(), Terms.end(), O.Terms.begin(), O.Terms.end());
}

std::optional<int64_t> Poly::constant() const {
  if (Bad || Terms.size() > 1 || (Terms.size() == 1 && !Terms[0].first.empty()))
    return std::nullopt;
  return Terms.empty() ? 0 : Terms[0].second;
}

std::optional<Poly> Poly::dividedBy(int64_t D) const {
  Poly R = *this;
  for (auto &[M, C] : R.Terms) {
    if (C % D)
      return std::nullopt;
    C /= D;
  }
  return Bad ? std::nullopt : std::optional(R);
}

std::optional<int64_t> Poly::multipleOf(const Poly &D) const {
  if (Bad || D.Bad || Terms.empty() || D.Terms.empty())
    return std::nullopt;
  const int64_t First = Terms.front().second;
  if (First == INT64_MIN)
    return std::nullopt;
  const int64_t Times = First / D.Terms.front().second;
  return Times != 0 && D * Poly(Times) == *this ? std::optional(Times) : std::nullopt;
}

std::optional<Poly> Poly::quotientBy(const Poly &D) const {
  if (const std::optional<int64_t> Times = multipleOf(D))
    return Poly(*Times);
  if (Bad || D.Bad || D.Terms.size() != 1)
    return std::nullopt;
  Poly Quotient;
  for (const auto &[M, C] : Terms) {
    SmallVector<unsigned, Monomial::MostFactors> Left = M.symbols();
    for (unsigned S : D.Terms.front().first.symbols()) {
      auto *At = find(Left, S);
      if (At == Left.end())
        return std::nullopt;
      Left.erase(At);
    }
    Poly Term(C / D.Terms.front().second);
    for (unsigned S : Left)
      Term = Term * Poly::symbol(S);
    Quotient += Term;
  }
  return Quotient * D == *this ? std::optional(Quotient) : std::nullopt;
}

uint64_t Poly::magnitude() const {
  uint64_t Largest = Bad ? UINT64_MAX : 0;
  for (const auto &[M, C] : Terms)
    Largest = std::max(Largest, AbsoluteValue(C));
  return Largest;
}

Poly Poly::substitute(function_ref<Poly(unsigned)> Get) const {
  Poly R;
  R.Bad = Bad;
  for (const auto &[M, C] : Terms) {
    Poly Product(C);
    for (unsigned S : M.symbols())
      Product = Product * Get(S);
    R += Product;
  }
  return R;
}

bool Poly::allCoefficientsAtLeastZero() const {
  return !Bad && all_of(Terms, [](const auto &T) { return T.second >= 0; });
}

bool Poly::allMonomials(function_ref<bool(const Monomial &)> Is) const {
  return all_of(Terms, [&](const auto &T) { return Is(T.first); });
}

int64_t Poly::coefficient(const Monomial &M) const {
  auto *At = lower_bound(Terms, M, [](const auto &T, const Monomial &Key) { return T.first < Key; });
  return At != Terms.end() && At->first == M ? At->second : 0;
}

int64_t Poly::constantTerm() const { return !Terms.empty() && Terms[0].first.empty() ? Terms[0].second : 0; }

bool Poly::mentionsAny(function_ref<bool(unsigned)> Is) const {
  return any_of(Terms, [&](const auto &T) { return any_of(T.first.symbols(), Is); });
}

std::string Poly::str(function_ref<std::string(unsigned)> Name) const {
  if (Bad)
    return "?";
  std::string Out;
  for (const auto &[M, C] : Terms) {
    Out += Out.empty() ? (C < 0 ? "-" : "") : (C < 0 ? " - " : " + ");
    const uint64_t Size = AbsoluteValue(C);
    if (M.empty() || Size != 1)
      Out += std::to_string(Size);
    for (auto [I, S] : enumerate(M.symbols()))
      Out += (I || Size != 1 ? "*" : "") + Name(S);
  }
  return Out.empty() ? "0" : Out;
}

} // namespace syclfuse::fuser
