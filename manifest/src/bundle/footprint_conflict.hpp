// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "syclfuse/footprints.hpp"

namespace syclfuse::footprints {

// True if another kernel than those of `b` alone is in `a`: 63 stands for several.
inline bool has_other(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t last = std::uint64_t{1} << 63;
  return a && b && (a != b || (a & (a - 1)) != 0 || a == last);
}

inline bool conflict(const footprint_record &a, const footprint_record &b) {
  if (a.submission == b.submission && a.offset == b.offset)
    return false;
  return has_other(a.writes, b.reads | b.writes) || has_other(b.writes, a.reads | a.writes);
}

} // namespace syclfuse::footprints
