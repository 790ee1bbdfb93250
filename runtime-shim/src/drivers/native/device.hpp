// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "core/devices/driver.hpp"
#include "drivers/native/kernel.hpp"

#include <memory>
#include <mutex>
#include <unordered_map>

namespace sycl::detail::native {

class device : public driver_device {
public:
  device();
  const device_properties &properties() const override { return properties_; }
  bool uses_host_memory() const override { return true; }
  bool accepts(const syclfuse::bundle::variant_record &) const noexcept override;
  driver_kernel *load(const syclfuse::bundle::view &, const syclfuse::bundle::variant_record &,
                      const sycl_fuse_registration &, std::string &error) override;
  driver_kernel *load_host(sycl_fuse_native_entry) override;
  std::unique_ptr<driver_stream> create_stream(bool profiling) override;
  std::unique_ptr<driver_collector> create_collector() override;
  void *allocate(std::size_t bytes, std::size_t alignment, usm_kind) override;
  void deallocate(void *pointer, usm_kind) override;
  std::uint64_t free_memory() override;

private:
  device_properties properties_;
  std::uint64_t stream_threshold_;
  std::unordered_map<sycl_fuse_native_entry, std::unique_ptr<kernel>> kernels_; // under process_lock::native_codes
};

} // namespace sycl::detail::native
