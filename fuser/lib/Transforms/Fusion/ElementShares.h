// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels over a range whose work-items do a share of the elements each and add up their values (sycl/reduction.hpp).
// Device code has both halves in one kernel, and `__sycl_fuse_per_element()` tells them apart: what is done for one
// element, ending in `__sycl_fuse_put_value(i, bits)`, and the loop over a share with `__sycl_fuse_do_element(n)` and
// then `__sycl_fuse_take_value(i)`. The first half is a kernel over the range like others: it is fused, checked and
// internalized with them. Then all of it moves into the loop, so that values stay in registers.
#pragma once

#include "Support/NDRange.h"
#include "syclfuse/kinds.hpp"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace syclfuse::fuser {

// Work-items of each group of the launch (sycl/detail/command.hpp).
inline constexpr unsigned ShareGroup = 64;

// The loop half, a function that is no kernel, with the arguments of the kernel it was taken from.
struct ShareLoop {
  llvm::Function *Loop = nullptr;
  std::string Kernel;
  explicit operator bool() const { return Loop; }
};

// True if F has both halves.
bool hasShareLoop(const llvm::Function &F);

// Takes the loop out of the kernel of M that has one, which is left what it does for one element. None: no loop.
ShareLoop takeShareLoop(llvm::Module &M);

// The range whose elements are shared: of the fused kernel's launch, as if it were launched for each element.
struct SharedRange {
  unsigned Submission = 0, Dims = 1; // of the kernel with the loop
  std::optional<NDRange> Constant;
  // The ranges of the fused kernels if they differ, as far as they are known before a run. Elements that the kernel
  // with the loop does not have are shared after its own.
  llvm::ArrayRef<NDRange> Ranges;
  llvm::ArrayRef<std::pair<range_kind, unsigned>> RunTimeRanges;
};

// Element: the kernel that does one element, with all that is fused into it. Becomes the loop around it, to be launched
// in groups of one dimension: the result has Element's name, arguments of both, sizes of the range that it needs as
// further arguments, and MDLaunch. Element and the loop are gone. SF3014 if Element uses its work-groups, which are not
// those of the launch; the module is then of no use.
llvm::Expected<llvm::Function *> putIntoLoop(llvm::Function &Element, const ShareLoop &Loop, const SharedRange &Range);

} // namespace syclfuse::fuser
