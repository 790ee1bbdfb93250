// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "syclfuse/fused_range.hpp"

#include <algorithm>

namespace syclfuse {

namespace {

using sizes = const std::uint64_t (&)[3];

bool equal(sizes a, sizes b) { return std::equal(a, a + 3, b); }

bool overflows(sizes v) {
  std::uint64_t product = 1;
  for (const std::uint64_t n : v)
    if (__builtin_mul_overflow(product, n, &product))
      return true;
  return false;
}

bool needs_groups(const submitted_range &r) { return has_groups(r) && r.uses_groups; }

bool same_range(const submitted_range &a, const submitted_range &b) {
  return a.kind == b.kind && a.dimensions == b.dimensions && equal(a.global_size, b.global_size) &&
         equal(a.local_size, b.local_size);
}

// A kernel that uses groups without having said which: those of the launch are as good as any, if each of them has
// all of its work-items in the kernel.
bool carries_all_of(const submitted_range &launch, const submitted_range &r) {
  const unsigned outer = r.dimensions - 1u;
  return has_groups(launch) ? r.global_size[outer] % launch.local_size[outer] == 0
                            : r.global_size[outer] == launch.global_size[outer];
}

bool is_uniform(const submitted_range &r) {
  for (unsigned d = 0; d < r.dimensions; ++d)
    if (r.local_size[d] == 0 || r.global_size[d] % r.local_size[d] != 0)
      return false;
  return true;
}

// Of equally large launches the one with more dimensions is the larger.
bool is_larger(const submitted_range &a, const submitted_range &b) {
  return work_items(a) != work_items(b) ? work_items(a) > work_items(b) : a.dimensions > b.dimensions;
}

class solver {
public:
  solver(const submitted_range *ranges, std::size_t count, bool linear)
      : ranges_(ranges), count_(count), linear_(linear) {}

  fused_range_result run() {
    std::size_t other = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      other = other == 0 && !same_range(ranges_[i], ranges_[0]) ? i : other;
      uses_groups_ |= ranges_[i].uses_groups;
    }
    result_.heterogeneous = other != 0;
    const bool fused = check_sizes() && check_group_users() && check_offsets() && find_launch() && check_launch();
    if (fused)
      result_.launch.uses_groups = uses_groups_;
    return result_;
  }

private:
  bool refuse(range_conflict why, std::size_t first, std::size_t second) {
    result_.conflict = why;
    result_.first = first;
    result_.second = second;
    return false;
  }

  bool check_sizes() {
    for (std::size_t i = 0; i < count_; ++i) {
      if (overflows(ranges_[i].global_size))
        return refuse(range_conflict::too_large, i, i);
      if (has_groups(ranges_[i]) && !is_uniform(ranges_[i]))
        return refuse(range_conflict::not_uniform, i, i);
      if (is_larger(ranges_[i], ranges_[largest_]))
        largest_ = i;
    }
    return true;
  }

  // Work-items of one work-group stay in one.
  bool check_group_users() {
    for (std::size_t i = 0; i < count_; ++i) {
      if (!needs_groups(ranges_[i]))
        continue;
      if (user_ == none)
        user_ = i;
      if (ranges_[i].dimensions != ranges_[user_].dimensions)
        return refuse(range_conflict::inner_sizes_differ, user_, i);
      if (!equal(ranges_[i].local_size, ranges_[user_].local_size))
        return refuse(range_conflict::local_sizes_differ, user_, i);
      if (!same_inner_sizes(ranges_[i], ranges_[user_]))
        return refuse(range_conflict::inner_sizes_differ, user_, i);
    }
    return true;
  }

  bool check_offsets() {
    for (std::size_t i = 1; i < count_; ++i)
      if (!equal(ranges_[i].global_offset, ranges_[0].global_offset))
        return refuse(range_conflict::offsets_differ, 0, i);
    return true;
  }

  bool find_launch() {
    if (!result_.heterogeneous)
      return take(ranges_[0]);
    const submitted_range *first = std::find_if(ranges_, ranges_ + count_, has_groups);
    if (first != ranges_ + count_)
      return find_group_launch(*first);
    submitted_range launch = ranges_[largest_];
    launch.kind = range_kind::range;
    std::fill_n(launch.local_size, 3, 0);
    if (linear_) {
      const std::uint64_t all[3] = {work_items(launch), 1, 1};
      std::copy_n(all, 3, launch.global_size);
      launch.dimensions = 1;
    }
    return take(launch);
  }

  // Tries the shapes that the launch may have: that of the kernels that need their groups, or of those that come to the
  // fewest work-items the largest.
  bool find_group_launch(const submitted_range &first) {
    const submitted_range *best = nullptr;
    std::size_t tried = none;
    range_conflict why = range_conflict::none;
    for (std::size_t i = 0; i < count_; ++i) {
      const submitted_range &r = ranges_[i];
      if (user_ != none ? i != user_ : !has_groups(r) || (linear_ && r.dimensions != first.dimensions))
        continue;
      if (tried == none)
        tried = i;
      submitted_range launch = r;
      if (const range_conflict conflict = stretch(launch); conflict != range_conflict::none) {
        why = conflict;
        continue;
      }
      const std::uint64_t all = work_items(launch), least = work_items(result_.launch);
      if (best && (all > least || (all == least && !is_larger(r, *best))))
        continue;
      best = &r;
      take(launch);
    }
    return best || refuse(why, tried, largest_);
  }

  // Gives the shape at least as many work-items as the largest submission has, in whole groups more or less in the
  // slowest dimension.
  range_conflict stretch(submitted_range &shape) const {
    const std::uint64_t wanted = work_items(ranges_[largest_]);
    if (work_items(shape) == wanted)
      return range_conflict::none;
    const unsigned outer = shape.dimensions - 1u;
    std::uint64_t inner = shape.local_size[outer];
    for (unsigned d = 0; d < outer; ++d)
      inner *= shape.global_size[d];
    if (inner == 0)
      return range_conflict::inner_sizes_differ;
    shape.global_size[outer] = (wanted / inner + (wanted % inner != 0)) * shape.local_size[outer];
    return overflows(shape.global_size) ? range_conflict::too_large : range_conflict::none;
  }

  bool take(const submitted_range &launch) {
    result_.launch = launch;
    return true;
  }

  bool check_launch() {
    for (std::size_t i = 0; i < count_; ++i)
      if (const range_conflict why = conflict_in(result_.launch, ranges_[i]); why != range_conflict::none)
        return refuse(why, i, why == range_conflict::offset_with_remapping ? largest_ : other_than(i));
    return true;
  }

  // The one whose shape the launch has, mostly.
  std::size_t other_than(std::size_t i) const {
    return user_ != none && user_ != i ? user_ : largest_ != i ? largest_ : i == 0 ? 1 : 0;
  }

  static constexpr std::size_t none = ~std::size_t{0};
  const submitted_range *ranges_;
  const std::size_t count_;
  const bool linear_;
  bool uses_groups_ = false;
  std::size_t largest_ = 0;
  std::size_t user_ = none; // the first that needs its groups
  fused_range_result result_;
};

} // namespace

bool same_inner_sizes(const submitted_range &a, const submitted_range &b) {
  return a.dimensions == b.dimensions && std::equal(a.global_size, a.global_size + a.dimensions - 1, b.global_size);
}

range_conflict conflict_in(const submitted_range &launch, const submitted_range &r) {
  const bool same_inner = same_inner_sizes(r, launch), same_local = equal(r.local_size, launch.local_size);
  if (!equal(r.global_offset, launch.global_offset))
    return range_conflict::offsets_differ;
  if (r.uses_groups && (!same_inner || (!has_groups(r) && !carries_all_of(launch, r))))
    return range_conflict::inner_sizes_differ;
  if (needs_groups(r) && !same_local)
    return range_conflict::local_sizes_differ;
  // Linear ids have no offset: ids that are computed from them would miss it.
  const bool remapped = !same_inner || (has_groups(r) && !same_local);
  return remapped && !equal(r.global_offset, {}) ? range_conflict::offset_with_remapping : range_conflict::none;
}

static std::uint64_t units_of(const submitted_range &launch) {
  std::uint64_t units = 1;
  for (unsigned d = 0; d < 3; ++d)
    units *= has_groups(launch) ? launch.global_size[d] / launch.local_size[d] : launch.global_size[d];
  return units;
}

std::optional<std::uint64_t> row_block(const submitted_range &launch, const submitted_range &r) {
  // Groups for each multiprocessor of a large GPU. Ids are computed in 32 bits where the kernel does so.
  constexpr std::uint64_t least_units = 256, small_kernel = 65536, limit = std::uint64_t{1} << 31;
  const std::uint64_t units = units_of(launch);
  if (!equal(r.global_offset, {}) || !equal(launch.global_offset, {}) || (r.uses_groups && !same_range(launch, r)) ||
      overflows(r.global_size) || units == 0 || work_items(r) == 0 || work_items(r) % units != 0 ||
      work_items(r) >= limit)
    return std::nullopt;
  const bool fills_device = units >= least_units || work_items(r) <= small_kernel || r.uses_groups;
  return fills_device ? std::optional(work_items(r) / units) : std::nullopt;
}

fused_range_result fused_rows(const submitted_range *ranges, std::size_t count) {
  fused_range_result result;
  result.heterogeneous = true;
  const submitted_range *launch = std::find_if(ranges, ranges + count, needs_groups);
  const auto refuse = [&](range_conflict why, std::size_t i) {
    result.conflict = why;
    result.second = i;
    return result;
  };
  if (launch == ranges + count)
    return refuse(range_conflict::inner_sizes_differ, 0);
  result.launch = *launch;
  result.first = static_cast<std::size_t>(launch - ranges);
  if (!is_uniform(*launch))
    return refuse(range_conflict::not_uniform, result.first);
  const std::uint64_t units = units_of(*launch);
  for (std::size_t i = 0; i < count; ++i) {
    const submitted_range &r = ranges[i];
    const bool counts_rows = r.uses_groups || r.dimensions == 1 || r.global_size[r.dimensions - 1] == units;
    if (!counts_rows || !row_block(*launch, r))
      return refuse(range_conflict::inner_sizes_differ, i);
  }
  return result;
}

fused_range_result fused_range(const submitted_range *ranges, std::size_t count, bool linear) {
  return solver(ranges, count, linear).run();
}

} // namespace syclfuse
