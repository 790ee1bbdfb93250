// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The entry point of libsycl-fuse-opencl, which the runtime opens.
#include "driver.hpp"

#include "drivers/common/module.hpp"

extern "C" __attribute__((visibility("default"))) sycl::detail::driver *
sycl_fuse_make_driver(unsigned interface, const sycl::detail::driver_options &options) {
  return sycl::detail::make_for_runtime(interface, [&] { return sycl::detail::opencl::make_driver(options); });
}
