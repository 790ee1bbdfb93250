// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "api.hpp"

#include <cstddef>

namespace sycl::detail::gpu {

// True if the driver does not know this memory: ordinary host memory, which only the host can fill.
bool is_pageable(const api &functions, const void *pointer);

// Enqueues writing `count` copies of a pattern to memory that the device can reach. Any size and alignment.
void fill_device(const api &functions, stream_handle stream, void *dst, const void *pattern, std::size_t pattern_size,
                 std::size_t count);

} // namespace sycl::detail::gpu
