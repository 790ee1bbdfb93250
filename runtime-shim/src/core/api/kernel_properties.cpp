// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sycl/detail/kernel_properties.hpp"
#include "core/api/kernel_attributes.hpp"
#include "core/bundles/kernel_title.hpp"
#include "core/bundles/ranges.hpp"
#include "core/process/errors.hpp"
#include "core/queue/queue_impl.hpp"
#include "sycl/detail/hierarchical_kernel.hpp"
#include "sycl/kernel_bundle.hpp"
#include "syclfuse/kernel_attributes.hpp"

#include <algorithm>

namespace sycl::detail {

namespace {

std::string kernel_says(const command &c, const char *what) {
  return "kernel " + kernel_title(*c.kernel) + ": its " + what;
}

// `local`: the work-group as the user gave it, in SYCL order. It is ignored if there is none.
void check_group_size(const command &c, const char *what, const std::uint64_t *sizes, const std::uint64_t *local,
                      unsigned dimensions) {
  for (unsigned d = 0; d < dimensions && !empty(c.range); ++d)
    if (local[d] != sizes[d])
      throw_error(errc::nd_range, kernel_says(c, what) + " demands " + std::to_string(sizes[d]) +
                                      " work-items in dimension " + std::to_string(d) + ", its nd_range has " +
                                      std::to_string(local[d]));
}

struct work_group {
  explicit work_group(const command &c) {
    for (unsigned d = 0; d < c.kernel->dimensions; ++d)
      sizes[d] = c.range.local_size[c.kernel->dimensions - 1 - d];
  }
  std::uint64_t sizes[3];
};

void check_sub_group_size(const command &c, const char *what, std::uint64_t size) {
  if (!has_sub_groups(device(&c.queue->dev()), size))
    throw_error(errc::kernel_not_supported, kernel_says(c, what) + " is " + std::to_string(size) + ", which " +
                                                c.queue->dev().properties().name + " does not have");
}

// Kernels are compiled before they are launched: the size is in their attribute, or the device's own.
void check_compiled_size(const command &c, const char *what, std::uint64_t size) {
  const std::size_t compiled = sub_group_size_of(kernel_id(c.kernel->symbol), device(&c.queue->dev()));
  if (size != compiled)
    throw_error(errc::kernel_not_supported, kernel_says(c, what) + " is " + std::to_string(size) +
                                                ", it is compiled for sub-groups of " + std::to_string(compiled) +
                                                " (attribute reqd_sub_group_size)");
}

// The attribute's sizes, as an ND-range of the kernel's dimensions. `local` is null for kernels without work-groups.
void check_required_group(const command &c, const std::uint64_t *sizes, std::uint64_t count,
                          const std::uint64_t *local) {
  if (!has_groups(device(&c.queue->dev()), sizes, count))
    throw_error(errc::kernel_not_supported, kernel_says(c, "attribute reqd_work_group_size") +
                                                " is a work-group that " + c.queue->dev().properties().name +
                                                " cannot run");
  if (!local)
    return;
  if (count != c.kernel->dimensions)
    throw_error(errc::nd_range, kernel_says(c, "attribute reqd_work_group_size") + " has " + std::to_string(count) +
                                    " dimensions, its nd_range " + std::to_string(c.kernel->dimensions));
  check_group_size(c, "attribute reqd_work_group_size", sizes, local, static_cast<unsigned>(count));
}

void check_aspect(const command &c, std::uint64_t number) {
  if (!device(&c.queue->dev()).has(static_cast<aspect>(number)))
    throw_error(errc::kernel_not_supported, kernel_says(c, "attribute device_has") + " demands aspect " +
                                                std::to_string(number) + ", which " + c.queue->dev().properties().name +
                                                " does not have");
}

} // namespace

void require_work_group_size(const command &c, const std::size_t *sizes, unsigned dimensions) {
  const std::vector<std::uint64_t> wide(sizes, sizes + dimensions);
  if (c.kernel->kind == syclfuse::range_kind::nd_range)
    check_group_size(c, "property work_group_size", wide.data(), work_group(c).sizes, dimensions);
}

void require_sub_group_size(const command &c, std::uint32_t size) {
  check_sub_group_size(c, "property sub_group_size", size);
  check_compiled_size(c, "property sub_group_size", size);
}

void check_attributes(const command &c) {
  using syclfuse::attribute_kind;
  const std::uint64_t *record = c.kernel->attributes;
  for (; record && *record != std::uint64_t(attribute_kind::end); record += 2 + record[1]) {
    const std::uint64_t count = record[1], *values = record + 2;
    switch (static_cast<attribute_kind>(record[0])) {
    case attribute_kind::reqd_work_group_size:
      if (c.kernel->kind != syclfuse::range_kind::nd_range)
        check_required_group(c, values, count, nullptr);
      else if (!c.hierarchical)
        check_required_group(c, values, count, work_group(c).sizes);
      break;
    case attribute_kind::reqd_sub_group_size:
      check_sub_group_size(c, "attribute reqd_sub_group_size", values[0]);
      break;
    case attribute_kind::device_has:
      std::for_each(values, values + count, [&](std::uint64_t number) { check_aspect(c, number); });
      break;
    case attribute_kind::work_group_size_hint:
    case attribute_kind::end:
      break;
    }
  }
}

void check_hierarchical_group(const command &c, const std::size_t *local) {
  check_attributes(c); // say more than the number of work-items does
  const unsigned dimensions = c.kernel->dimensions;
  const std::vector<std::uint64_t> wide(local, local + dimensions);
  const std::uint64_t *record = c.kernel->attributes;
  for (; record && *record != std::uint64_t(syclfuse::attribute_kind::end); record += 2 + record[1])
    if (*record == std::uint64_t(syclfuse::attribute_kind::reqd_work_group_size))
      check_required_group(c, record + 2, record[1], wide.data());
  std::size_t items = 1;
  for (unsigned d = 0; d < dimensions; ++d)
    if (__builtin_mul_overflow(items, local[d], &items))
      items = SIZE_MAX;
  if (items == 0 || items > hierarchical_group_limit)
    throw_error(errc::nd_range, "parallel_for_work_group: a work-group of " + std::to_string(items) +
                                    " work-items; it has 1 to " + std::to_string(hierarchical_group_limit));
}

} // namespace sycl::detail
