// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Neighbours in rows of a linear range, `x > 0 ? x - 1 : 0` and `min(x + 1, m - 1)` with `x = i % m`: all places in a
// row but a few at its ends answer such questions alike.
#pragma once

#include "Targets/Common/WorkItem.h"

namespace syclfuse::fuser {

// The most places at an end of a row that are not inner ones.
constexpr uint64_t WidestBorder = 16;

struct RowBorders {
  // Inner places: First <= place < length of the row - Last.
  uint64_t First = 0, Last = 0;

  // A comparison with a place, or a choice between it and a bound.
  struct Question {
    llvm::Instruction *At;
    llvm::Value *Answer; // of an inner place: an operand of At, or a constant; null: the place less the bound
  };
  llvm::SmallVector<Question, 4> Questions;
};

// Of Place, a remainder by Divisor in a work-item function.
RowBorders findRowBorders(llvm::Instruction &Place, llvm::Value &Divisor);

} // namespace syclfuse::fuser
