// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Automatic promotion: where the accesses of a kernel prove that private or local memory may replace what an argument
// points to, the kernel with that memory writes the same to all other memory.
#pragma once

#include "Claims.h"
#include "HostCode.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

#include <optional>

namespace syclfuse::fuser::oracle {

class PromotionCheck {
public:
  // Promotes what sycl-internalization would on its own, in a copy of F. ElementSizes: bytes, by argument of F; 0 for
  // what cannot be promoted. Code: for the copy alone.
  PromotionCheck(const llvm::Function &F, llvm::ArrayRef<unsigned> ElementSizes, HostCode &Code, Injected Wrong);

  // False if nothing is promoted, or the copy cannot be run.
  bool hasPromoted() const { return Entry; }
  // Runs the copy as Run, whose result is Before: Memory is still as that left it, and Refill makes it what it was at
  // the beginning. What differs, for people, or "". Nothing if nothing can be compared.
  std::optional<std::string> compare(const KernelRun &Run, const RunResult &Before, const Arenas &Memory,
                                     llvm::function_ref<void()> Refill) const;

private:
  using Bytes = std::vector<std::pair<std::pair<unsigned, int64_t>, unsigned char>>;
  const Injected Wrong;
  Bytes written(const RunResult &Run, const Arenas &Memory) const;
  bool readsOlderValues(const RunResult &Run) const;
  std::string names() const;

  std::unique_ptr<llvm::Module> M;
  KernelEntry Entry = nullptr;
  uint64_t LocalBytes = 0;
  std::vector<unsigned> Arguments; // of the copy: the number in F
  std::vector<bool> Promoted;      // by argument of F
};

} // namespace syclfuse::fuser::oracle
