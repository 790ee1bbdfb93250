// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device.hpp"

#include "api.hpp"

#include <algorithm>
#include <utility>

namespace sycl::detail::cuda {

device::device(std::shared_ptr<const gpu::api> functions, int ordinal) : gpu::device(std::move(functions), ordinal) {
  read_limits();
  read_properties();
}

void device::read_limits() {
  limits_.max_block_size = attribute(max_threads_per_block);
  for (int d = 0; d < 3; ++d) {
    limits_.max_block[d] = attribute(max_block_dim_x + d);
    limits_.max_grid[d] = attribute(max_grid_dim_x + d);
  }
  limits_.shared_memory = attribute(max_shared_memory_per_block);
  limits_.moves_managed = attribute(concurrent_managed_access) != 0;
  limits_.shared_memory_optin =
      std::max<std::uint64_t>(limits_.shared_memory, attribute(max_shared_memory_per_block_optin));
}

void device::read_properties() {
  int version = 0;
  functions().require(functions().driver_get_version, &version);
  properties_.vendor = "NVIDIA Corporation";
  properties_.driver_version = "CUDA " + std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
  properties_.compute_units = attribute(multiprocessor_count);
  properties_.max_work_group_size = limits_.max_block_size;
  for (int d = 0; d < 3; ++d)
    properties_.max_work_item_sizes[d] = limits_.max_block[2 - d];
  properties_.local_memory = limits_.shared_memory_optin;
  properties_.arch = attribute(compute_capability_major) * 10 + attribute(compute_capability_minor);
  properties_.fp16 = properties_.arch >= 53;
  properties_.fp64 = true;
  properties_.usm_shared = attribute(managed_memory) != 0;
}

bool device::accepts(const syclfuse::bundle::variant_record &variant) const noexcept {
  return runs_on(variant, properties_.arch);
}

bool runs_on(const syclfuse::bundle::variant_record &variant, unsigned device_arch) noexcept {
  if (variant.target != syclfuse::target_kind::cuda)
    return false;
  if (variant.flags & syclfuse::bundle::variant_exact_arch)
    return variant.arch == device_arch;
  switch (variant.format) {
  case syclfuse::image_format::cubin:
    return variant.arch / 10 == device_arch / 10 && variant.arch % 10 <= device_arch % 10;
  case syclfuse::image_format::ptx:
    return variant.arch <= device_arch;
  default:
    return false;
  }
}

} // namespace sycl::detail::cuda
