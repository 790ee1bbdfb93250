// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// GPUs through a vendor's library, which is loaded with dlopen: one executable runs with and without it.
#include "driver.hpp"

#include <exception>
#include <vector>

namespace sycl::detail::gpu {

namespace {

class gpu_driver final : public driver {
public:
  gpu_driver(const char *name, std::shared_ptr<api> functions, const std::string &library, device_maker make)
      : name_(name) {
    try {
      if (functions->open(library, unavailable_))
        find_devices(functions, make);
    } catch (const std::exception &e) {
      list_.clear();
      unavailable_ = std::string(functions->title) + " cannot describe its devices: " + e.what();
    }
  }
  const char *name() const override { return name_; }
  const std::vector<driver_device *> &devices() const override { return list_; }
  const std::string &unavailable() const override { return unavailable_; }

private:
  void find_devices(const std::shared_ptr<api> &functions, device_maker make) {
    int count = 0;
    functions->require(functions->device_get_count, &count);
    for (int i = 0; i < count; ++i) {
      owned_.push_back(make(functions, i));
      list_.push_back(owned_.back().get());
    }
    if (list_.empty())
      unavailable_ = std::string(functions->title) + " reports no device";
  }

  const char *const name_;
  std::vector<std::unique_ptr<device>> owned_;
  std::vector<driver_device *> list_;
  std::string unavailable_;
};

} // namespace

std::unique_ptr<driver> make_driver(const char *name, std::shared_ptr<api> functions, const std::string &library,
                                    device_maker make) {
  return std::make_unique<gpu_driver>(name, std::move(functions), library, make);
}

} // namespace sycl::detail::gpu
