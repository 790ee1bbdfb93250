// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The accesses of a kernel to memory that work-items share.
#pragma once

#include "Attribution.h"

#include "Analysis/Addresses/AddressForms.h"

#include <vector>

namespace syclfuse::fuser {

struct MemoryAccess {
  enum MemoryKind { OfArgument, OfLocalMemory, Anywhere } Memory = Anywhere;
  const llvm::Instruction *I = nullptr;
  const llvm::Value *Pointer = nullptr;            // the operand of I that says where
  const llvm::Argument *Arg = nullptr;             // of OfArgument
  llvm::SmallVector<const llvm::SCEV *, 2> Offset; // their sum
  bool OffsetKnown = false, Certain = false;       // Certain: the pointer is this one, no choice of several
  uint64_t Size = 0;                               // bytes; 0: not known
  bool Reads = false, Writes = false, Atomic = false;
  bool SeenByRun = false, Settled = false; // MDSeenByRun, MDSettled
  int NotWrittenBy = -1;                   // the kernel that does not write there, by MDNotWrittenBy; -1: none
  bool OnlyOthers = false;                 // no access, but what other pointers must not write (RunChecks.h)
  int Submission = -1;                     // -1: not known, may be any
};

// The kernel that I comes from, by MDSubmission; -1: not known.
int submissionOf(const llvm::Instruction &I);

// True if A and B are atomic operations whose order nobody sees.
bool commute(const MemoryAccess &A, const MemoryAccess &B);

// In instruction order. Constant and private memory and arguments by value are left out, as are barriers.
std::vector<MemoryAccess> findAccesses(llvm::Function &F, const QueryMap &Queries, llvm::ScalarEvolution &SE,
                                       Attribution By);

} // namespace syclfuse::fuser
