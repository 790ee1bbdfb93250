// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fused_range() against the rules of docs/design.md: each refusal by name, the shape of launches, and random
// submissions against a statement of the rules that goes through all work-items.
#include "sample.hpp"

#include "syclfuse/fused_range.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <ostream>
#include <set>
#include <vector>

namespace syclfuse {
void PrintTo(range_conflict c, std::ostream *os) { *os << name_of(c); }
} // namespace syclfuse

using namespace syclfuse;

namespace {

using numbers = std::vector<std::uint64_t>; // SPIR-V order

submitted_range plain(const numbers &global, const numbers &offset = {}) {
  submitted_range r;
  r.dimensions = static_cast<std::uint8_t>(global.size());
  std::copy(global.begin(), global.end(), r.global_size);
  std::copy(offset.begin(), offset.end(), r.global_offset);
  return r;
}
submitted_range single_task() {
  submitted_range r;
  r.kind = range_kind::single_task;
  return r;
}
submitted_range groups(const numbers &global, const numbers &local, bool uses_groups = false,
                       const numbers &offset = {}) {
  submitted_range r = plain(global, offset);
  r.kind = range_kind::nd_range;
  r.uses_groups = uses_groups;
  std::fill_n(r.local_size, 3, 1);
  std::copy(local.begin(), local.end(), r.local_size);
  return r;
}
submitted_range using_groups(const numbers &global, const numbers &local, const numbers &offset = {}) {
  return groups(global, local, true, offset);
}

fused_range_result fuse(const std::vector<submitted_range> &ranges, bool linear = false) {
  return fused_range(ranges.data(), ranges.size(), linear);
}

void expect_launch(const std::vector<submitted_range> &ranges, const submitted_range &want, bool linear = false) {
  const fused_range_result got = fuse(ranges, linear);
  ASSERT_EQ(got.conflict, range_conflict::none) << got.first << " " << got.second;
  EXPECT_EQ(got.launch.kind, want.kind);
  EXPECT_EQ(got.launch.dimensions, want.dimensions);
  EXPECT_EQ(got.launch.uses_groups, want.uses_groups);
  for (int d = 0; d < 3; ++d) {
    EXPECT_EQ(got.launch.global_size[d], want.global_size[d]) << d;
    EXPECT_EQ(got.launch.local_size[d], want.local_size[d]) << d;
    EXPECT_EQ(got.launch.global_offset[d], want.global_offset[d]) << d;
  }
}

void expect_conflict(const std::vector<submitted_range> &ranges, range_conflict want, std::size_t first,
                     std::size_t second) {
  for (const bool linear : {false, true}) {
    const fused_range_result got = fuse(ranges, linear);
    EXPECT_EQ(got.conflict, want);
    EXPECT_EQ(got.first, first);
    EXPECT_EQ(got.second, second);
  }
}

TEST(fused_range, equal_ranges_are_the_launch) {
  for (const bool linear : {false, true}) {
    for (const submitted_range &r : {plain({7}), plain({4, 3}, {1, 2}), groups({8, 6}, {4, 2}, false, {3, 1}),
                                     using_groups({8}, {4}, {5}), single_task()}) {
      expect_launch({r}, r, linear);
      expect_launch({r, r, r}, r, linear);
      EXPECT_FALSE(fuse({r, r}, linear).heterogeneous);
    }
  }
}

TEST(fused_range, largest_of_plain_ranges_is_the_launch) {
  expect_launch({plain({10}), plain({30}), plain({20})}, plain({30}));
  expect_launch({plain({10}), plain({5, 4}), plain({3})}, plain({5, 4}));
  EXPECT_TRUE(fuse({plain({10}), plain({30})}).heterogeneous);
}

TEST(fused_range, of_equally_large_ones_that_with_most_dimensions) {
  expect_launch({plain({24}), plain({6, 4}), plain({4, 3, 2}), plain({2, 3, 4})}, plain({4, 3, 2}));
  expect_launch({plain({6, 4}), plain({4, 6})}, plain({6, 4}));
}

TEST(fused_range, linear_launch_has_one_dimension) {
  expect_launch({plain({6, 4}), plain({10})}, plain({24}), true);
  expect_launch({plain({6, 4}), plain({4, 6})}, plain({24}), true);
  expect_launch({plain({6}), plain({9})}, plain({9}), true);
}

TEST(fused_range, single_task_is_a_range_of_one_item) {
  expect_launch({single_task(), plain({6, 4})}, plain({6, 4}));
  expect_launch({plain({1}), single_task()}, plain({1}));
  expect_launch({single_task(), using_groups({6, 4}, {3, 2})}, using_groups({6, 4}, {3, 2}));
  EXPECT_TRUE(fuse({plain({1}), single_task()}).heterogeneous);
}

TEST(fused_range, equal_offsets_are_kept_if_no_ids_are_remapped) {
  expect_launch({plain({10}, {4}), plain({30}, {4})}, plain({30}, {4}));
  expect_launch({plain({8, 2}, {4, 1}), plain({8, 9}, {4, 1})}, plain({8, 9}, {4, 1}));
  expect_launch({groups({8}, {4}, true, {2}), plain({16}, {2})}, using_groups({16}, {4}, {2}));
}

TEST(fused_range, groups_are_kept_where_they_are_used) {
  // The second needs its groups, the first does not: its ids are computed.
  expect_launch({groups({64}, {32}), using_groups({64}, {8})}, using_groups({64}, {8}));
  expect_launch({groups({8, 8}, {4, 4}), using_groups({64}, {8})}, using_groups({64}, {8}));
  expect_launch({using_groups({16}, {8}), using_groups({64}, {8}), plain({48})}, using_groups({64}, {8}));
}

TEST(fused_range, shape_of_groups_is_stretched_to_the_largest_submission) {
  expect_launch({using_groups({8, 4}, {4, 2}), plain({64})}, using_groups({8, 8}, {4, 2}));
  expect_launch({using_groups({8, 4, 2}, {4, 2, 1}), groups({96}, {32})}, using_groups({8, 4, 3}, {4, 2, 1}));
}

TEST(fused_range, unused_groups_give_way_to_what_works) {
  expect_launch({groups({48}, {16}), groups({120}, {10})}, groups({120}, {10}));
  expect_launch({groups({120}, {10}), groups({48}, {16})}, groups({120}, {10}));
  // 100 is no multiple of 16.
  expect_launch({groups({48}, {16}), groups({20}, {10}), plain({100})}, groups({100}, {10}));
  expect_launch({groups({64}, {16}), groups({8, 8}, {4, 4})}, groups({8, 8}, {4, 4}));
}

TEST(fused_range, linear_launch_of_groups_has_the_dimensions_of_the_first) {
  expect_launch({groups({64}, {16}), groups({8, 8}, {4, 4})}, groups({64}, {16}), true);
  expect_launch({plain({64}), groups({8, 4}, {4, 4}), groups({128}, {4})}, groups({8, 16}, {4, 4}), true);
  expect_launch({groups({64}, {16}), using_groups({8, 8}, {4, 4})}, using_groups({8, 8}, {4, 4}), true);
}

TEST(fused_range, local_sizes_of_kernels_that_use_their_groups_differ) {
  expect_conflict({plain({64}), using_groups({64}, {8}), using_groups({64}, {16})}, range_conflict::local_sizes_differ,
                  1, 2);
  expect_conflict({using_groups({64, 2}, {8, 2}), using_groups({64, 2}, {8, 1})}, range_conflict::local_sizes_differ, 0,
                  1);
}

TEST(fused_range, shapes_of_kernels_that_use_their_groups_differ) {
  expect_conflict({using_groups({64, 1}, {8, 1}), using_groups({64}, {8})}, range_conflict::inner_sizes_differ, 0, 1);
  expect_conflict({using_groups({64, 8}, {8, 1}), using_groups({32, 16}, {8, 1})}, range_conflict::inner_sizes_differ,
                  0, 1);
}

TEST(fused_range, offsets_differ) {
  expect_conflict({plain({10}), plain({10}), plain({10}, {1})}, range_conflict::offsets_differ, 0, 2);
  expect_conflict({plain({10}, {1}), single_task()}, range_conflict::offsets_differ, 0, 1);
}

TEST(fused_range, offset_of_kernels_whose_ids_are_computed) {
  EXPECT_EQ(fuse({plain({10}, {1}), plain({10, 2}, {1})}).conflict, range_conflict::offset_with_remapping);
  EXPECT_EQ(fuse({plain({10}, {1}), plain({10, 2}, {1})}).first, 0u);
  EXPECT_EQ(fuse({plain({10}, {1}), plain({10, 2}, {1})}, true).first, 1u);
  expect_conflict({groups({64}, {8}, true, {1}), groups({64}, {16}, false, {1})}, range_conflict::offset_with_remapping,
                  1, 0);
  EXPECT_EQ(fuse({plain({8, 2}, {4, 1}), plain({8, 9}, {4, 1})}, true).conflict, range_conflict::offset_with_remapping);
}

TEST(fused_range, launch_has_whole_groups) {
  expect_launch({using_groups({64}, {8}), plain({100})}, using_groups({104}, {8}));
  // The fewest work-items.
  expect_launch({plain({101}), groups({64}, {8}), groups({6}, {3})}, groups({102}, {3}));
  expect_launch({using_groups({8, 8}, {1, 1}), plain({100})}, using_groups({8, 13}, {1, 1}));
  expect_launch({using_groups({8, 8}, {2, 4}), plain({100})}, using_groups({8, 16}, {2, 4}));
  expect_conflict({groups({10}, {3})}, range_conflict::not_uniform, 0, 0);
}

TEST(fused_range, too_many_work_items) {
  const std::uint64_t big = std::uint64_t{1} << 32;
  expect_conflict({plain({1}), plain({big, big})}, range_conflict::too_large, 1, 1);
  expect_launch({plain({1}), plain({big, big - 1})}, plain({big, big - 1}));
  expect_launch({plain({1}), plain({big, big - 1})}, plain({big * (big - 1)}), true);
}

TEST(fused_range, groups_without_a_size_are_those_of_the_launch) {
  submitted_range unsized = plain({64});
  unsized.uses_groups = true;
  submitted_range smaller = plain({48});
  smaller.uses_groups = true;
  expect_launch({unsized, using_groups({64}, {16})}, using_groups({64}, {16}));
  expect_launch({smaller, using_groups({64}, {16})}, using_groups({64}, {16}));
  expect_conflict({smaller, using_groups({64}, {32})}, range_conflict::inner_sizes_differ, 0, 1);
  expect_conflict({smaller, unsized}, range_conflict::inner_sizes_differ, 0, 1);
}

TEST(fused_range, empty_submissions) {
  expect_launch({plain({0}), plain({5})}, plain({5}));
  expect_launch({plain({0}), plain({0, 3})}, plain({0, 3}));
  expect_launch({groups({0}, {4}), groups({8}, {8})}, groups({8}, {8}));
  expect_conflict({using_groups({0, 4}, {2, 2}), plain({8})}, range_conflict::inner_sizes_differ, 0, 1);
}

// The restrictions, work-item by work-item.

struct place {
  numbers global, group, local;
  bool operator<(const place &o) const { return group < o.group; }
};

// The ids of the work-item with a global linear id, without the offset.
place place_of(const submitted_range &r, std::uint64_t linear) {
  place p;
  for (unsigned d = 0; d < r.dimensions; ++d) {
    p.global.push_back(linear % r.global_size[d]);
    linear /= r.global_size[d];
    const std::uint64_t local = r.local_size[d] ? r.local_size[d] : r.global_size[d];
    p.group.push_back(p.global.back() / local);
    p.local.push_back(p.global.back() % local);
  }
  return p;
}

std::uint64_t items(const submitted_range &r) { return r.global_size[0] * r.global_size[1] * r.global_size[2]; }
bool is_nd_range(const submitted_range &r) { return r.kind == range_kind::nd_range; }
bool same(const std::uint64_t (&a)[3], const std::uint64_t (&b)[3]) { return std::equal(a, a + 3, b); }

// A number of the rule that the launch breaks; 0 for none.
int broken_restriction(const std::vector<submitted_range> &ranges, const submitted_range &launch) {
  const std::uint64_t all = items(launch);
  std::uint64_t most = 0;
  for (const submitted_range &r : ranges)
    most = std::max(most, items(r));
  if (all < most)
    return 2;
  // The groups behind the largest, if they have to be whole.
  std::uint64_t slice = is_nd_range(launch) ? launch.local_size[launch.dimensions - 1] : 1;
  for (unsigned d = 0; d + 1u < launch.dimensions; ++d)
    slice *= launch.global_size[d];
  if (is_nd_range(launch) ? all - most >= slice : all > most)
    return 5;
  for (unsigned d = 0; d < launch.dimensions && is_nd_range(launch); ++d)
    if (launch.global_size[d] % launch.local_size[d] != 0)
      return 6;
  for (const submitted_range &r : ranges) {
    if (!same(r.global_offset, launch.global_offset))
      return 9;
    // By the sizes, also where the few work-items of a small one have the same ids all the same.
    bool ids_change = r.dimensions != launch.dimensions || (is_nd_range(r) && !same(r.local_size, launch.local_size));
    for (unsigned d = 0; d + 1u < r.dimensions; ++d)
      ids_change |= r.global_size[d] != launch.global_size[d];
    std::map<numbers, std::set<std::uint64_t>> group_items;
    std::map<numbers, std::uint64_t> group_sizes;
    for (std::uint64_t id = 0; id < items(r); ++id) {
      const place was = place_of(r, id), is = place_of(launch, id);
      ids_change |= was.global != is.global || (is_nd_range(r) && (was.group != is.group || was.local != is.local));
      group_items[is.group].insert(id);
    }
    // "No global id remapping is needed or all input offsets are 0."
    if (ids_change && !same(r.global_offset, {}))
      return 9;
    if (!is_nd_range(r) || !r.uses_groups)
      continue;
    if (ids_change)
      return 3;
    for (std::uint64_t id = 0; id < all; ++id)
      ++group_sizes[place_of(launch, id).group];
    for (const auto &[group, members] : group_items)
      if (members.size() != group_sizes[group])
        return 4;
  }
  return 0;
}

// Every launch that may be chosen: nd_range kernels give dimensions, local size and inner sizes.
std::vector<submitted_range> candidates(const std::vector<submitted_range> &ranges, bool linear) {
  std::vector<submitted_range> out;
  const auto first = std::find_if(ranges.begin(), ranges.end(), is_nd_range);
  const auto needy = [](const submitted_range &r) { return is_nd_range(r) && r.uses_groups; };
  const bool any_needy = std::any_of(ranges.begin(), ranges.end(), needy);
  std::uint64_t most = 0;
  for (const submitted_range &r : ranges)
    most = std::max(most, items(r));
  for (submitted_range r : ranges) {
    if (first == ranges.end()) {
      r.kind = range_kind::range;
      if (linear) {
        r.dimensions = 1;
        r = [&, o = r.global_offset] {
          submitted_range line = plain({most});
          std::copy_n(o, 3, line.global_offset);
          return line;
        }();
      }
      out.push_back(r);
      continue;
    }
    if (!is_nd_range(r) || (linear && !any_needy && r.dimensions != first->dimensions))
      continue;
    for (std::uint64_t outer = 1; outer < most + r.local_size[r.dimensions - 1]; ++outer) {
      r.global_size[r.dimensions - 1] = outer;
      out.push_back(r);
    }
  }
  return out;
}

submitted_range random_range(test::random_source &random, bool offsets) {
  if (random.chance(10))
    return single_task();
  numbers global, local, offset;
  for (std::uint64_t d = 1 + random.below(3); d > 0; --d) {
    local.push_back(1 + random.below(3));
    global.push_back(local.back() * (1 + random.below(3)));
    offset.push_back(offsets ? 1 : 0);
  }
  return random.chance(40) ? plain(global, offset) : groups(global, local, random.chance(40), offset);
}

TEST(fused_range, random_submissions_against_the_restrictions) {
  test::random_source random(test::seed());
  std::map<range_conflict, int> seen;
  for (int round = 0; round < 4000; ++round) {
    const bool offsets = random.chance(15), linear = random.chance(40);
    std::vector<submitted_range> ranges;
    for (std::uint64_t i = 1 + random.below(4); i > 0; --i) {
      const bool repeat = !ranges.empty() && random.chance(30);
      ranges.push_back(repeat ? ranges[random.below(ranges.size())] : random_range(random, offsets));
      // Often the same inner shape, so that groups can be kept.
      if (repeat && random.chance(50)) {
        submitted_range &r = ranges.back();
        const unsigned outer = r.dimensions - 1u;
        r.global_size[outer] = r.kind == range_kind::single_task
                                   ? 1
                                   : std::max<std::uint64_t>(r.local_size[outer], 1) * (1 + random.below(4));
      }
    }
    const fused_range_result got = fuse(ranges, linear);
    ++seen[got.conflict];
    const bool equal_kinds = std::all_of(ranges.begin(), ranges.end(), [&](const submitted_range &r) {
      return r.kind == ranges[0].kind && r.dimensions == ranges[0].dimensions &&
             same(r.global_size, ranges[0].global_size) && same(r.local_size, ranges[0].local_size);
    });
    EXPECT_EQ(got.heterogeneous, !equal_kinds);
    if (got.conflict == range_conflict::none) {
      EXPECT_EQ(broken_restriction(ranges, got.launch), 0) << "round " << round;
    } else {
      for (const submitted_range &launch : candidates(ranges, linear))
        EXPECT_NE(broken_restriction(ranges, launch), 0) << "round " << round << ": " << name_of(got.conflict);
    }
  }
  // The test has seen what it is about.
  for (const range_conflict c :
       {range_conflict::none, range_conflict::local_sizes_differ, range_conflict::offsets_differ,
        range_conflict::offset_with_remapping, range_conflict::inner_sizes_differ})
    EXPECT_GT(seen[c], 10) << name_of(c);
}

fused_range_result rows(const std::vector<submitted_range> &ranges) { return fused_rows(ranges.data(), ranges.size()); }

TEST(row_block, is_the_share_of_a_group_or_of_a_work_item) {
  const submitted_range launch = using_groups({64 * 100}, {64});
  EXPECT_EQ(row_block(launch, plain({700})), 7u);
  EXPECT_EQ(row_block(launch, plain({7, 100})), 7u);
  EXPECT_EQ(row_block(launch, plain({100})), 1u);
  EXPECT_EQ(row_block(launch, launch), 64u);
  EXPECT_EQ(row_block(launch, groups({7 * 100}, {7})), 7u);
  EXPECT_EQ(row_block(plain({100}), plain({700})), 7u);
  EXPECT_EQ(row_block(using_groups({64 * 10, 10}, {64, 1}), plain({7, 10, 10})), 7u);
}

TEST(row_block, is_not_there_where_rows_would_be_cut) {
  const submitted_range launch = using_groups({64 * 100}, {64});
  EXPECT_FALSE(row_block(launch, plain({701})));
  EXPECT_FALSE(row_block(launch, plain({0})));
  EXPECT_FALSE(row_block(launch, plain({700}, {1})));
  EXPECT_FALSE(row_block(launch, using_groups({32 * 100}, {32})));
  EXPECT_FALSE(row_block(using_groups({0}, {64}), plain({700})));
  EXPECT_FALSE(row_block(launch, plain({std::uint64_t{1} << 40, std::uint64_t{1} << 40})));
}

// A device has something to do for more than a few groups.
TEST(row_block, is_not_there_for_a_few_long_rows) {
  EXPECT_FALSE(row_block(using_groups({64 * 255}, {64}), plain({2000 * 255})));
  EXPECT_TRUE(row_block(using_groups({64 * 256}, {64}), plain({2000 * 256})));
  EXPECT_TRUE(row_block(using_groups({64}, {64}), plain({65536})));
}

TEST(fused_rows, has_the_launch_of_the_kernels_by_groups) {
  const submitted_range by_groups = using_groups({32 * 80}, {32});
  const fused_range_result got = rows({plain({10, 80}), by_groups, plain({800}), plain({2, 5, 80}), by_groups});
  ASSERT_EQ(got.conflict, range_conflict::none);
  EXPECT_EQ(got.launch.global_size[0], 32u * 80);
  EXPECT_EQ(got.launch.local_size[0], 32u);
  EXPECT_TRUE(got.launch.uses_groups);
}

TEST(fused_rows, refuses_what_code_for_all_sizes_does_not_do) {
  const submitted_range by_groups = using_groups({32 * 80}, {32});
  EXPECT_EQ(rows({plain({800}), plain({80})}).conflict, range_conflict::inner_sizes_differ);
  EXPECT_EQ(rows({by_groups, plain({801})}).conflict, range_conflict::inner_sizes_differ);
  EXPECT_EQ(rows({by_groups, plain({80, 10})}).conflict, range_conflict::inner_sizes_differ); // 80 columns
  EXPECT_EQ(rows({by_groups, using_groups({16 * 80}, {16})}).conflict, range_conflict::inner_sizes_differ);
  EXPECT_EQ(rows({by_groups, plain({std::uint64_t{1} << 29, 80})}).conflict, range_conflict::inner_sizes_differ);
  EXPECT_EQ(rows({using_groups({33}, {32}), plain({2})}).conflict, range_conflict::not_uniform);
}

} // namespace
