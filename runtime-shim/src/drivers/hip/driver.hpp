// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "core/devices/driver.hpp"

#include <memory>
#include <string>

namespace sycl::detail::hip {

// The devices of the HIP runtime in `library`; empty: of the newest that is installed. Never throws: without any,
// unavailable() says why.
std::unique_ptr<driver> make_driver(const std::string &library);

} // namespace sycl::detail::hip
