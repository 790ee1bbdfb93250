// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/regions/parts.hpp"

#include "core/bundles/registry.hpp"
#include "core/regions/promotions.hpp"

#include <algorithm>

namespace sycl::detail {
namespace {

bool ends_part(const command *c) { return !c->followers.empty(); }

bool uses_groups(const command *c) { return registry::instance().find(*c->kernel)->uses_groups; }

// Moves what comes behind the first kernel with reductions to the next part; and that kernel too if it is launched in
// groups of its own, and one before it needs others.
region_part *move_rest(region_part &r) {
  const auto begin = r.commands.begin(), end = r.commands.end();
  auto rest = std::find_if(begin, end, ends_part);
  if (rest != end && !((*rest)->shares && std::any_of(begin, rest, uses_groups)))
    ++rest;
  if (r.next)
    r.next->commands.clear();
  if (rest == end)
    return nullptr;
  if (!r.next)
    r.next = std::make_unique<region_part>();
  region_part &next = *r.next;
  next.commands.assign(rest, end);
  r.commands.erase(rest, end);
  static_cast<region_terms &>(next) = r;
  return &next;
}

using buffers = std::vector<const buffer_impl *>;

bool contains(const buffers &all, const buffer_impl *b) { return std::find(all.begin(), all.end(), b) != all.end(); }

// The buffers that have to be in memory between two kernels.
buffers shared_buffers(region_part &r) {
  buffers shared, before;
  each_part(r, [&](region_part &part) {
    buffers here;
    for (const command *c : part.commands)
      for (const requirement &required : c->requirements) {
        // Those of the kernels that follow have no accessor.
        const bool of_followers = ends_part(c) && required.promote == syclfuse::promotion::none;
        (of_followers || contains(before, required.buffer) ? shared : here).push_back(required.buffer);
      }
    before.insert(before.end(), here.begin(), here.end());
  });
  return shared;
}

// The same of an allocation.
bool is_shared(region_part &r, const accessed_memory &usm) {
  unsigned users = 0;
  each_part(r, [&](region_part &part) {
    users += std::any_of(part.commands.begin(), part.commands.end(), [&](command *c) { return uses(*c, usm); });
    users += ends_part(part.commands.back()) && points_into(*part.commands.back(), usm); // the reductions' variable
  });
  return users > 1;
}

// Returns whether any was dropped.
bool drop_shared_promotions(region_part &r) {
  const buffers shared = shared_buffers(r);
  bool dropped = false;
  each_part(r, [&](region_part &part) {
    for (command *c : part.commands)
      for (requirement &required : c->requirements)
        if (contains(shared, required.buffer))
          required.promote = syclfuse::promotion::none;
    dropped |= drop_promotions(
        part,
        [&](const accessed_memory &m) {
          return m.is_usm() ? is_shared(r, m) : contains(shared, static_cast<const buffer_impl *>(m.buffer));
        },
        "the buffer is used on both sides of a kernel with reductions");
  });
  return dropped;
}

} // namespace

bool split_at_reductions(region_part &r) {
  if (r.next)
    r.next->commands.clear();
  if (std::none_of(r.commands.begin(), r.commands.end(), ends_part))
    return true;
  const std::size_t count = r.commands.size();
  for (region_part *part = &r; part; part = move_rest(*part)) {
  }
  const bool dropped = has_promotions(r) && drop_shared_promotions(r);
  return !dropped && r.commands.size() == count;
}

} // namespace sycl::detail
