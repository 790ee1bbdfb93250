// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The entry point of libsycl-fuse-hip, which the runtime opens (core/devices/driver_module.cpp).
#include "driver.hpp"

extern "C" __attribute__((visibility("default"))) sycl::detail::driver *
sycl_fuse_make_driver(unsigned interface, const sycl::detail::driver_options &options) {
  return interface == sycl::detail::driver_interface ? sycl::detail::hip::make_driver(options.library).release()
                                                     : nullptr;
}
