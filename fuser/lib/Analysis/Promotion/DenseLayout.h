// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Puts elements that lie apart in an argument next to each other in the memory that replaces it: the parts of rows that
// make a tile of a matrix, or elements of several planes.
#pragma once

#include "LinearOffset.h"

namespace syclfuse::fuser {

struct SizedOffset {
  LinearOffset Offset;
  uint64_t Bytes; // accessed there
  IdRanges Ids;   // by work-items with these ids
};

// Offset = digit_n × pitch_n + … + digit_1 × pitch_1 + digit_0, where everything below a digit stays within its pitch:
// then no two offsets have the same digits, and with pitches as small as the digits allow they are as close together as
// possible. One place for each of Accesses, a multiple of Element away from where it was in its element; none if the
// ranges of the digits are not known, or do not fit in Size bytes.
std::optional<llvm::SmallVector<LinearOffset, 8>>
layOutDensely(llvm::ArrayRef<SizedOffset> Accesses, LinearOffsets &Offsets, uint64_t Element, uint64_t Size);

} // namespace syclfuse::fuser
