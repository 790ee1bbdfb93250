// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// DividedIds.h for a strip (StripLoops.h), in a turn of a loop of the kernel: the work-items of a strip see elements
// that lie side by side, `first + turn * 64 + item`, and divide their numbers by the length of a row. In between two
// rows, and between the ends of what is left out of them, quotients are one value and questions have one answer.
#pragma once

#include "Targets/Common/WorkItem.h"

#include "llvm/IR/InstrTypes.h"

namespace syclfuse::fuser {

struct StripRows {
  // Of the segment, by instructions of its own and its parameters: may be copied to where these are known. Numbers of
  // 64 bits, or of 32, which are right while none wraps around.
  struct Row {
    llvm::Value *Dividend; // one more for the next work-item
    llvm::Value *Divisor;  // the same for all
  };
  struct Question {
    llvm::CmpInst::Predicate P; // an inequality, of the place or the quotient to Bound
    unsigned Row;
    bool OfPlace;
    llvm::Value *Bound; // the same for all
    bool Usual;         // the answer in Inner
  };
  llvm::SmallVector<Row, 2> Rows;
  llvm::SmallVector<Question, 4> Questions;
  // Copies of the segment. InRows has the quotients as further parameters, of 64 bits, and then the answers; Inner has
  // the usual answers, and does not use those that it is given.
  llvm::Function *InRows = nullptr, *Inner = nullptr;
};

// Nothing if Segment divides no such number. Varying: its parameters that differ between work-items.
std::optional<StripRows> findStripRows(const WorkItemFunction &Item, llvm::Function &Segment, range_kind Kind,
                                       llvm::function_ref<bool(const llvm::Argument &)> IsVarying);

} // namespace syclfuse::fuser
