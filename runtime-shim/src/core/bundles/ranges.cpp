// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/bundles/ranges.hpp"

#include "core/bundles/registry.hpp"

#include <cstring>

namespace sycl::detail {

using syclfuse::diag;
using syclfuse::range_conflict;

namespace {

diag reason_of(range_conflict c) {
  switch (c) {
  case range_conflict::none:
    return diag::reason_none;
  case range_conflict::local_sizes_differ:
    return diag::reason_local_sizes_differ;
  case range_conflict::offsets_differ:
  case range_conflict::offset_with_remapping:
    return diag::reason_offsets_differ;
  case range_conflict::inner_sizes_differ:
    return diag::reason_inner_sizes_differ;
  case range_conflict::not_uniform: // a submission has thrown
  case range_conflict::too_large:
    break;
  }
  return diag::reason_nd_ranges_differ;
}

launch_range to_launch(const syclfuse::launch_sizes &sizes) {
  launch_range out{sizes, {1, 1, 1}};
  if (sizes.local_size[0] != 0)
    for (int d = 0; d < 3; ++d)
      out.num_groups[d] = sizes.global_size[d] / sizes.local_size[d];
  return out;
}

// The forms of promoted_elements that tie a submission to its work-groups.
bool keeps_groups(const syclfuse::bundle::guard_record &g) {
  return g.kind == syclfuse::guard_kind::promoted_elements && g.size != syclfuse::promoted_per_item;
}

} // namespace

bool have_one_range(command_span commands) {
  const command &first = commands[0];
  for (std::size_t i = 1; i < commands.count; ++i)
    if (commands[i].kernel->kind != first.kernel->kind || commands[i].kernel->dimensions != first.kernel->dimensions ||
        std::memcmp(&commands[i].range, &first.range, sizeof(first.range)) != 0)
      return false;
  return true;
}

different_ranges::different_ranges(command_span commands, std::vector<syclfuse::submitted_range> &storage)
    : commands_(commands), ranges_(storage) {
  ranges_.resize(commands.count);
  for (std::size_t i = 0; i < commands.count; ++i)
    ranges_[i] = {commands[i].range, commands[i].kernel->kind, commands[i].kernel->dimensions};
}

// Which submissions must keep their work-groups: those whose kernels use them, and those that share promoted memory in
// `v`; with `shared` also those that may exchange data in them.
void different_ranges::find_groups(const ready_variant *v, bool shared) const {
  for (std::size_t i = 0; i < commands_.count; ++i) {
    const kernel_node &kernel = *registry::instance().find(*commands_[i].kernel);
    ranges_[i].uses_groups = kernel.uses_groups || (shared && kernel.shares_groups);
  }
  if (v)
    for (const auto &g : v->guards)
      if (keeps_groups(g))
        ranges_[g.submission_a].uses_groups = true;
}

diag different_ranges::conflict(bool shared) const {
  find_groups(nullptr, shared);
  return reason_of(syclfuse::fused_range(ranges_.data(), ranges_.size(), /*linear=*/false).conflict);
}

bool different_ranges::launch_of(const ready_variant &v, launch_range &launch, diag &why) const {
  const syclfuse::bundle::variant_record &record = *v.record;
  if (record.kind == syclfuse::variant_kind::specialized) {
    launch = to_launch(record.nd_range);
    return true;
  }
  for (const bool shared : {true, false}) {
    find_groups(&v, shared);
    const syclfuse::fused_range_result fused =
        record.flags & syclfuse::bundle::variant_by_rows
            ? syclfuse::fused_rows(ranges_.data(), ranges_.size())
            : syclfuse::fused_range(ranges_.data(), ranges_.size(), /*linear=*/true);
    // Which submissions were to keep their groups was not known when the variant was planned.
    const bool fits = fused.conflict == range_conflict::none && fused.launch.dimensions == record.dimensions;
    if (fits) {
      launch = to_launch(fused.launch);
      return true;
    }
    if (shared)
      why = fused.conflict == range_conflict::none ? diag::reason_nd_ranges_differ : reason_of(fused.conflict);
    if (record.flags & syclfuse::bundle::variant_promised)
      break;
  }
  return false;
}

} // namespace sycl::detail
