// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "core/devices/driver.hpp"

namespace sycl::detail::null {

// Never throws: a driver that cannot be used has no devices, and says why in unavailable().
std::unique_ptr<driver> make_driver();

} // namespace sycl::detail::null
