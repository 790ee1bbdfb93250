// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sycl/detail/kernel_properties.hpp"
#include "core/process/errors.hpp"
#include "core/queue/queue_impl.hpp"
#include "sycl/detail/hierarchical_kernel.hpp"

namespace sycl::detail {

void require_work_group_size(const command &c, const std::size_t *sizes, unsigned dimensions) {
  if (c.kernel->kind != syclfuse::range_kind::nd_range)
    return;
  for (unsigned d = 0; d < dimensions; ++d)
    if (const std::uint64_t local = c.range.local_size[dimensions - 1 - d]; local != sizes[d])
      throw_error(errc::nd_range, std::string("kernel '") + c.kernel->symbol +
                                      "': its property work_group_size demands " + std::to_string(sizes[d]) +
                                      " work-items in dimension " + std::to_string(d) + ", its nd_range has " +
                                      std::to_string(local));
}

void require_sub_group_size(const command &c, std::uint32_t size) {
  const auto sizes = device(&c.queue->dev()).get_info<info::device::sub_group_sizes>();
  for (std::size_t s : sizes)
    if (s == size)
      return;
  throw_error(errc::kernel_not_supported, std::string("kernel '") + c.kernel->symbol +
                                              "': its property sub_group_size is " + std::to_string(size) + ", which " +
                                              c.queue->dev().properties().name + " does not have");
}

void check_hierarchical_group(const std::size_t *local, int dimensions) {
  std::size_t items = 1;
  for (int d = 0; d < dimensions; ++d)
    if (__builtin_mul_overflow(items, local[d], &items))
      items = SIZE_MAX;
  if (items == 0 || items > hierarchical_group_limit)
    throw_error(errc::nd_range, "parallel_for_work_group: a work-group of " + std::to_string(items) +
                                    " work-items; it has 1 to " + std::to_string(hierarchical_group_limit));
}

} // namespace sycl::detail
