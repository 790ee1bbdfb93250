// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The memory of device_global variables. A device that uses host memory has that of the object itself; any other gets
// an allocation at the first use, which is given back some time after the library of the object was closed.
#pragma once

#include "core/devices/device_impl.hpp"

namespace sycl::detail {

// The memory of the variable with this key (syclfuse/device_globals.hpp), for a kernel. errc::invalid if no object has
// it, or objects of two libraries do; errc::memory_allocation.
void *device_global_memory(device_impl &, std::uint64_t key);
// The memory of the variable that is `object` of `total` bytes, from `offset` on, for a copy. errc::invalid also if it
// goes beyond the end.
void *device_global_memory(device_impl &, const void *object, std::size_t bytes, std::size_t offset, std::size_t total);

} // namespace sycl::detail
