// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers of elements in a turn of a strip (StripLoops.h), whose work-items see elements that lie side by side,
// `first + turn * 64 + item`. Indices of 32 bits, `int i = item[0]`, count up from that of the first work-item as long
// as they do not wrap around. Where numbers are divided by the length of a row (DividedIds.h), quotients are one value
// between two rows and between the ends of what is left out of them, and questions have one answer. A number that is
// compared and not divided, as in a stencil that ends at the first and the last element, is a place in one long row.
#pragma once

#include "Targets/Common/WorkItem.h"

#include "llvm/IR/InstrTypes.h"

namespace syclfuse::fuser {

// Values are of the segment, of instructions of its own and its parameters: they may be copied to where these are
// known.
struct StripRows {
  struct Index {
    llvm::Value *Whole, *Narrow; // of 64 bits, and of 32 what it extends
    int64_t Step;                // from one work-item to the next, if Narrow does not wrap around
    bool Signed;
  };
  // Numbers of 64 bits, or of 32, which are right while none wraps around.
  struct Row {
    llvm::Value *Dividend; // one more for the next work-item
    llvm::Value *Divisor;  // the same for all; null: one long row
  };
  struct Question {
    llvm::CmpInst::Predicate P; // an inequality, of the place or the quotient to Bound less Distance
    unsigned Row;
    bool OfPlace;
    llvm::Value *Bound; // the same for all
    uint64_t Distance = 0;
    bool Usual = false; // the answer in Inner
  };
  llvm::SmallVector<Index, 8> Indices;
  llvm::SmallVector<Row, 2> Rows;
  llvm::SmallVector<Question, 4> Questions;
  // Copies of the segment with further parameters: the quotients and the indices, of 64 bits, and the answers. Inner
  // has the usual answers, and does not use those that it is given.
  llvm::Function *InRows = nullptr, *Inner = nullptr;
};

// Nothing if Segment has no such number. IsVarying: of its parameters, whether they differ between work-items.
// Compared: numbers that are only compared count, too.
std::optional<StripRows> findStripRows(const WorkItemFunction &Item, llvm::Function &Segment, range_kind Kind,
                                       llvm::function_ref<bool(const llvm::Argument &)> IsVarying, bool Compared);

} // namespace syclfuse::fuser
