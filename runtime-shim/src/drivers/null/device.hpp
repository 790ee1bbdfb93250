// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "core/devices/driver.hpp"

namespace sycl::detail::null {

class device final : public driver_device {
public:
  device();
  const device_properties &properties() const override { return properties_; }
  // With memory of its own a device says false: buffers then get a copy there, and transfers become commands.
  bool uses_host_memory() const override { return true; }
  bool accepts(const syclfuse::bundle::variant_record &) const noexcept override;
  driver_kernel *load(const syclfuse::bundle::view &, const syclfuse::bundle::variant_record &,
                      const sycl_fuse_registration &, std::string &error) override;
  std::unique_ptr<driver_stream> create_stream(bool profiling) override;
  void *allocate(std::size_t bytes, std::size_t alignment, usm_kind) override;
  void deallocate(void *pointer, usm_kind) override;

private:
  device_properties properties_;
};

} // namespace sycl::detail::null
