// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which memory each argument is to be promoted to: what the user promised.
#pragma once

#include "../Analysis/PromotableUses.h"

#include "syclfuse/diagnostic.hpp"
#include "syclfuse/fuser/Metadata.h"

namespace syclfuse::fuser {

struct PromotionChoice {
  llvm::Argument *Arg = nullptr;
  ReplacementMemory Memory;
  bool Automatic = false;

  std::string memoryName() const { return Memory.Local ? "local memory" : "private memory"; }
};

// One entry for each argument that should be promoted. Those that cannot be, for what they are, add SF3015 or SF3028 to Remarks.
llvm::Expected<llvm::SmallVector<PromotionChoice, 4>> choosePromotions(llvm::Function &F, llvm::ArrayRef<PromotedArgument> Promotions,
                                                                       diagnostics &Remarks);

// `Code` on argument Arg with its name, that of its function and More; the place is At, or the function.
llvm::Error remarkOn(diag Code, const llvm::Argument &Arg, std::vector<std::string> More, const llvm::Instruction *At);

} // namespace syclfuse::fuser
