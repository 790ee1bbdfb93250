// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The order of writes and reads in replacement memory: what is read before it was written comes from outside of the
// kernel.
#pragma once

#include "PromotedLayout.h"

namespace syclfuse::fuser {

enum class WrittenBefore {
  Always,  // on every way to each read, a write comes first
  Unknown, // a way without a write is there, but the branches on it may never be taken together
  Never,   // some read comes before all writes, or is always reached, and may be without one
};

struct ReadOrderResult {
  WrittenBefore Kind = WrittenBefore::Always;
  llvm::Instruction *Read = nullptr; // the first that is not Always
};

// In private memory each way through the code counts. In local memory another work-item may have written what one
// reads: there it is enough that some write comes before. Writes whose place may differ from that of the read do
// not count where both places are known.
ReadOrderResult findReadOrder(const PromotableUses &Uses, const PromotedLayout &Layout, const ReplacementMemory &Memory,
                              ValueClasses &Classes);

} // namespace syclfuse::fuser
