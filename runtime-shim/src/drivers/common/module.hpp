// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The entry point of a driver in a library of its own (core/devices/driver_module.cpp).
#pragma once

#include "core/devices/driver.hpp"

namespace sycl::detail {

// The driver of make(), if the runtime was compiled with the same interface. No exception leaves a C interface.
template <class Make> driver *make_for_runtime(unsigned interface, const Make &make) noexcept {
  try {
    return interface == driver_interface ? make().release() : nullptr;
  } catch (...) { // there is no memory
    return nullptr;
  }
}

} // namespace sycl::detail
