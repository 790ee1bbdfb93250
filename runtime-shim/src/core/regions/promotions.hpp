// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The promotion hints that the accessors of a region carry in their closures (kinds.hpp, accessor_layout).
#pragma once

#include "core/bundles/internal_usm.hpp"
#include "core/bundles/registry.hpp"
#include "core/regions/region_segment.hpp"

#include <functional>

namespace sycl::detail {

syclfuse::promotion promotion_at(const command &c, std::uint32_t offset) noexcept;

// True if the command uses the buffer or the allocation.
bool uses(const command &c, const accessed_memory &m);

// Gives all accessors of a buffer the hint that they settle on (settled_promotion), in their closures; none to those of
// an allocation that a kernel has a plain pointer to. Returns the hints that were changed, for give_back().
std::vector<taken_promotion> settle_promotions(region_segment &r);

// True if an accessor of any segment has a hint.
bool has_promotions(region_segment &r);

// Takes the hints off the accessors, in their closures and requirements, of the memory that `which` tells, with a
// warning that says why. Returns whether there was any.
using memory_predicate = std::function<bool(const accessed_memory &)>;
bool drop_promotions(const region_segment &r, const memory_predicate &which, const char *why);

// The same in the closures, without a warning, until give_back() puts them back.
std::vector<taken_promotion> take_promotions(const region_segment &r, const memory_predicate &which);
void give_back(std::vector<taken_promotion> &);

// Says where local memory was asked for and work-groups do not allow it, in the words that users know.
void warn_of_local_promotions(const region_segment &r);

} // namespace sycl::detail
