// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The attributes of the program's kernels, for those who ask without a launch.
#include "core/api/kernel_attributes.hpp"
#include "core/devices/device_impl.hpp"
#include "syclfuse/kernel_attributes.hpp"

#include <algorithm>
#include <map>
#include <mutex>

namespace sycl::detail {

using syclfuse::attribute_kind;

namespace {

// By symbol. What a library has noted stays: a kernel of this name has the same attributes when it comes again.
struct noted_attributes {
  std::mutex mutex;
  std::map<std::string, std::vector<std::uint64_t>, std::less<>> records;
};
noted_attributes &noted() {
  static auto *all = new noted_attributes; // kernels are asked for until the process ends
  return *all;
}

bool is_end(const std::uint64_t *record) { return *record == std::uint64_t(attribute_kind::end); }

std::vector<std::uint64_t> records_of(const char *symbol) {
  std::lock_guard lock(noted().mutex);
  const auto found = noted().records.find(symbol);
  return found == noted().records.end() ? std::vector<std::uint64_t>{std::uint64_t(attribute_kind::end)}
                                        : found->second;
}

const char *name_of(std::uint64_t kind) {
  switch (static_cast<attribute_kind>(kind)) {
  case attribute_kind::reqd_work_group_size:
    return "reqd_work_group_size";
  case attribute_kind::work_group_size_hint:
    return "work_group_size_hint";
  case attribute_kind::reqd_sub_group_size:
    return "reqd_sub_group_size";
  default:
    return "device_has";
  }
}

} // namespace

bool has_groups(const device &d, const std::uint64_t *sizes, std::uint64_t count) {
  const device_properties &p = d.impl()->properties();
  std::uint64_t items = 1;
  bool has = count <= 3;
  for (std::uint64_t i = 0; i < count && has; ++i)
    has = !__builtin_mul_overflow(items, sizes[i], &items) && sizes[i] <= p.max_work_item_sizes[3 - count + i];
  return has && items != 0 && items <= p.max_work_group_size;
}

bool has_sub_groups(const device &d, std::uint64_t size) {
  const auto sizes = d.get_info<info::device::sub_group_sizes>();
  return std::find(sizes.begin(), sizes.end(), size) != sizes.end();
}

bool is_allowed(const kernel_id &id, const device &d) {
  const std::vector<std::uint64_t> records = records_of(id.get_name());
  bool allowed = true;
  for (const std::uint64_t *r = records.data(); !is_end(r); r += 2 + r[1])
    switch (static_cast<attribute_kind>(*r)) {
    case attribute_kind::reqd_work_group_size:
      allowed &= has_groups(d, r + 2, r[1]);
      break;
    case attribute_kind::reqd_sub_group_size:
      allowed &= has_sub_groups(d, r[2]);
      break;
    case attribute_kind::device_has:
      allowed &= std::all_of(r + 2, r + 2 + r[1], [&](std::uint64_t a) { return d.has(static_cast<aspect>(a)); });
      break;
    default:
      break;
    }
  return allowed;
}

std::string attributes_of(const kernel_id &id) {
  const std::vector<std::uint64_t> records = records_of(id.get_name());
  std::string text;
  for (const std::uint64_t *r = records.data(); !is_end(r); r += 2 + r[1]) {
    text += (text.empty() ? "" : " ") + std::string(name_of(*r)) + "(";
    for (std::uint64_t i = 0; i < r[1]; ++i)
      text += (i ? "," : "") + std::to_string(r[2 + i]);
    text += ")";
  }
  return text;
}

required_sizes required_sizes_of(const kernel_id &id) {
  const std::vector<std::uint64_t> records = records_of(id.get_name());
  required_sizes sizes;
  for (const std::uint64_t *r = records.data(); !is_end(r); r += 2 + r[1])
    if (*r == std::uint64_t(attribute_kind::reqd_work_group_size))
      for (int d = 0; d < 3; ++d)
        sizes.group[d] = static_cast<std::uint64_t>(d) < r[1] ? r[2 + d] : 1;
    else if (*r == std::uint64_t(attribute_kind::reqd_sub_group_size) && r[1])
      sizes.sub_group = static_cast<std::uint32_t>(r[2]);
  return sizes;
}

} // namespace sycl::detail

extern "C" SYCL_FUSE_API void sycl_fuse_note_attributes(const char *symbol, const std::uint64_t *records) {
  const std::uint64_t *end = records;
  while (!sycl::detail::is_end(end))
    end += 2 + end[1];
  auto &all = sycl::detail::noted();
  std::lock_guard lock(all.mutex);
  all.records.insert_or_assign(symbol, std::vector<std::uint64_t>(records, end + 1));
}
