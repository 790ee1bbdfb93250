// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Access modes, targets and tags (SYCL 2020, 4.7.6).
#pragma once

#include "sycl/memory_enums.hpp"
#include "sycl/property.hpp"

namespace sycl {

enum class access_mode : int { read = 1024, write, read_write, discard_write, discard_read_write, atomic };
enum class target : int {
  device = 2014,
  global_buffer = device,
  constant_buffer,
  local,
  image,
  host_buffer,
  host_image,
  image_array,
  host_task
};

namespace access {
using mode = access_mode;
using target = sycl::target;
enum class placeholder : int { false_t, true_t };
} // namespace access

template <access_mode M> struct mode_tag_t {
  explicit mode_tag_t() = default;
};
template <access_mode M, target T> struct mode_target_tag_t {
  explicit mode_target_tag_t() = default;
};

inline constexpr mode_tag_t<access_mode::read> read_only{};
inline constexpr mode_tag_t<access_mode::read_write> read_write{};
inline constexpr mode_tag_t<access_mode::write> write_only{};
inline constexpr mode_target_tag_t<access_mode::read, target::host_task> read_only_host_task{};
inline constexpr mode_target_tag_t<access_mode::read_write, target::host_task> read_write_host_task{};
inline constexpr mode_target_tag_t<access_mode::write, target::host_task> write_only_host_task{};
inline constexpr mode_target_tag_t<access_mode::read, target::constant_buffer> read_constant{};

inline constexpr property::no_init no_init{};

namespace detail {
constexpr bool reads(access_mode m) {
  return m == access_mode::read || m == access_mode::read_write || m == access_mode::atomic;
}
constexpr bool writes(access_mode m) { return m != access_mode::read; }
constexpr bool discards(access_mode m) {
  return m == access_mode::discard_write || m == access_mode::discard_read_write;
}
} // namespace detail

} // namespace sycl
