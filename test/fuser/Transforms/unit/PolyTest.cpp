// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums, differences and products of random polynomials have the values that those of their values are, and what is said
// to be at least zero is so for random values of the symbols. SYCLFUSE_TEST_SEED and SYCLFUSE_TEST_CASES choose the
// first seed and the number of cases.
#include "Seeds.h"

#include "Analysis/Addresses/SymbolBounds.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

using namespace syclfuse::fuser;

namespace {

constexpr unsigned Symbols = 3;
using Values = std::array<int64_t, Symbols>;
using Random = std::mt19937_64;

int64_t draw(Random &R, int64_t From, int64_t To) { return std::uniform_int_distribution<int64_t>(From, To)(R); }

Poly randomPoly(Random &R) {
  Poly Sum;
  for (int64_t Terms = draw(R, 0, 4); Terms > 0; --Terms) {
    Poly Product(draw(R, -5, 5));
    for (int64_t Factors = draw(R, 0, 2); Factors > 0; --Factors)
      Product = Product * Poly::symbol(unsigned(draw(R, 0, Symbols - 1)));
    Sum += Product;
  }
  return Sum;
}

int64_t valueOf(const Poly &P, const Values &Of) {
  return P.substitute([&](unsigned S) { return Poly(Of[S]); }).constant().value();
}

struct Positive : SymbolBounds {
  std::optional<int64_t> leastValue(unsigned) const override { return 1; }
};

TEST(Poly, ArithmeticIsThatOfValues) {
  sequence::forSeeds(sequence::Seeds::fixed(1, 2000), [](uint64_t Seed) {
    Random R(Seed);
    const Poly A = randomPoly(R), B = randomPoly(R);
    const Values Of = {draw(R, 1, 9), draw(R, 1, 9), draw(R, 1, 9)};
    const int64_t X = valueOf(A, Of), Y = valueOf(B, Of);
    EXPECT_EQ(valueOf(A + B, Of), X + Y);
    EXPECT_EQ(valueOf(A - B, Of), X - Y);
    EXPECT_EQ(valueOf(-A, Of), -X);
    EXPECT_EQ(valueOf(A * B, Of), X * Y);
    EXPECT_TRUE((A - A).isZero());
    EXPECT_TRUE(A * B == B * A);
    if (Positive().isAtLeastZero(A)) {
      EXPECT_GE(X, 0);
    }
  });
}

TEST(Poly, MonomialsAreInTheOrderOfTheirSymbols) {
  const Poly P = Poly::symbol(1) * Poly::symbol(0) + Poly::symbol(1) + Poly::symbol(0) + Poly(7);
  EXPECT_EQ(P.str([](unsigned S) { return std::string(1, char('a' + S)); }), "7 + a + a*b + b");
}

TEST(Poly, TooManyFactorsAreBad) {
  Poly P(1);
  for (unsigned I = 0; I != Monomial::MostFactors; ++I)
    P = P * Poly::symbol(I);
  EXPECT_FALSE(P.isBad());
  EXPECT_TRUE((P * Poly::symbol(0)).isBad());
  EXPECT_FALSE((P * Poly(2)).isBad());
  EXPECT_TRUE(Poly::symbol(Monomial::Symbols).isBad());
}

} // namespace
