// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Accesses that go down the columns of an array while work-items go along the rows of their range, as in a
// transposition: one cache line has values for many rows of work-items. Where the elements of a row are a multiple of a
// power of two apart, their lines share few sets of a cache, and none is left when the next row comes. Such rows run in
// blocks of some columns and many rows.
#pragma once

#include "Targets/Native/Groups/BarrierRegions.h"

namespace syclfuse::fuser {

// Bytes. Lines that are multiples of ColumnDistance apart share few sets; rows that are at most MostBetweenRows apart
// have the elements of several in one line.
inline constexpr uint64_t ColumnDistance = 2048, MostBetweenRows = 16;

// Addresses of F that may be so far apart for neighbours in a row: trees over its parameters. Only of plain ranges of
// several dimensions.
llvm::SmallVector<llvm::Value *, 2> findTurnedAccesses(const WorkItemFunction &Item, llvm::Function &F,
                                                       const LaunchShape &Shape);

} // namespace syclfuse::fuser
