// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NVIDIA GPUs through the CUDA driver API.
#include "driver.hpp"

#include "api.hpp"
#include "device.hpp"

#include "core/process/env.hpp"
#include "drivers/gpu/driver.hpp"

namespace sycl::detail {

std::unique_ptr<driver> cuda::make_driver(const std::string &library) {
  return gpu::make_driver("cuda", std::make_shared<api>(), library,
                          [](std::shared_ptr<const gpu::api> functions, int ordinal) -> std::unique_ptr<gpu::device> {
                            return std::make_unique<device>(std::move(functions), ordinal);
                          });
}

std::unique_ptr<driver> make_cuda_driver() { return cuda::make_driver(env().cuda_library); }

} // namespace sycl::detail
