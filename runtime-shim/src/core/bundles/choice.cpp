// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/bundles/choice.hpp"

#include "core/bundles/internal_usm.hpp"
#include "core/bundles/kernel_node.hpp"
#include "core/bundles/ranges.hpp"
#include "core/devices/device_impl.hpp"
#include "core/process/forks.hpp"
#include "core/process/log.hpp"
#include "core/process/usm_blocks.hpp"
#include "syclfuse/distinct_buffers.hpp"
#include "syclfuse/footprints.hpp"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

namespace sycl::detail {

using syclfuse::diag;
using syclfuse::guard_kind;
namespace layout = syclfuse::accessor_layout;

namespace {

const unsigned char *closure(const command &c, std::uint32_t offset) {
  return static_cast<const unsigned char *>(c.closure) + offset;
}
template <class T> T read(const unsigned char *p) {
  T v;
  std::memcpy(&v, p, sizeof(T));
  return v;
}

// Work-items, or work-groups, of a launch.
std::uint64_t product(const std::uint64_t (&v)[3]) { return v[0] * v[1] * v[2]; }

std::uint64_t elements(const command &c, std::uint32_t offset) {
  unsigned dimensions = 1;
  for (const closure_accessor &a : c.kernel->node.load(std::memory_order_relaxed)->accessors)
    if (a.offset == offset)
      dimensions = a.dimensions;
  std::uint64_t n = 1;
  for (unsigned d = 0; d < dimensions; ++d)
    n *= read<std::uint64_t>(closure(c, offset + layout::access_range + 8 * d));
  return n;
}

// The buffer of the accessor that a field of a closure is in, and the USM allocation that it points into.
struct pointed_to {
  const void *buffer = nullptr, *allocation = nullptr;

  pointed_to(const command &c, std::uint32_t offset) {
    for (const closure_accessor &a : c.kernel->node.load(std::memory_order_relaxed)->accessors)
      if (offset - a.offset < layout::size(a.dimensions))
        buffer = read<const void *>(closure(c, a.offset + layout::buffer));
    if (const auto block = usm_block_of(read<const void *>(closure(c, offset))))
      allocation = block->begin;
  }
  bool is_known() const { return buffer || allocation; }
};

class submitted final : public syclfuse::footprints::launch {
public:
  submitted(command_span commands, const launch_range &launch) : commands_(commands), launch_(launch) {}
  const unsigned char *closure(std::uint32_t submission) const override {
    return detail::closure(commands_[submission], 0);
  }
  std::uint64_t size(syclfuse::argument_source source, std::uint32_t submission,
                     std::uint32_t dimension) const override {
    const launch_range &r = submission == syclfuse::bundle::no_index ? launch_ : commands_[submission].range;
    return *size_of(r, source, dimension);
  }
  bool may_share(const syclfuse::footprints::footprint_record &a,
                 const syclfuse::footprints::footprint_record &b) const override {
    const pointed_to p(commands_[a.submission], a.offset), q(commands_[b.submission], b.offset);
    return !p.is_known() || !q.is_known() || (p.buffer && p.buffer == q.buffer) ||
           (p.allocation && p.allocation == q.allocation);
  }
  bool is_partly_in_allocation(const syclfuse::footprints::footprint_record &f, std::int64_t first,
                               std::int64_t end) const override {
    const auto block = usm_block_of(read<const void *>(detail::closure(commands_[f.submission], f.offset)));
    const auto from = block ? static_cast<std::int64_t>(reinterpret_cast<std::intptr_t>(block->begin)) : 0;
    return block && first - from < static_cast<std::int64_t>(block->bytes) && end > from;
  }

private:
  command_span commands_;
  const launch_range &launch_;
};

bool has_elements(const command &c, std::uint32_t offset, std::uint64_t value, syclfuse::promoted_form form) {
  if (value == 0) // any number
    return true;
  const std::uint64_t elements = detail::elements(c, offset);
  const std::uint64_t groups = product(c.range.num_groups);
  if (form == syclfuse::promoted_per_group)
    return elements == value * groups;
  return elements == value * product(c.range.global_size) ||
         (form == syclfuse::promoted_per_group_item && elements == groups);
}

bool holds(const syclfuse::bundle::guard_record &g, command_span commands, const launch_range &launch,
           const syclfuse::bundle::view &view) {
  const command &a = commands[g.submission_a];
  switch (g.kind) {
  case guard_kind::equal_bytes:
    return std::memcmp(closure(a, g.offset_a), closure(commands[g.submission_b], g.offset_b), g.size) == 0;
  case guard_kind::constant_bytes:
    return std::memcmp(closure(a, g.offset_a), view.blob(g.value), g.size) == 0;
  case guard_kind::promoted_elements:
    return has_elements(a, g.offset_a, g.value, static_cast<syclfuse::promoted_form>(g.size));
  case guard_kind::distinct_buffers:
    return read<const void *>(closure(a, g.offset_a + layout::buffer)) !=
           read<const void *>(closure(commands[g.submission_b], g.offset_b + layout::buffer));
  case guard_kind::aligned_pointer:
    return g.value == 0 || read<std::uint64_t>(closure(a, g.offset_a)) % g.value == 0;
  case guard_kind::nd_range: {
    syclfuse::launch_sizes range; // the blob is not aligned
    std::memcpy(&range, view.blob(g.value), sizeof(range));
    return same_range(range, a);
  }
  case guard_kind::independent_kernels:
    return syclfuse::footprints::are_independent(syclfuse::footprints::view::of_checked(view.blob(g.value)),
                                                 submitted(commands, launch));
  }
  return false;
}

diag reason_of(const syclfuse::bundle::guard_record &g) {
  switch (g.kind) {
  case guard_kind::constant_bytes:
    return diag::reason_constant_differs;
  case guard_kind::promoted_elements:
    return diag::reason_promoted_size_differs;
  case guard_kind::distinct_buffers:
    return g.size == syclfuse::bundle::distinct_pair ? diag::reason_buffers_aliased
                                                     : diag::reason_promoted_buffer_aliased;
  case guard_kind::nd_range:
    return diag::reason_nd_range_not_listed;
  case guard_kind::independent_kernels:
    return diag::reason_kernels_depend;
  default:
    return diag::reason_arguments_differ;
  }
}

// Makes sure that the variant is loaded. Throws errc::memory_allocation if memory ran out.
bool load(ready_variant &v, device_impl &device) {
  if (v.kernel.load(std::memory_order_acquire))
    return true;
  if (v.failed.load(std::memory_order_acquire))
    return false;
  std::string error;
  driver_kernel *k = device.driver->load(v.bundle->view, *v.record, *v.bundle->registration, error);
  if (k) {
    v.kernel.store(k, std::memory_order_release);
    return true;
  }
  std::lock_guard<std::mutex> lock(process_mutex(process_lock::messages));
  if (!v.failed.load(std::memory_order_relaxed)) {
    bool damaged = v.record->image_size != 0 && v.bundle->view.image(*v.record).size() == 0;
    v.failure = damaged ? diag::reason_image_damaged : diag::reason_load_failed;
    v.failed.store(true, std::memory_order_release);
    // Each form of each kernel may be refused: what that means is said once, why each time.
    static bool explained[2] = {};
    if (!std::exchange(explained[damaged], true))
      log(v.failure, {});
    log(log_level::warn, device.properties().name + ": " + error);
  }
  return false;
}

} // namespace

const std::uint64_t *size_of(const launch_range &r, syclfuse::argument_source source, std::uint32_t dimension) {
  using syclfuse::argument_source;
  switch (source) {
  case argument_source::global_size:
    return &r.global_size[dimension];
  case argument_source::global_offset:
    return &r.global_offset[dimension];
  case argument_source::num_groups:
    return &r.num_groups[dimension];
  case argument_source::local_size:
    return &r.local_size[dimension];
  case argument_source::closure:
  case argument_source::local_memory:
  case argument_source::device_global:
    break;
  }
  return nullptr;
}

bool same_range(const syclfuse::launch_sizes &r, const command &c) {
  // A local size of an unused dimension may be 0 or 1.
  bool plain = c.range.local_size[0] == 0;
  for (int d = 0; d < 3; ++d) {
    std::uint64_t local = plain ? 0 : std::max<std::uint64_t>(r.local_size[d], 1);
    if (r.global_size[d] != c.range.global_size[d] || r.global_offset[d] != c.range.global_offset[d] ||
        local != c.range.local_size[d])
      return false;
  }
  return true;
}

namespace {

// What the fuser takes for granted where it proves something of several kernels for all sizes (AccessPattern.h): no
// offset, and fewer than 2^31 work-items.
bool is_small_and_begins_at_zero(const launch_range &r, diag &why) {
  constexpr std::uint64_t limit = std::uint64_t{1} << 31;
  std::uint64_t items = 1;
  for (int d = 0; d < 3; ++d) {
    if (r.global_offset[d] != 0) {
      why = diag::reason_offsets_differ;
      return false;
    }
    why = diag::reason_launch_too_large;
    if (r.global_size[d] >= limit)
      return false;
    items *= r.global_size[d]; // below 2^62
    if (items >= limit)
      return false;
  }
  return true;
}

// Whether the variant is for the submissions' ND-ranges, in so far as its guards do not say it; and with which launch.
bool takes_ranges(const ready_variant &v, command_span commands, const different_ranges *different,
                  launch_range &launch, diag &why) {
  const bool heterogeneous = v.record->flags & syclfuse::bundle::variant_heterogeneous;
  const bool specialized = v.record->kind == syclfuse::variant_kind::specialized;
  if (heterogeneous && different) {
    if (!different->launch_of(v, launch, why))
      return false;
    why = diag::reason_nd_range_not_listed;
    return specialized || is_small_and_begins_at_zero(launch, why);
  }
  why = different ? diag::reason_nd_ranges_differ : diag::reason_nd_range_not_listed;
  if (heterogeneous || different)
    return false;
  launch = commands[0].range;
  if (specialized)
    return same_range(v.record->nd_range, commands[0]);
  return commands.count == 1 || is_small_and_begins_at_zero(launch, why);
}

// Whether the promoted buffers of a list are those of no other member (distinct_buffers.hpp).
bool are_distinct(const syclfuse::bundle::guard_record *first, const syclfuse::bundle::guard_record *last,
                  command_span commands) {
  const auto buffer_of = [&](const syclfuse::bundle::guard_record &g) {
    return read<std::size_t>(closure(commands[g.submission_a], g.offset_a + layout::buffer));
  };
  std::vector<std::size_t> promoted;
  for (auto g = first; g != last; ++g)
    if (g->size == syclfuse::bundle::distinct_promoted_member)
      promoted.push_back(buffer_of(*g));
  std::sort(promoted.begin(), promoted.end());
  bool distinct = std::adjacent_find(promoted.begin(), promoted.end()) == promoted.end();
  for (auto g = first; distinct && g != last; ++g)
    distinct = g->size == syclfuse::bundle::distinct_promoted_member ||
               !std::binary_search(promoted.begin(), promoted.end(), buffer_of(*g));
  return distinct;
}

const syclfuse::bundle::guard_record *broken_guard(const ready_variant &v, command_span commands,
                                                   const launch_range &launch) {
  const syclfuse::bundle::guard_record *const end = v.guards.end();
  for (auto g = v.guards.begin(); g != end;) {
    auto next = std::find_if_not(g, end, syclfuse::bundle::is_distinct_member);
    if (next == g ? !holds(*next++, commands, launch, v.bundle->view) : !are_distinct(g, next, commands))
      return g;
    g = next;
  }
  return nullptr;
}

// Whether a kernel reaches an allocation that the variant replaces by a plain pointer. Buffers cannot be: guards
// compare their accessors.
bool promotes_reached(const ready_variant &v, command_span commands) {
  for (const auto &g : v.guards) {
    if (g.kind != guard_kind::promoted_elements)
      continue;
    const accessed_memory m = accessed_memory::of(closure(commands[g.submission_a], g.offset_a));
    for (std::size_t i = 0; m.is_usm() && i < commands.count; ++i)
      if (points_into(commands[i], m))
        return true;
  }
  return false;
}

} // namespace

choice choose(const variant_list &variants, command_span commands, device_impl &device,
              const different_ranges *different) {
  // How far the best of the refused ones got: 1 ND-range, 2 guards, 3 loading.
  int furthest = 0;
  diag refusal = diag::reason_none;
  auto refuse = [&](int stage, diag reason) {
    if (stage > furthest) {
      furthest = stage;
      refusal = reason;
    }
  };
  choice chosen;
  launch_range refused_for;
  for (const auto &v : variants) {
    const bool specialized = v->record->kind == syclfuse::variant_kind::specialized;
    diag why = diag::reason_none;
    if (!takes_ranges(*v, commands, different, chosen.launch, why)) {
      refuse(1, why);
      continue;
    }
    if (const auto *broken = broken_guard(*v, commands, chosen.launch)) {
      // Alignment only decides which code is fastest.
      if (broken->kind == guard_kind::independent_kernels) {
        chosen.refused = v.get();
        refused_for = chosen.launch;
      }
      if (broken->kind != guard_kind::aligned_pointer)
        refuse(broken->kind == guard_kind::nd_range ? 1 : 2, reason_of(*broken));
      continue;
    }
    if (promotes_reached(*v, commands)) {
      refuse(2, diag::reason_promoted_buffer_aliased);
      continue;
    }
    if (v->record->flags & syclfuse::bundle::variant_unprofitable)
      return {nullptr, diag::reason_fusion_unprofitable};
    if (!load(*v, device)) {
      refuse(3, v->failure);
      continue;
    }
    // A specialized variant for another ND-range is no better than this one for this ND-range.
    if (furthest < 2)
      refusal = specialized ? diag::reason_none : diag::reason_nd_range_not_listed;
    chosen.variant = v.get();
    chosen.reason = refusal;
    chosen.refused = nullptr;
    return chosen;
  }
  // Without a refusal it was alignment that every variant asked for.
  chosen.reason = variants.empty() ? diag::reason_no_variant_for_device
                  : furthest == 0  ? diag::reason_pointers_unaligned
                                   : refusal;
  if (chosen.refused)
    chosen.launch = refused_for;
  return chosen;
}

std::optional<std::pair<unsigned, unsigned>> kernels_that_meet(const choice &chosen, command_span commands) {
  if (!chosen.refused || chosen.reason != diag::reason_kernels_depend)
    return std::nullopt;
  for (const auto &g : chosen.refused->guards)
    if (g.kind == guard_kind::independent_kernels)
      return syclfuse::footprints::kernels_that_meet(
          syclfuse::footprints::view::of_checked(chosen.refused->bundle->view.blob(g.value)),
          submitted(commands, chosen.launch));
  return std::nullopt;
}

} // namespace sycl::detail
