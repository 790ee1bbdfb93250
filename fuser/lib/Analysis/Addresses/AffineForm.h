// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Affine forms over the ids of a work-item whose coefficients are polynomials in symbols that are the same for a whole
// launch, as in 4·local_size·group_id + 4·local_id + 4·n. Values are mathematical integers.
#pragma once

#include "Poly.h"

#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <utility>

namespace syclfuse::fuser {

// Constant + Σ coefficient × variable. Variables are numbers that the owner of the form knows.
struct Form {
  Poly Constant;
  llvm::SmallVector<std::pair<unsigned, Poly>, 4> Terms; // sorted by variable, no zero coefficients

  Form(Poly C = Poly()) : Constant(std::move(C)) {}
  static Form variable(unsigned V);
  Form operator+(const Form &O) const;
  Form operator-(const Form &O) const { return *this + O * Poly(-1); }
  Form operator*(const Poly &P) const;
  bool operator==(const Form &O) const { return Constant == O.Constant && Terms == O.Terms; }
  bool operator<(const Form &O) const;
  // Each coefficient divided by D, as Poly::dividedBy().
  std::optional<Form> dividedBy(int64_t D) const;

  bool isUniform() const { return Terms.empty(); }
  bool isBad() const;
  Poly coefficient(unsigned V) const;
};

} // namespace syclfuse::fuser
