// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Information descriptors of devices in extensions. What no driver says is 0.
#pragma once

#include "sycl/device.hpp"
#include "sycl/info.hpp"

#include <cstdint>

namespace sycl {

namespace ext::oneapi::info::device {
struct num_compute_units {
  using return_type = std::uint32_t;
};
} // namespace ext::oneapi::info::device
namespace ext::intel::info::device {
// MHz, and bits.
struct memory_clock_rate {
  using return_type = std::uint32_t;
};
struct memory_bus_width {
  using return_type = std::uint32_t;
};
// Bytes of the device's memory that nobody has allocated at the moment.
struct free_memory {
  using return_type = std::uint64_t;
};
} // namespace ext::intel::info::device
template <> SYCL_FUSE_API std::uint64_t device::get_info<ext::intel::info::device::free_memory>() const;

template <> inline std::uint32_t device::get_info<ext::oneapi::info::device::num_compute_units>() const {
  return get_info<info::device::max_compute_units>();
}
template <> inline std::uint32_t device::get_info<ext::intel::info::device::memory_clock_rate>() const { return 0; }
template <> inline std::uint32_t device::get_info<ext::intel::info::device::memory_bus_width>() const { return 0; }

} // namespace sycl
