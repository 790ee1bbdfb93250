// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "drivers/null/driver.hpp"

#include "drivers/null/device.hpp"

namespace sycl::detail::null {
namespace {

class null_driver final : public driver {
public:
  // A real driver loads its library here, and lists its devices without waking them: programs that use none of them pay
  // for nothing else.
  null_driver() : list_{&only_} {}
  const char *name() const override { return "null"; }
  const std::vector<driver_device *> &devices() const override { return list_; }
  const std::string &unavailable() const override { return why_; }

private:
  device only_;
  std::vector<driver_device *> list_;
  std::string why_;
};

} // namespace

std::unique_ptr<driver> make_driver() { return std::make_unique<null_driver>(); }

} // namespace sycl::detail::null
