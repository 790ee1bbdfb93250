// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The memory that each argument is to be promoted to: the one that the user promised, unless the accesses refute it,
// or, for automatic promotion, the one that they prove.
#pragma once

#include "Analysis/Promotion/PromotableUses.h"

#include "Support/Metadata.h"
#include "syclfuse/diagnostic.hpp"

namespace syclfuse::fuser {

struct PromotionChoice {
  llvm::Argument *Arg = nullptr;
  ReplacementMemory Memory;
  bool Automatic = false;
  bool Proven = false; // what one work-item (local memory: one work-group) accesses, no other one does
  bool AtMost = false; // Memory has room for the most elements that one can have; some have fewer
  // Of a launch by rows: room for more than Memory, which has one element of a work-item; 0: there is none.
  uint64_t BytesOfRow = 0;

  std::string memoryName() const { return Memory.Local ? "local memory" : "private memory"; }
  std::string describe() const; // "private memory, 8 bytes of each work-item"
};

// One entry for each argument that should be promoted. Those that cannot be, for what they are, add SF3015 or SF3028 to
// Remarks. SF3026 for each promise that is refuted, and SF3011: nothing was changed then.
llvm::Expected<llvm::SmallVector<PromotionChoice, 4>>
choosePromotions(llvm::Function &F, llvm::ArrayRef<PromotedArgument> Promotions, diagnostics &Remarks);

// `Code` on argument Arg with its name, that of its function and More; the place is At, or the function.
llvm::Error remarkOn(diag Code, const llvm::Argument &Arg, std::vector<std::string> More, const llvm::Instruction *At);

} // namespace syclfuse::fuser
