// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "kernel.hpp"

#include "core/devices/kernel_cache.hpp"

namespace sycl::detail::opencl {

class device final : public driver_device {
public:
  // Asks for its properties; the context is made when it is first needed. `number`: that of its platform.
  device(std::shared_ptr<const api> functions, std::shared_ptr<const program_cache>, platform_handle, unsigned number,
         device_handle);

  const device_properties &properties() const override { return properties_; }
  bool answer(unsigned question, std::uint64_t &) const override;
  bool answer(unsigned question, std::string &) const override;
  bool uses_host_memory() const override { return false; }
  bool accepts(const syclfuse::bundle::variant_record &) const noexcept override;
  driver_kernel *load(const syclfuse::bundle::view &, const syclfuse::bundle::variant_record &,
                      const sycl_fuse_registration &, std::string &error) override;
  std::unique_ptr<driver_stream> create_stream(bool profiling) override;
  void *allocate(std::size_t bytes, std::size_t alignment, usm_kind kind) override;
  void deallocate(void *pointer, usm_kind kind) override;

private:
  void read_properties();
  void read_sub_groups();
  std::uint64_t atomics(device_info) const;
  const std::shared_ptr<context> &own_context();

  const std::shared_ptr<const api> api_;
  const std::shared_ptr<const program_cache> programs_;
  const platform_handle platform_;
  const device_handle handle_;
  device_properties properties_;
  unsigned spirv_version_ = 0; // as 12; 0: it takes none
  bool takes_spir_ = false;
  std::mutex mutex_;
  std::shared_ptr<context> context_;
  kernel_cache kernels_;
};

} // namespace sycl::detail::opencl
