// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "core/devices/driver.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace sycl::detail::opencl {

// The devices that the OpenCL of a library finds and that have memory by pointers. Never throws: without any,
// unavailable() says why. What they build is kept in `cache_directory`, if there is one.
std::unique_ptr<driver> make_driver(const std::string &library, const std::string &cache_directory = {},
                                    std::uint64_t cache_bytes = 0);

} // namespace sycl::detail::opencl
