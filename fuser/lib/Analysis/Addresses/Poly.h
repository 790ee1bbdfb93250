// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Polynomials in symbols, the coefficients of affine forms.
#pragma once

#include "Monomial.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace syclfuse::fuser {

// A polynomial with integer coefficients. One whose coefficients overflow, or that has too many factors, is bad:
// nothing is known of it, and nothing can be proven with it.
class Poly {
public:
  Poly(int64_t Constant = 0);
  static Poly symbol(unsigned Symbol);

  Poly &operator+=(const Poly &O);
  Poly operator+(const Poly &O) const;
  Poly operator-(const Poly &O) const;
  Poly operator*(const Poly &O) const;
  Poly operator-() const { return scaled(-1); }
  bool operator==(const Poly &O) const { return !Bad && !O.Bad && Terms == O.Terms; }
  bool operator<(const Poly &O) const; // any total order

  bool isZero() const { return !Bad && Terms.empty(); }
  bool isBad() const { return Bad; }
  std::optional<int64_t> constant() const;
  // Each coefficient divided by D, which must be positive; nothing if one is no multiple.
  std::optional<Poly> dividedBy(int64_t D) const;
  // The number of which this is the multiple of D; nothing if there is none but 0.
  std::optional<int64_t> multipleOf(const Poly &D) const;
  // As multipleOf(), or where D has one term: the polynomial of which this is the product with D.
  std::optional<Poly> quotientBy(const Poly &D) const;
  // The largest absolute value of a coefficient.
  uint64_t magnitude() const;
  // With symbol S replaced by Get(S).
  Poly substitute(llvm::function_ref<Poly(unsigned)> Get) const;
  bool allCoefficientsAtLeastZero() const;
  bool allMonomials(llvm::function_ref<bool(const Monomial &)> Is) const;
  int64_t coefficient(const Monomial &M) const;
  int64_t constantTerm() const; // 0 if there is none
  bool mentionsAny(llvm::function_ref<bool(unsigned)> Is) const;

  std::string str(llvm::function_ref<std::string(unsigned)> Name) const;
  // Sorted by monomial, no zero coefficients; of no meaning if bad.
  llvm::ArrayRef<std::pair<Monomial, int64_t>> terms() const { return Terms; }

private:
  void add(const Monomial &M, int64_t C);
  Poly scaled(int64_t By) const;
  llvm::SmallVector<std::pair<Monomial, int64_t>, 2> Terms; // sorted by monomial, no zero coefficients
  bool Bad = false;
};

} // namespace syclfuse::fuser
