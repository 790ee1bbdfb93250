// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The rules by which hints of promotion combine. The plugin, the join of translation units and the runtime all settle
// hints by these two functions, so that a region has the same hints in the manifest as in a run.
#pragma once

#include "syclfuse/kinds.hpp"

#include <initializer_list>

namespace syclfuse {

// The hint of an accessor whose own properties say `own`, on a buffer with the hint `of_buffer`. An own promise of
// private or local memory holds; without one, what the buffer promises does; `automatic` promises nothing and gives
// way.
constexpr promotion effective_promotion(promotion own, promotion of_buffer) {
  const bool promised = own == promotion::private_memory || own == promotion::local_memory;
  return promised || of_buffer == promotion::none ? own : of_buffer;
}

// The hint that two accessors of one buffer settle on: the memory is replaced for both or for neither, so the hint that
// promises less counts. An accessor without a hint leaves the buffer in memory. `automatic` needs no promise of the
// other, since the fuser proves what can be done. In fusion mode, what holds for the work-items of a group (local
// memory) is less than what holds for each of them (private memory); accessors of a graph whose access scopes differ
// have none between them (the table of the graph extension), which leaves it to the fuser. Commutative and associative:
// the hints of any number of accessors combine in any order.
constexpr promotion settled_promotion(promotion a, promotion b, region_kind in) {
  if (in == region_kind::graph && a != b && a != promotion::none && b != promotion::none)
    return promotion::automatic;
  for (promotion least : {promotion::none, promotion::automatic, promotion::local_memory})
    if (a == least || b == least)
      return least;
  return promotion::private_memory;
}

} // namespace syclfuse
