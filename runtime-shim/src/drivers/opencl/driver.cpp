// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Devices of OpenCL, which is loaded with dlopen: one executable runs with and without it.
#include "driver.hpp"

#include "device.hpp"

#include <exception>
#include <memory>
#include <string>
#include <vector>

namespace sycl::detail::opencl {

namespace {

class opencl_driver final : public driver {
public:
  explicit opencl_driver(const std::string &library) noexcept {
    try {
      find_devices(library);
    } catch (const std::exception &e) {
      list_.clear();
      unavailable_ = std::string("OpenCL cannot describe its devices: ") + e.what();
    }
  }
  const char *name() const override { return "opencl"; }
  const std::vector<driver_device *> &devices() const override { return list_; }
  const std::string &unavailable() const override { return unavailable_; }

private:
  void find_devices(const std::string &library) {
    const auto functions = api::load(library, unavailable_);
    if (!functions)
      return;
    std::string refused;
    for (platform_handle platform : functions->platforms())
      try {
        find_devices(functions, platform, refused);
      } catch (const sycl::exception &e) { // the other platforms have devices nevertheless
        refused = e.what();
      }
    if (list_.empty())
      unavailable_ = refused.empty() ? "OpenCL finds no device" : refused;
  }
  // `refused`: why one is none.
  void find_devices(const std::shared_ptr<const api> &functions, platform_handle platform, std::string &refused) {
    for (device_handle handle : functions->devices(platform))
      if (memory::kinds_of(*functions, platform, handle).device) {
        owned_.push_back(std::make_unique<device>(functions, platform, handle));
        list_.push_back(owned_.back().get());
      } else {
        refused = functions->device_text(handle, device_info::name) +
                  " has neither cl_intel_unified_shared_memory nor shared virtual memory (OpenCL 2.0)";
      }
  }

  std::vector<std::unique_ptr<device>> owned_;
  std::vector<driver_device *> list_;
  std::string unavailable_;
};

} // namespace

std::unique_ptr<driver> make_driver(const std::string &library) { return std::make_unique<opencl_driver>(library); }

} // namespace sycl::detail::opencl
