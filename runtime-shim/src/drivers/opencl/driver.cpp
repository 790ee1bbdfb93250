// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Devices of OpenCL, which is loaded with dlopen: one executable runs with and without it.
#include "driver.hpp"

#include "device.hpp"

#include <exception>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace sycl::detail::opencl {

namespace {

class opencl_driver final : public driver {
public:
  opencl_driver(const std::string &library, std::shared_ptr<const program_cache> programs) noexcept
      : programs_(std::move(programs)) {
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
  bool answer(unsigned platform, unsigned question, std::string &text) const override {
    text = functions_->platform_text(platforms_[platform], static_cast<platform_info>(question));
    return true;
  }

private:
  void find_devices(const std::string &library) {
    functions_ = api::load(library, unavailable_);
    if (!functions_)
      return;
    std::string refused;
    platforms_ = functions_->platforms();
    for (unsigned platform = 0; platform < platforms_.size(); ++platform)
      try {
        find_devices(platform, refused);
      } catch (const sycl::exception &e) { // the other platforms have devices nevertheless
        refused = e.what();
      }
    if (list_.empty())
      unavailable_ = refused.empty() ? "OpenCL finds no device" : refused;
  }
  // `refused`: why one is none.
  void find_devices(unsigned number, std::string &refused) {
    const platform_handle platform = platforms_[number];
    for (device_handle handle : functions_->devices(platform))
      if (memory::kinds_of(*functions_, platform, handle).device) {
        owned_.push_back(std::make_unique<device>(functions_, programs_, platform, number, handle));
        list_.push_back(owned_.back().get());
      } else {
        refused = functions_->device_text(handle, device_info::name) +
                  " has neither cl_intel_unified_shared_memory nor shared virtual memory (OpenCL 2.0)";
      }
  }

  const std::shared_ptr<const program_cache> programs_;
  std::shared_ptr<const api> functions_;
  std::vector<platform_handle> platforms_;
  std::vector<std::unique_ptr<device>> owned_;
  std::vector<driver_device *> list_;
  std::string unavailable_;
};

} // namespace

std::unique_ptr<driver> make_driver(const std::string &library, const std::string &cache_directory,
                                    std::uint64_t cache_bytes) {
  return std::make_unique<opencl_driver>(library, std::make_shared<program_cache>(cache_directory, cache_bytes));
}

} // namespace sycl::detail::opencl
