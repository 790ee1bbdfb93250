// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Properties of device_global. All are accepted without effect: each variable has one memory on each device.
#pragma once

#include "sycl/ext/oneapi/properties/properties.hpp"

namespace sycl::ext::oneapi::experimental {

SYCL_FUSE_PROPERTY(device_image_scope)

enum class host_access_enum { read, write, read_write, none };
SYCL_FUSE_PROPERTY_WITH_VALUE(host_access, host_access_enum)
inline constexpr host_access_key::value_t<host_access_enum::read> host_access_read;
inline constexpr host_access_key::value_t<host_access_enum::write> host_access_write;
inline constexpr host_access_key::value_t<host_access_enum::read_write> host_access_read_write;
inline constexpr host_access_key::value_t<host_access_enum::none> host_access_none;

enum class init_mode_enum { reprogram, reset };
SYCL_FUSE_PROPERTY_WITH_VALUE(init_mode, init_mode_enum)
inline constexpr init_mode_key::value_t<init_mode_enum::reprogram> init_mode_reprogram;
inline constexpr init_mode_key::value_t<init_mode_enum::reset> init_mode_reset;

SYCL_FUSE_PROPERTY_WITH_VALUE(implement_in_csr, bool)
inline constexpr implement_in_csr_key::value_t<true> implement_in_csr_on;
inline constexpr implement_in_csr_key::value_t<false> implement_in_csr_off;

} // namespace sycl::ext::oneapi::experimental
