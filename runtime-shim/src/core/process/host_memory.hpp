// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host memory for buffers and USM of devices that use host memory.
#pragma once

#include <cstddef>

namespace sycl::detail {

// At least 128 bytes aligned, as the longest vectors of OpenCL are: programs take device memory for at least that.
// Blocks of 16 KiB and more begin at different places of a page. Blocks of 2 MiB and more
// lie on huge pages where the system gives them, with their tail if it fills most of one. Only the first page is
// touched. Null if there is no memory.
void *allocate_host(std::size_t bytes, std::size_t alignment = 0) noexcept;
void free_host(void *) noexcept;

// Addresses without memory behind them. Null if there are none.
void *reserve_addresses(std::size_t bytes) noexcept;
void release_addresses(void *, std::size_t bytes) noexcept;

} // namespace sycl::detail
