// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "core/devices/driver.hpp"

#include <memory>
#include <string>

namespace sycl::detail::opencl {

// The devices that the OpenCL of `library` finds and that have memory by pointers. Never throws: without any,
// unavailable() says why.
std::unique_ptr<driver> make_driver(const std::string &library);

} // namespace sycl::detail::opencl
