// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "drivers/native/device.hpp"

namespace sycl::detail {
namespace {

class native_driver : public driver {
public:
  const char *name() const override { return "native_cpu"; }
  const std::vector<driver_device *> &devices() const override { return devices_; }
  const std::string &unavailable() const override { return unavailable_; }

private:
  native::device device_;
  std::vector<driver_device *> devices_{&device_};
  std::string unavailable_;
};

} // namespace

std::unique_ptr<driver> make_native_driver() { return std::make_unique<native_driver>(); }

} // namespace sycl::detail
