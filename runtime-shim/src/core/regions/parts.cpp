// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/regions/parts.hpp"

#include "core/bundles/registry.hpp"
#include "core/regions/promotions.hpp"

#include <algorithm>

namespace sycl::detail {
namespace {

bool ends_part(const command *c) { return !c->followers.empty(); }

std::size_t end_of_part(const std::vector<command *> &commands, std::size_t begin) {
  using syclfuse::segment_end;
  return syclfuse::end_of_segment(
      begin, commands.size(),
      [&](std::size_t n) {
        const command &c = *commands[n];
        return !ends_part(&c) ? segment_end::none : c.shares ? segment_end::behind_own_groups : segment_end::behind;
      },
      [&](std::size_t n) { return registry::instance().find(*commands[n]->kernel)->uses_groups; });
}

// Whether a kernel that follows c uses the memory. Those of the kernels that follow have no accessor.
bool is_used_behind(const command *c, const accessed_memory &m) {
  return ends_part(c) &&
         (m.is_usm() ? points_into(*c, m)
                     : std::any_of(c->requirements.begin(), c->requirements.end(), [&](const requirement &r) {
                         return r.buffer == m.buffer && r.promote == syclfuse::promotion::none;
                       }));
}

// Of all commands, before they are split. Returns whether any was dropped.
bool drop_shared_promotions(const region_part &r) {
  bool dropped = false;
  for (std::size_t begin = 0, end = 0; begin != r.commands.size(); begin = end) {
    end = end_of_part(r.commands, begin);
    dropped |= drop_promotions(
        r, {begin, end},
        [&](const accessed_memory &m) {
          return is_used_behind(r.commands[end - 1], m) || is_used_outside(r.commands, {begin, end}, m);
        },
        "the buffer is used on both sides of a kernel with reductions");
  }
  return dropped;
}

// Moves what comes behind the first part to the next one.
region_part *move_rest(region_part &r) {
  const std::size_t end = end_of_part(r.commands, 0);
  if (r.next)
    r.next->commands.clear();
  if (end == r.commands.size())
    return nullptr;
  if (!r.next)
    r.next = std::make_unique<region_part>();
  region_part &next = *r.next;
  const auto rest = r.commands.begin() + static_cast<std::ptrdiff_t>(end);
  next.commands.assign(rest, r.commands.end());
  r.commands.erase(rest, r.commands.end());
  static_cast<region_terms &>(next) = r;
  return &next;
}

} // namespace

bool split_at_reductions(region_part &r) {
  if (r.next)
    r.next->commands.clear();
  if (std::none_of(r.commands.begin(), r.commands.end(), ends_part))
    return true;
  const std::size_t count = r.commands.size();
  const bool dropped = has_promotions(r) && drop_shared_promotions(r);
  for (region_part *part = &r; part; part = move_rest(*part)) {
  }
  return !dropped && r.commands.size() == count;
}

} // namespace sycl::detail
