// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The entry point of libsycl-fuse-opencl, which the runtime opens (core/devices/driver_module.cpp).
#include "driver.hpp"

extern "C" __attribute__((visibility("default"))) sycl::detail::driver *
sycl_fuse_make_driver(unsigned interface, const sycl::detail::driver_options &options) {
  if (interface != sycl::detail::driver_interface)
    return nullptr;
  return sycl::detail::opencl::make_driver(options.library, options.cache_directory, options.cache_bytes).release();
}
