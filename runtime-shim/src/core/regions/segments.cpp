// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/regions/segments.hpp"

#include "core/regions/matching.hpp"
#include "core/regions/promotions.hpp"
#include "syclfuse/partition.hpp"

#include <algorithm>

namespace sycl::detail {
namespace {

using commands = std::vector<command *>;
using segment_ptr = std::unique_ptr<region_segment>;

bool ends_segment(const command *c) { return !c->followers.empty(); }

syclfuse::segment_end end_of(const command &c) {
  using syclfuse::segment_end;
  return !ends_segment(&c) ? segment_end::none : c.shares ? segment_end::behind_own_groups : segment_end::behind;
}

// Moves what comes behind the first segment to the next one.
region_segment *move_rest(region_segment &s) {
  const std::size_t end = syclfuse::end_of_segment(
      0, s.commands.size(), [&](std::size_t n) { return end_of(*s.commands[n]); },
      [&](std::size_t n) { return registry::instance().find(*s.commands[n]->kernel)->uses_groups; });
  if (s.next)
    s.next->commands.clear();
  if (end == s.commands.size())
    return nullptr;
  if (!s.next)
    s.next = std::make_unique<region_segment>();
  const auto rest = s.commands.begin() + static_cast<std::ptrdiff_t>(end);
  s.next->commands.assign(rest, s.commands.end());
  s.commands.erase(rest, s.commands.end());
  static_cast<region_terms &>(*s.next) = s;
  return s.next.get();
}

bool is_used_outside(const commands &all, const syclfuse::segment &s, const accessed_memory &m) {
  return syclfuse::is_used_outside(s, all.size(), [&](std::size_t n) { return uses(*all[n], m); });
}

// Whether a kernel that follows c uses the memory. For these, c has requirements without an accessor.
bool is_used_behind(const command &c, const accessed_memory &m) {
  if (!ends_segment(&c) || m.is_usm())
    return ends_segment(&c) && points_into(c, m);
  return std::any_of(c.requirements.begin(), c.requirements.end(), [&](const requirement &r) {
    return r.buffer == m.buffer && r.promote == syclfuse::promotion::none;
  });
}

class known_finder {
public:
  known_finder(region_segment &whole, device_impl &device) : whole_(whole), device_(device) {
    find_kernels(whole, kernels_);
  }
  std::vector<segment_ptr> find() {
    std::vector<segment_ptr> known, all;
    const auto longest = [&](std::size_t begin) {
      segment_ptr found = longest_from(begin);
      return begin + (found ? known.emplace_back(std::move(found))->commands.size() : 0);
    };
    std::size_t next = 0;
    for (const syclfuse::segment &s : syclfuse::longest_segments(whole_.commands.size(), longest))
      all.push_back(s.fused ? std::move(known[next++]) : make(s));
    return all;
  }

private:
  // Kernels that run one by one, unless a variant is found for them.
  segment_ptr make(const syclfuse::segment &s) const {
    auto made = std::make_unique<region_segment>();
    const auto first = whole_.commands.begin();
    made->commands.assign(first + static_cast<std::ptrdiff_t>(s.begin), first + static_cast<std::ptrdiff_t>(s.end));
    static_cast<region_terms &>(*made) = whole_;
    made->known.apart = whole_.run_as.reason;
    return made;
  }
  segment_ptr longest_from(std::size_t begin) {
    for (std::size_t length : known_lengths(kernels_, begin)) {
      const syclfuse::segment s{begin, begin + length};
      segment_ptr made = make(s);
      made->known.taken =
          take_promotions(*made, [&](const accessed_memory &m) { return is_used_outside(whole_.commands, s, m); });
      match_memory &memory = memory_of(++tried_);
      std::swap<match_memory>(*made, memory);
      if (match_region(*made, device_).variant) {
        made->known.apart = syclfuse::diag::reason_none;
        made->known.slot = tried_;
        return made;
      }
      std::swap<match_memory>(*made, memory);
      give_back(made->known.taken);
    }
    return nullptr;
  }

  match_memory &memory_of(std::size_t slot) {
    whole_.memory_of_parts.resize(std::max(whole_.memory_of_parts.size(), slot + 1));
    return whole_.memory_of_parts[slot];
  }

  region_segment &whole_;
  device_impl &device_;
  std::vector<const kernel_node *> kernels_;
  std::size_t tried_ = 0;
};

// Of a part of `whole`, which goes.
void keep_memory(region_segment &part, region_segment &whole) {
  if (part.known.slot != 0)
    std::swap<match_memory>(part, whole.memory_of_parts[part.known.slot]);
  part.known.slot = 0;
}

} // namespace

bool split_at_reductions(region_segment &r) {
  if (r.next)
    r.next->commands.clear();
  if (std::none_of(r.commands.begin(), r.commands.end(), ends_segment))
    return true;
  const commands all = has_promotions(r) ? r.commands : commands();
  const std::size_t count = r.commands.size();
  std::size_t begin = 0;
  bool dropped = false;
  for (region_segment *s = &r, *rest = nullptr; s; s = rest) {
    rest = move_rest(*s);
    const syclfuse::segment own{begin, begin + s->commands.size()};
    const auto is_shared = [&](const accessed_memory &m) {
      return is_used_behind(*s->commands.back(), m) || is_used_outside(all, own, m);
    };
    dropped |=
        !all.empty() && drop_promotions(*s, is_shared, "the buffer is used on both sides of a kernel with reductions");
    begin = own.end;
  }
  return !dropped && r.commands.size() == count;
}

bool split_at_known(region_segment &segment, device_impl &device) {
  std::vector<segment_ptr> all = known_finder(segment, device).find();
  if (all.empty())
    return false;
  for (std::size_t i = all.size(); i-- > 1;) {
    all[i]->known.number = static_cast<unsigned>(i + 1);
    all[i]->next = std::move(segment.next);
    segment.next = std::move(all[i]);
  }
  segment.memory_of_parts.resize(std::max<std::size_t>(segment.memory_of_parts.size(), 1));
  std::swap<match_memory>(segment, segment.memory_of_parts.front());
  std::swap<match_memory>(segment, *all.front());
  segment.commands = std::move(all.front()->commands);
  segment.known = std::move(all.front()->known);
  segment.known.number = 1;
  return true;
}

void join_known(region_segment &r) {
  for (region_segment *segment = &r; segment; segment = segment->next.get()) {
    give_back(segment->known.taken);
    if (segment->known.number == 1) {
      keep_memory(*segment, *segment);
      std::swap<match_memory>(*segment, segment->memory_of_parts.front());
    }
    for (segment->known.number = 0; segment->next && segment->next->known.number > 1;) {
      const segment_ptr next = std::move(segment->next);
      keep_memory(*next, *segment);
      give_back(next->known.taken);
      segment->commands.insert(segment->commands.end(), next->commands.begin(), next->commands.end());
      segment->next = std::move(next->next);
    }
    segment->known.apart = syclfuse::diag::reason_none;
  }
}

} // namespace sycl::detail
