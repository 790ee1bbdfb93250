// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "core/devices/driver.hpp"

namespace sycl::detail::null {

// A real one holds the function of a loaded module, and overrides of_device() if kernels have limits of their own.
class kernel final : public driver_kernel {};

} // namespace sycl::detail::null
