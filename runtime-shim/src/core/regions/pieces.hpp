// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A region of a graph that no kernel was built for, as a few fused kernels and what is between them.
#pragma once

#include "core/regions/region_part.hpp"

namespace sycl::detail {

// For a part for which nothing was chosen. From its begin on, each time the longest sequence of kernels that can run as
// one on the device becomes a piece, and so do those between two. Buffers that several pieces use stay in memory. The
// pieces are parts, one behind the other. Returns whether there is any.
bool cut_into_pieces(region_part &part, device_impl &);

// Joins all pieces again.
void join_pieces(region_part &);

} // namespace sycl::detail
