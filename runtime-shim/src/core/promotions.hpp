// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The promotion hints that the accessors of a region carry in their closures (kinds.hpp, accessor_layout).
#pragma once

#include "core/registry.hpp"
#include "core/queue_impl.hpp"

namespace sycl::detail {

syclfuse::promotion promotion_at(const command &c, std::uint32_t offset) noexcept;

// Takes the hints off a buffer whose accessors in the region disagree: such a buffer is not internalized (document 003; the
// combination table of document 002). Writes to the closures. Returns whether any hint was taken off.
bool drop_disagreeing_promotions(fusion_region &r);

} // namespace sycl::detail
