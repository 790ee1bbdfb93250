// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "core/devices/driver.hpp"

#include <memory>
#include <string>

namespace sycl::detail::cuda {

// make_cuda_driver() with another library than the one that SYCL_FUSE_CUDA_LIBRARY names (tests).
std::unique_ptr<driver> make_driver(const std::string &library);

} // namespace sycl::detail::cuda
