// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// NVIDIA GPUs through the CUDA driver API, which is loaded with dlopen: one executable runs with and without it.
#include "driver.hpp"

#include "core/process/env.hpp"
#include "core/process/log.hpp"
#include "device.hpp"

#include <cstdlib>
#include <exception>
#include <memory>
#include <string>
#include <vector>

namespace sycl::detail {

namespace {

class cuda_driver final : public driver {
public:
  explicit cuda_driver(const std::string &library) noexcept {
    try {
      find_devices(library);
    } catch (const std::exception &e) {
      list_.clear();
      unavailable_ = std::string("the CUDA driver cannot describe its devices: ") + e.what();
    }
  }
  const char *name() const override { return "cuda"; }
  const std::vector<driver_device *> &devices() const override { return list_; }
  const std::string &unavailable() const override { return unavailable_; }

private:
  void find_devices(const std::string &library) {
    const auto functions = cuda::api::load(library, unavailable_);
    if (!functions)
      return;
    int count = 0;
    functions->require(functions->cuDeviceGetCount, &count);
    for (int i = 0; i < count; ++i) {
      owned_.push_back(std::make_unique<cuda::device>(functions, i));
      list_.push_back(owned_.back().get());
    }
    if (list_.empty())
      unavailable_ = "the CUDA driver reports no device";
  }

  std::vector<std::unique_ptr<cuda::device>> owned_;
  std::vector<driver_device *> list_;
  std::string unavailable_;
};

} // namespace

std::unique_ptr<driver> cuda::make_driver(const std::string &library) { return std::make_unique<cuda_driver>(library); }

std::unique_ptr<driver> make_cuda_driver() {
  auto made = cuda::make_driver(env().cuda_library);
  // Programs are used where no GPU is. Who names a driver is told.
  if (!made->unavailable().empty() && ::secure_getenv("SYCL_FUSE_CUDA_LIBRARY"))
    log(log_level::warn, "SYCL_FUSE_CUDA_LIBRARY=" + env().cuda_library + ": " + made->unavailable());
  return made;
}

} // namespace sycl::detail
