// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/regions/promotions.hpp"

#include "syclfuse/promotion.hpp"

#include <algorithm>
#include <cstring>

namespace sycl::detail {

using syclfuse::diag;
using syclfuse::promotion;
namespace layout = syclfuse::accessor_layout;

namespace {

struct hinted_accessor {
  unsigned char *accessor;
  accessed_memory memory;
  promotion hint;
};

template <class T> T word_at(const unsigned char *accessor, unsigned offset) {
  T word;
  std::memcpy(&word, accessor + offset, sizeof(word));
  return word;
}

std::vector<hinted_accessor> hinted_accessors(const region_segment &r) {
  std::vector<hinted_accessor> all;
  for (command *c : r.commands)
    for (const closure_accessor &a : registry::instance().find(*c->kernel)->accessors) {
      auto accessor = static_cast<unsigned char *>(c->closure) + a.offset;
      all.push_back({accessor, accessed_memory::of(accessor), promotion_at(*c, a.offset)});
    }
  return all;
}

promotion settled_hint(const std::vector<hinted_accessor> &all, const hinted_accessor &p, syclfuse::region_kind in) {
  promotion settled = p.hint;
  for (const hinted_accessor &other : all) {
    if (other.memory.buffer != p.memory.buffer)
      continue;
    settled = syclfuse::settled_promotion(settled, other.hint, in);
    // Pointers into an allocation that lead to different elements of it.
    if (p.memory.is_usm() && std::memcmp(other.accessor + layout::data, p.accessor + layout::data, sizeof(void *)) != 0)
      settled = promotion::none;
  }
  return settled;
}

} // namespace

bool uses(const command &c, const accessed_memory &m) {
  if (m.is_usm())
    return has_accessor_of(c, m) || points_into(c, m);
  return std::any_of(c.requirements.begin(), c.requirements.end(),
                     [&](const requirement &r) { return r.buffer == m.buffer; });
}

promotion promotion_at(const command &c, std::uint32_t offset) noexcept {
  return static_cast<promotion>(
      word_at<std::uint32_t>(static_cast<const unsigned char *>(c.closure) + offset, layout::promotion));
}

namespace {

const char *name_of(promotion hint) {
  return hint == promotion::local_memory ? "local" : hint == promotion::private_memory ? "private" : "automatic";
}
void set_hint(unsigned char *accessor, promotion hint) {
  const auto word = static_cast<std::uint32_t>(hint);
  std::memcpy(accessor + layout::promotion, &word, sizeof(word));
}

} // namespace

bool has_promotions(region_segment &r) {
  bool any = false;
  each_segment(r, [&](const region_segment &segment) {
    for (const command *c : segment.commands)
      for (const closure_accessor &a : registry::instance().find(*c->kernel)->accessors)
        any |= promotion_at(*c, a.offset) != promotion::none;
  });
  return any;
}

bool drop_promotions(const region_segment &r, const memory_predicate &which, const char *why) {
  for (command *c : r.commands)
    for (requirement &required : c->requirements)
      if (required.promote != promotion::none && which({required.buffer, nullptr, nullptr}))
        required.promote = promotion::none;
  bool dropped = false;
  for (const hinted_accessor &p : hinted_accessors(r)) {
    if (p.hint == promotion::none || !which(p.memory))
      continue;
    set_hint(p.accessor, promotion::none);
    region_warning(r, "Not performing specified " + std::string(name_of(p.hint)) + " promotion, because " + why,
                   diag::promotion_across_kernels);
    dropped = true;
  }
  return dropped;
}

std::vector<taken_promotion> take_promotions(const region_segment &r, const memory_predicate &which) {
  std::vector<taken_promotion> taken;
  for (const hinted_accessor &p : hinted_accessors(r))
    if (p.hint != promotion::none && which(p.memory)) {
      taken.push_back({p.accessor, p.hint});
      set_hint(p.accessor, promotion::none);
    }
  return taken;
}

void give_back(std::vector<taken_promotion> &taken) {
  for (const taken_promotion &t : taken)
    set_hint(t.accessor, t.hint);
  taken.clear();
}

std::vector<taken_promotion> settle_promotions(region_segment &r) {
  const std::vector<hinted_accessor> all = hinted_accessors(r);
  std::vector<taken_promotion> changed;
  for (const hinted_accessor &p : all) {
    promotion settled = settled_hint(all, p, r.kind);
    if (settled != promotion::none && p.memory.is_usm() &&
        std::any_of(r.commands.begin(), r.commands.end(), [&](command *c) { return points_into(*c, p.memory); }))
      settled = promotion::none;
    if (settled == p.hint)
      continue;
    set_hint(p.accessor, settled);
    changed.push_back({p.accessor, p.hint});
    if (settled == promotion::local_memory)
      region_warning(r, "Performing local internalization instead, because previous accessor specified local promotion",
                     diag::promotion_kinds_differ);
    if (settled != promotion::none)
      continue;
    region_warning(r,
                   "Not performing specified " + std::string(name_of(p.hint)) +
                       " promotion, due to previous mismatch or because previous accessor specified no promotion",
                   diag::promotion_inconsistent);
  }
  return changed;
}

void warn_of_local_promotions(const region_segment &r) {
  const command *first = nullptr; // with an accessor that is promoted to local memory
  bool unspecified = false, mismatch = false;
  for (const command *c : r.commands)
    for (const closure_accessor &a : registry::instance().find(*c->kernel)->accessors) {
      if (promotion_at(*c, a.offset) != promotion::local_memory)
        continue;
      first = first ? first : c;
      unspecified |= c->range.local_size[0] == 0;
      mismatch |= std::memcmp(c->range.local_size, first->range.local_size, sizeof(c->range.local_size)) != 0;
    }
  if (unspecified)
    region_warning(r, "Work-group size for local promotion not specified, not performing internalization",
                   diag::reason_promoted_size_differs);
  else if (mismatch)
    region_warning(r, "Not performing specified local promotion due to work-group size mismatch",
                   diag::reason_local_sizes_differ);
}

} // namespace sycl::detail
