// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include "geometry.hpp"
#include "kernel.hpp"

#include "core/devices/kernel_cache.hpp"

namespace sycl::detail::gpu {

// One GPU, whose properties and limits the constructor of its kind asks for: that creates no context; the first command
// or allocation does.
class device : public driver_device {
public:
  const device_properties &properties() const override { return properties_; }
  bool uses_host_memory() const override { return false; }
  driver_kernel *load(const syclfuse::bundle::view &bundle, const syclfuse::bundle::variant_record &variant,
                      const sycl_fuse_registration &registration, std::string &error) override;
  std::unique_ptr<driver_stream> create_stream(bool profiling) override;
  std::unique_ptr<driver_collector> create_collector() override;
  // device: device memory; host: pinned; shared: managed, reachable from every stream. Null if memory ran out, or if
  // the alignment is no power of two or above the 256 bytes that the driver promises.
  void *allocate(std::size_t bytes, std::size_t alignment, usm_kind kind) override;
  // Throws if the pointer was not allocated here; errors of an earlier kernel are not repeated (buffers free their
  // memory in destructors).
  void deallocate(void *pointer, usm_kind kind) override;
  std::uint64_t free_memory() override;
  void *take_host_memory(std::size_t bytes) override;
  void give_host_memory(void *pointer, std::size_t bytes) override;

protected:
  device(std::shared_ptr<const api> functions, int ordinal);
  int attribute(int which) const;
  const api &functions() const { return *api_; }
  device_properties properties_;
  device_limits limits_;

private:
  const std::shared_ptr<context> &shared_context();

  std::shared_ptr<const api> api_;
  device_id id_ = 0;
  std::mutex mutex_;
  std::shared_ptr<context> context_;
  kernel_cache kernels_;
};

} // namespace sycl::detail::gpu
