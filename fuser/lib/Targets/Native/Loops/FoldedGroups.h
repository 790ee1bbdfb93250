// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Groups of one dimension that kernels see as tiles: `local / 16` and `local % 16` in addresses, as programs ported
// from CUDA have them. Such a group runs row by row: in a row the quotient is one value, and what remainders address
// lies side by side.
#pragma once

namespace llvm {
class Function;
} // namespace llvm

namespace syclfuse::fuser {

struct LaunchShape;
struct WorkItemFunction;

// The length of the rows, the smallest divisor from 16 on; 0 if the kernel divides nothing, or is not over groups of
// one dimension. Then the kernel has ids of two: LocalId is the column and the row, LocalLinearId the local id, which
// is what divisors divide that are no multiples of the length. Needs queries in canonical form.
unsigned foldGroups(llvm::Function &Kernel, const LaunchShape &Shape);

// Whether the work-items of F, a region of such a kernel, run row by row: it asks for the row or the column. Else they
// run side by side.
bool runsInRows(const WorkItemFunction &Item, const llvm::Function &F);

} // namespace syclfuse::fuser
