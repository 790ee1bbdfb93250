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
  explicit opencl_driver(const driver_options &options) : programs_(std::make_shared<program_cache>(options)) {
    try {
      find_devices(options.library);
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
    std::string failed;
    platforms_ = functions_->platforms();
    for (unsigned platform = 0; platform < platforms_.size(); ++platform)
      try {
        find_devices(platform);
      } catch (const sycl::exception &e) { // the other platforms have devices nevertheless
        failed = e.what();
      }
    if (list_.empty())
      unavailable_ = failed.empty() ? "OpenCL finds no device" : failed;
  }
  void find_devices(unsigned number) {
    const platform_handle platform = platforms_[number];
    for (device_handle handle : functions_->devices(platform)) {
      owned_.push_back(std::make_unique<device>(functions_, programs_, platform, number, handle));
      list_.push_back(owned_.back().get());
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

std::unique_ptr<driver> make_driver(const driver_options &options) { return std::make_unique<opencl_driver>(options); }

} // namespace sycl::detail::opencl
