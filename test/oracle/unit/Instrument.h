// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From a kernel in a dialect of device IR to a function of the host that records what it accesses.
#pragma once

#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace llvm {
class Function;
class Instruction;
} // namespace llvm

namespace syclfuse::fuser::oracle {

inline constexpr llvm::StringLiteral EntryName = "oracleEntry"; // void(void **): pointers to the arguments

struct InstrumentedKernel {
  std::string Bitcode;                            // of a module with EntryName, which calls what is in Hooks.h
  std::vector<const llvm::Instruction *> Numbers; // of the kernel: what Hooks.h calls an Id
  uint64_t LocalBytes = 0;                        // of a work-group
  bool Waits = false;                             // for other work-items
};

// F is left as it is but for the form of its queries. An error for what cannot be run here: calls of functions that are
// defined, instructions of GPUs that need several work-items, memory in address spaces that hosts do not have.
llvm::Expected<InstrumentedKernel> instrument(llvm::Function &F);

} // namespace syclfuse::fuser::oracle
