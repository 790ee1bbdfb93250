// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// `id / h` and `id % h`, as kernels have them that see rows in a range of one dimension, a bias for each column, a
// scale for each row; and `(id + c) % h`, neighbours that wrap around. The loop over work-items is cut where a quotient
// changes. In between the remainders count up, so that what they address lies side by side, and quotients are one
// value. Where a row has borders (RowBorders.h), it is cut there, too.
#pragma once

#include "Targets/Common/WorkItem.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/ValueHandle.h"

namespace syclfuse::fuser {

// What is divided: an id, plus Offset (none: 0), plus Distance.
struct DividedId {
  Builtin Kind = Builtin::GlobalId; // a countingId
  // These are of 64 bits and computed from the kernel's arguments.
  llvm::Value *Offset = nullptr;
  int64_t Distance = 0;
  llvm::Value *Divisor = nullptr;

  bool isConstant() const { return !Offset && llvm::isa<llvm::ConstantInt>(Divisor); }
};

// An instruction that is a quotient or a remainder.
struct Division {
  llvm::Instruction *At;
  llvm::Value *Dividend, *Divisor;
  bool IsRemainder;
};
// What is divided is not negative, so that signed divisions by a positive number are unsigned ones.
std::optional<Division> divisionOf(llvm::Instruction &I);
llvm::Value *withoutFreeze(llvm::Value *V);

struct DividedIds {
  llvm::SmallVector<DividedId, 4> Ids;
  llvm::Function *Rows = nullptr;  // a copy with the quotients as further parameters, the last ones
  llvm::Function *Inner = nullptr; // null, or a copy of Rows for inner places of all Borders, which are between cuts

  struct Border {
    unsigned Number; // in Ids
    uint64_t First, Last;
  };
  llvm::SmallVector<Border, 2> Borders; // RowBorders.h

  // Remainders, in Rows or Inner.
  struct Place {
    llvm::WeakVH At;
    unsigned Number; // in Ids
  };
  llvm::SmallVector<Place, 8> Places;

  // Rows is right for all work-items. Else the function has to run as it was where a divisor is less than ShortestRow
  // for each of Ids, or it or what is added to an id is LargestDivided or more, as what is below 0 would be.
  bool isAlwaysRight() const {
    return llvm::all_of(Ids, [](const DividedId &D) { return D.isConstant(); });
  }
};

constexpr uint64_t ShortestRow = 16, LargestDivided = uint64_t(1) << 62;
constexpr uint64_t LargestNarrow = uint64_t(1) << 30; // of 32 bits

// `x - x / h * h`, which LLVM makes of a remainder beside a quotient, becomes the remainder again.
void recomposeRemainders(llvm::Function &F);

// For a range without groups; nothing if Item.F has loops, or no such division.
std::optional<DividedIds> splitAtDivisions(const WorkItemFunction &Item);

} // namespace syclfuse::fuser
