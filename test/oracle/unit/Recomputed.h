// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What other work-items of an earlier kernel write, computed again: where a run's check would let it run, the kernel
// writes the same to all memory as kernel by kernel.
#pragma once

#include "Claims.h"
#include "HostCode.h"

#include "llvm/IR/Module.h"

#include <optional>

namespace syclfuse::fuser::oracle {

class RecomputedKernel {
public:
  // Recomputes as the pipeline would, in a copy of C.F. Code: for the copy alone. CodeInOrder: for C.InOrder alone.
  RecomputedKernel(const Case &C, HostCode &Code, HostCode &CodeInOrder);

  // Null if nothing is computed again, if the build would refuse the copy, or if it cannot be run.
  const Case *get() const { return OfCopy.Entry && InOrder.Entry ? &Copy : nullptr; }
  // Whether a run would launch it with these sizes and arguments. Nothing is claimed of others.
  bool isTaken(const Draw &D) const;
  // The table of footprints that a run would check, for people.
  std::string tableText() const;
  // Runs both on what Refill makes of Memory, with the launch and arguments of Run. What differs, for people, or "".
  // Nothing if nothing can be compared.
  std::optional<std::string> compare(const Draw &D, const KernelRun &Run, const Arenas &Memory,
                                     llvm::function_ref<void()> Refill) const;

private:
  using Bytes = std::vector<std::pair<std::pair<unsigned, int64_t>, unsigned char>>;
  static KernelRun load(llvm::Function &F, HostCode &Code);
  static Bytes written(const RunResult &Run, const Arenas &Memory);

  std::unique_ptr<llvm::Module> M;
  Case Copy;
  std::vector<unsigned char> Table; // of footprints, encoded
  KernelRun OfCopy, InOrder;
};

} // namespace syclfuse::fuser::oracle
