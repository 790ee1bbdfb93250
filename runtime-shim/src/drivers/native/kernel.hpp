// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "core/devices/driver.hpp"

namespace sycl::detail::native {

class kernel : public driver_kernel {
public:
  explicit kernel(sycl_fuse_native_entry e) : entry(e) {}
  const sycl_fuse_native_entry entry;
};

} // namespace sycl::detail::native
