// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Information descriptors of devices in extensions. A value that the driver does not know is 0.
#pragma once

#include "sycl/device.hpp"
#include "sycl/id.hpp"
#include "sycl/info.hpp"

#include <array>
#include <cstdint>

namespace sycl {

namespace ext::oneapi::info::device {
SYCL_FUSE_INFO(num_compute_units, std::uint32_t)
} // namespace ext::oneapi::info::device
namespace ext::oneapi::experimental::info::device {
// For an nd_range, in SYCL's order of dimensions.
template <int Dimensions = 3> struct max_work_groups {
  using return_type = id<Dimensions>;
};
// For all dimensions together.
SYCL_FUSE_INFO(max_global_work_groups, std::size_t)
} // namespace ext::oneapi::experimental::info::device
namespace ext::intel::info::device {
// The clock in MHz, and the width of the bus in bits.
SYCL_FUSE_INFO(memory_clock_rate, std::uint32_t)
SYCL_FUSE_INFO(memory_bus_width, std::uint32_t)
// Free bytes of the device's memory at the moment.
SYCL_FUSE_INFO(free_memory, std::uint64_t)
SYCL_FUSE_INFO(device_id, std::uint32_t)
SYCL_FUSE_INFO(uuid, std::array<unsigned char, 16>)
} // namespace ext::intel::info::device
template <> SYCL_FUSE_API std::uint64_t device::get_info<ext::intel::info::device::free_memory>() const;

template <> inline std::uint32_t device::get_info<ext::oneapi::info::device::num_compute_units>() const {
  return get_info<info::device::max_compute_units>();
}
template <>
inline std::size_t device::get_info<ext::oneapi::experimental::info::device::max_global_work_groups>() const {
  return INT32_MAX;
}
// CUDA's limits: the fastest dimension is the last.
template <> inline id<1> device::get_info<ext::oneapi::experimental::info::device::max_work_groups<1>>() const {
  return {INT32_MAX};
}
template <> inline id<2> device::get_info<ext::oneapi::experimental::info::device::max_work_groups<2>>() const {
  return {UINT16_MAX, INT32_MAX};
}
template <> inline id<3> device::get_info<ext::oneapi::experimental::info::device::max_work_groups<3>>() const {
  return {UINT16_MAX, UINT16_MAX, INT32_MAX};
}
template <> inline std::uint32_t device::get_info<ext::intel::info::device::memory_clock_rate>() const { return 0; }
template <> inline std::uint32_t device::get_info<ext::intel::info::device::memory_bus_width>() const { return 0; }
template <> inline std::uint32_t device::get_info<ext::intel::info::device::device_id>() const { return 0; }
template <> inline std::array<unsigned char, 16> device::get_info<ext::intel::info::device::uuid>() const { return {}; }

} // namespace sycl
