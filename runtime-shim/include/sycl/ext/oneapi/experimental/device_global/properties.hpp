// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Properties of device_global. All are accepted without effect: each variable has one memory on each device.
#pragma once

#include "sycl/ext/oneapi/properties/properties.hpp"

namespace sycl::ext::oneapi::experimental {

struct device_image_scope_key {
  using value_t = property_value<device_image_scope_key>;
};
enum class host_access_enum { read, write, read_write, none };
struct host_access_key {
  template <host_access_enum Access>
  using value_t = property_value<host_access_key, std::integral_constant<host_access_enum, Access>>;
};
enum class init_mode_enum { reprogram, reset };
struct init_mode_key {
  template <init_mode_enum Trigger>
  using value_t = property_value<init_mode_key, std::integral_constant<init_mode_enum, Trigger>>;
};
struct implement_in_csr_key {
  template <bool Enable> using value_t = property_value<implement_in_csr_key, std::bool_constant<Enable>>;
};

inline constexpr device_image_scope_key::value_t device_image_scope;
template <host_access_enum Access> inline constexpr host_access_key::value_t<Access> host_access;
inline constexpr host_access_key::value_t<host_access_enum::read> host_access_read;
inline constexpr host_access_key::value_t<host_access_enum::write> host_access_write;
inline constexpr host_access_key::value_t<host_access_enum::read_write> host_access_read_write;
inline constexpr host_access_key::value_t<host_access_enum::none> host_access_none;
template <init_mode_enum Trigger> inline constexpr init_mode_key::value_t<Trigger> init_mode;
inline constexpr init_mode_key::value_t<init_mode_enum::reprogram> init_mode_reprogram;
inline constexpr init_mode_key::value_t<init_mode_enum::reset> init_mode_reset;
template <bool Enable> inline constexpr implement_in_csr_key::value_t<Enable> implement_in_csr;
inline constexpr implement_in_csr_key::value_t<true> implement_in_csr_on;
inline constexpr implement_in_csr_key::value_t<false> implement_in_csr_off;

} // namespace sycl::ext::oneapi::experimental
