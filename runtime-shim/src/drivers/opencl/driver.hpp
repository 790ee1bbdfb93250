// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "core/devices/driver.hpp"

#include <memory>

namespace sycl::detail::opencl {

// The devices that the OpenCL of options.library finds; without any, unavailable() says why. Throws for lack of memory
// alone.
std::unique_ptr<driver> make_driver(const driver_options &);

} // namespace sycl::detail::opencl
