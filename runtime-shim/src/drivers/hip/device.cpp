// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device.hpp"

#include "core/process/errors.hpp"

#include <algorithm>
#include <cctype>

namespace sycl::detail::hip {

unsigned processor_number(const std::string &processor) {
  const std::string digits =
      processor.substr(0, processor.find(':')).substr(std::min<std::size_t>(processor.size(), 3));
  const bool good = processor.compare(0, 3, "gfx") == 0 && !digits.empty() && digits.size() <= 6 &&
                    std::all_of(digits.begin(), digits.end(), [](unsigned char c) { return std::isxdigit(c); });
  return good ? static_cast<unsigned>(std::stoul(digits, nullptr, 16)) : 0;
}

device::device(std::shared_ptr<const api> functions, int ordinal) : gpu::device(functions, ordinal) {
  read_limits();
  read_properties(*functions, functions->processor(ordinal));
}

void device::read_limits() {
  limits_.max_block_size = attribute(max_threads_per_block);
  for (int d = 0; d < 3; ++d) {
    limits_.max_block[d] = attribute(max_block_dim_x + d);
    limits_.max_grid[d] = attribute(max_grid_dim_x + d);
  }
  limits_.max_items = UINT32_MAX; // of a dispatch packet (HSA Platform System Architecture, 2.8.3)
  limits_.shared_memory = limits_.shared_memory_optin = attribute(max_shared_memory_per_block);
  limits_.moves_managed = attribute(concurrent_managed_access) != 0;
  limits_.warp = static_cast<unsigned>(attribute(warp_size));
}

void device::read_properties(const api &f, const std::string &processor) {
  auto &p = properties_;
  int version = 0;
  f.require(f.driver_get_version, &version);
  p.arch = processor_number(processor);
  // Would be so if the library numbered its attributes in another way.
  if (p.arch == 0 || (limits_.warp != 32 && limits_.warp != 64))
    throw_error(errc::runtime, "it says processor '" + processor + "' with wavefronts of " +
                                   std::to_string(limits_.warp) + " work-items");
  if (p.name.empty())
    p.name = processor;
  p.vendor = "Advanced Micro Devices, Inc.";
  p.driver_version = "HIP " + std::to_string(version / 10000000) + "." + std::to_string(version / 100000 % 100) + "." +
                     std::to_string(version % 100000) + ", " + processor;
  p.compute_units = static_cast<unsigned>(attribute(multiprocessor_count));
  p.max_work_group_size = limits_.max_block_size;
  for (int d = 0; d < 3; ++d)
    p.max_work_item_sizes[d] = limits_.max_block[2 - d];
  p.local_memory = limits_.shared_memory;
  p.sub_group_sizes = {limits_.warp};
  p.fp16 = p.fp64 = true;
  p.usm_shared = attribute(managed_memory) != 0;
}

bool device::accepts(const syclfuse::bundle::variant_record &variant) const noexcept {
  return variant.target == syclfuse::target_kind::hip && variant.format == syclfuse::image_format::hsaco &&
         variant.arch == properties_.arch;
}

} // namespace sycl::detail::hip
