// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a guard of kind distinct_buffers compares: its `size`.
#pragma once

#include "syclfuse/bundle.hpp"

namespace syclfuse::bundle {

// Either the accessors at a and b, which must have different buffers; or, as pairs grow with the square of the
// accessors, a list: consecutive guards of the last two forms, each of which names one accessor. A buffer of a promoted
// member is that of no other member. Then b is a: a runtime that compares pairs finds one buffer, and uses another
// variant.
enum distinct_form : std::uint32_t {
  distinct_promoted_pair = 0, // one of them is promoted
  distinct_pair = 1,          // the code was only made faster by it
  distinct_promoted_member = 2,
  distinct_other_member = 3,
};

// More pairs than these are written as a list.
inline constexpr std::size_t most_distinct_pairs = 64;

inline bool is_distinct_member(const guard_record &g) {
  return g.kind == guard_kind::distinct_buffers &&
         (g.size == distinct_promoted_member || g.size == distinct_other_member);
}

} // namespace syclfuse::bundle
