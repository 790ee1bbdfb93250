// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tables of footprints whose answer is known, and what must be refused of them.
#include "footprints_sample.hpp"

using namespace syclfuse;
using namespace syclfuse::footprints;

namespace {

std::string text_of(const table &t) {
  const std::vector<unsigned char> bytes = encode(t);
  view v;
  EXPECT_TRUE(view::open(bytes.data(), bytes.size(), v));
  return v.str();
}

TEST(footprints, of_two_arrays) {
  const table t = two_arrays();
  EXPECT_TRUE(may_conflict(t));
  EXPECT_TRUE(independent(t, at(4096, 4096)));
  EXPECT_FALSE(independent(t, at(4096, 4100)));
  EXPECT_FALSE(independent(t, at(4096, 4097)));
  EXPECT_FALSE(independent(t, at(4096 + 396, 4096)));
  EXPECT_TRUE(independent(t, at(4096 + 400, 4096)));
  EXPECT_TRUE(independent(t, at(4096, 4096 + 400)));
  EXPECT_FALSE(independent(t, at(4096, 4096 + 399)));
}

TEST(footprints, conflict_in_different_kernels_only) {
  table t = two_arrays();
  t.footprints[1].reads = 1;
  EXPECT_FALSE(may_conflict(t));
  EXPECT_TRUE(independent(t, at(4096, 4100)));
  t.footprints[0].writes = t.footprints[1].reads = std::uint64_t{1} << 63; // two of many
  EXPECT_TRUE(may_conflict(t));
  EXPECT_FALSE(independent(t, at(4096, 4100)));
  t.footprints[0].writes = 0, t.footprints[0].reads = 1;
  EXPECT_FALSE(may_conflict(t));
  t = two_arrays();
  t.footprints[1].submission = 0; // the same pointer
  EXPECT_FALSE(may_conflict(t));
}

TEST(footprints, pairs_are_compared_whatever_their_kernels) {
  table t = two_arrays();
  t.distinct = true;
  EXPECT_FALSE(may_conflict(t));
  EXPECT_TRUE(independent(t, at(4096, 4100)));
  t.pairs = {{0, 1, 0}};
  EXPECT_TRUE(may_conflict(t));
  EXPECT_FALSE(independent(t, at(4096, 4100)));
  EXPECT_TRUE(independent(t, at(4096, 4096)));
  t.pairs = {{1, 1, 0}}; // each element is one work-item's
  EXPECT_TRUE(independent(t, at(4096, 4100)));
  t.values.push_back({8, 0, 0});
  t.footprints[1].end = 3;
  EXPECT_FALSE(independent(t, at(4096, 4100)));
}

// Of two pointers, behind a barrier: work-groups of ten.
TEST(footprints, of_two_pointers_may_meet_in_groups) {
  table t = two_arrays();
  t.coordinates = 2;
  t.groups = 1;
  t.values = {{0, 0, 0}, {4, 0, 0}, {9, 0, 0}, {40, 0, 0}};
  t.axes = {{3, {0, 0}, {2, 2}}, {1, {0, 0}, {2, 2}}}; // 40 * group + 4 * place
  for (footprint_record &f : t.footprints)
    f.axes = 2;
  EXPECT_TRUE(independent(t, at(4096, 4096)));
  EXPECT_FALSE(independent(t, at(4096, 4100)));
  t.values.push_back({0, 0, 0}); // all of a group write its first element
  t.axes.insert(t.axes.end(), {{3, {0, 0}, {2, 2}}, {4, {0, 0}, {2, 2}}});
  t.footprints[0].first_axis = 2;
  EXPECT_FALSE(independent(t, at(4096, 4096)));
  t.pairs = {{1, 0, 1}};
  EXPECT_TRUE(independent(t, at(4096, 4096)));
  EXPECT_TRUE(independent(t, at(4096 + 36, 4096)));
  EXPECT_FALSE(independent(t, at(4096 + 38, 4096)));
  EXPECT_FALSE(independent(t, at(4096, 4096 + 4)));
  t.pairs = {{1, 0, 0}};
  EXPECT_FALSE(independent(t, at(4096, 4096)));
}

TEST(footprints, are_kept_with_the_pairs_that_are_left) {
  table t = two_arrays();
  t.footprints.push_back(t.footprints[1]);
  t.pairs = {{0, 0, 0}, {1, 2, 1}, {2, 2, 0}};
  table without_first = t;
  keep(without_first, [](const footprint_record &f) { return f.submission != 0; });
  ASSERT_EQ(without_first.footprints.size(), 2u);
  EXPECT_EQ(without_first.footprints[0].submission, 1u);
  ASSERT_EQ(without_first.pairs.size(), 2u);
  EXPECT_EQ(without_first.pairs[0].first, 0u);
  EXPECT_EQ(without_first.pairs[0].second, 1u);
  EXPECT_EQ(without_first.pairs[0].in_groups, 1u);
  EXPECT_EQ(without_first.pairs[1].second, 1u);
  keep(t, [](const footprint_record &f) { return f.submission != 1; });
  ASSERT_EQ(t.footprints.size(), 1u);
  ASSERT_EQ(t.pairs.size(), 1u);
  keep(t, [](const footprint_record &f) { return f.submission != 3; });
  EXPECT_EQ(t.footprints.size(), 1u);
}

TEST(footprints, that_are_not_known_are_dependent) {
  const test_launch near = at(4096, 4100), far = at(4096, 40960);
  table t = two_arrays();
  EXPECT_FALSE(independent(t, near));
  EXPECT_TRUE(independent(t, at(0, 4))); // through a null pointer
  EXPECT_TRUE(independent(t, far));
  // Numbers that overflow, sizes and addresses beyond any there are.
  t.values[2].constant = INT64_MAX / 2;
  EXPECT_FALSE(independent(t, far));
  t.values[2].constant = -1; // no work-items
  EXPECT_TRUE(independent(t, near));
  t = two_arrays();
  EXPECT_FALSE(independent(t, at(std::uint64_t{1} << 63, (std::uint64_t{1} << 63) + 4)));
  EXPECT_FALSE(independent(t, at(~std::uint64_t{0} - 4, 4096)));
}

TEST(footprints, that_are_somewhere_meet_all_in_the_allocation) {
  table t = two_arrays();
  t.footprints[0].first_axis = no_value, t.footprints[0].axes = 0;
  EXPECT_NE(text_of(t).find("kernel 0 writes somewhere\n"), std::string::npos);
  EXPECT_FALSE(independent(t, at(4096, 40960)));
  EXPECT_FALSE(independent(t, at(40960, 4096)));
  EXPECT_TRUE(independent(t, at(4096, 1 << 20)));
  EXPECT_TRUE(independent(t, at(0, 4096)));
  t.footprints[0].writes = 0, t.footprints[0].reads = 1;
  EXPECT_TRUE(independent(t, at(4096, 40960)));
}

// The sum of what narrows an access is not known: it seems to go beyond its allocation, which it cannot.
TEST(footprints, stay_in_the_allocation_that_they_begin_in) {
  const table t = two_arrays();
  test_launch l = at(0x2ff80, 0x30000);
  EXPECT_FALSE(independent(t, l));
  l.knows_allocations = true;
  EXPECT_TRUE(independent(t, l));
  // What is not in it is of a pointer to before an array.
  table before = t;
  before.values.push_back({-0x10000, 0, 0});
  before.values.push_back({-0xfffc, 0, 0});
  before.footprints[1].begin = 3;
  before.footprints[1].end = 4;
  EXPECT_FALSE(independent(before, at(0x2ff80, 0x40000)));
  l = at(0x2ff80, 0x40000);
  l.knows_allocations = true;
  EXPECT_FALSE(independent(before, l));
  l = at(0x30000, 0x30080);
  l.knows_allocations = true;
  EXPECT_FALSE(independent(t, l));
}

TEST(footprints, hold_under_their_conditions) {
  table t = two_arrays();
  t.values.push_back({0, 0, 0});
  t.conditions = {{1}, {3}};
  EXPECT_TRUE(independent(t, at(4096, 40960)));
  EXPECT_NE(text_of(t).find("if 4 >= 0\nif 0 >= 0\n"), std::string::npos);
  t.values[3].constant = -1;
  EXPECT_FALSE(independent(t, at(4096, 40960)));
}

// The second kernel accesses bytes from..to of each element through q, elements have `stride` bytes.
table two_parts(std::int64_t stride, std::int64_t first_end, std::int64_t second_end) {
  table t = two_arrays();
  t.values = {{0, 0, 0}, {stride, 0, 0}, {99, 0, 0}, {first_end, 0, 0}, {second_end, 0, 0}};
  t.footprints[0].end = 3, t.footprints[1].end = 4;
  return t;
}

TEST(footprints, in_cells_of_their_own) {
  EXPECT_TRUE(independent(two_parts(8, 4, 4), at(4096, 4096 + 4))); // real and imaginary parts
  EXPECT_TRUE(independent(two_parts(8, 4, 4), at(4096 + 4, 4096)));
  EXPECT_TRUE(independent(two_parts(12, 8, 12), at(4096, 4096)));
  EXPECT_FALSE(independent(two_parts(8, 4, 4), at(4096, 4096 + 8)));
  EXPECT_FALSE(independent(two_parts(8, 4, 8), at(4096, 4096 + 4)));
  EXPECT_TRUE(independent(two_parts(-8, 4, 4), at(4096, 4096 + 4)));
  EXPECT_FALSE(independent(two_parts(0, 4, 4), at(4096, 4096)));
}

// Each work-item goes along a row or a column; the second kernel as far as another number says.
TEST(footprints, of_rows_and_columns) {
  auto lines = [](std::int64_t stride, std::int64_t inner, std::int64_t second_inner) {
    table t = two_arrays();
    t.values = {{0, 0, 0}, {stride, 0, 0}, {99, 0, 0}, {inner, 0, 0}, {second_inner, 0, 0}, {9, 0, 0}, {4, 0, 0}};
    t.axes = {{1, {0, 0}, {2, 2}}, {3, {0, 0}, {5, 5}}, {1, {0, 0}, {2, 2}}, {4, {0, 0}, {5, 5}}};
    t.footprints = {{0, 0, 0, 1, 0, 6, 0, 2}, {1, 0, 2, 0, 0, 6, 2, 2}};
    return t;
  };
  EXPECT_TRUE(independent(lines(40, 4, 4), at(4096, 4096)));
  EXPECT_TRUE(independent(lines(44, 4, 4), at(4096, 4096 + 4)));
  EXPECT_FALSE(independent(lines(40, 4, 4), at(4096, 4096 + 4)));
  EXPECT_FALSE(independent(lines(36, 4, 4), at(4096, 4096)));
  EXPECT_TRUE(independent(lines(4, 400, 400), at(4096, 4096)));
  EXPECT_FALSE(independent(lines(4, 400, 396), at(4096, 4096)));
  EXPECT_FALSE(independent(lines(4, 396, 396), at(4096, 4096)));
  EXPECT_FALSE(independent(lines(4, 4, 4), at(4096, 4096)));
}

// Kernel 0 writes what is inside of rows of 40 bytes: x of `inside` and y of 5 are no ids. Kernel 1 writes one element of
// each row, which is a work-item's.
TEST(footprints, of_other_columns) {
  auto inside = [](std::int64_t elements) {
    table t = two_arrays();
    t.values = {{0, 0, 0}, {4, 0, 0}, {elements - 1, 0, 0}, {40, 0, 0}, {4, 0, 0}};
    t.axes = {{0, {0, 0}, {2, 2}}, {1, {0, 0}, {2, 2}}, {3, {0, 0}, {4, 4}}, {3, {0, 0}, {4, 4}}};
    t.footprints = {{0, 0, 0, 1, 0, 1, 0, 3}, {1, 0, 0, 2, 0, 1, 3, 1}};
    return t;
  };
  EXPECT_TRUE(independent(inside(8), at(4096 + 4, 4096)));
  EXPECT_TRUE(independent(inside(8), at(4096 + 4, 4096 + 36)));
  EXPECT_TRUE(independent(inside(9), at(4096 + 4, 4096)));
  EXPECT_FALSE(independent(inside(10), at(4096 + 4, 4096)));
  EXPECT_FALSE(independent(inside(9), at(4096 + 4, 4096 + 36)));
  EXPECT_FALSE(independent(inside(8), at(4096 + 4, 4096 + 2)));
  EXPECT_TRUE(independent(inside(8), at(4096 + 4, 4096 + 80 - 40)));
  EXPECT_FALSE(independent(inside(8), at(4096 + 4, 4096 + 40 + 4)));
  table one = inside(8); // one number, which has no stride but is not 0
  one.axes[1].lows[0] = one.axes[1].lows[1] = 2;
  EXPECT_TRUE(independent(one, at(4096 + 4, 4096)));
  EXPECT_FALSE(independent(one, at(4096 + 4, 4096 + 32)));
}

// Kernel 0 writes each work-item's element in 10 groups of 8, kernel 1 reads rows of n elements: each work-item of a group
// every 8th one, as far as the row goes.
TEST(footprints, of_rows_by_groups) {
  auto rows = [](std::int64_t n) {
    table t = two_arrays();
    t.coordinates = 2, t.groups = 1;
    t.values = {{0, 0, 0}, {4, 0, 0}, {9, 0, 0}, {7, 0, 0}, {32, 0, 0}, {4 * n, 0, 0}, {4 * n - 4, 0, 0}};
    t.axes = {{4, {0, 0}, {2, 2}},
              {1, {0, 0}, {3, 3}},
              {5, {0, 0}, {2, 2}},
              {1, {0, 0}, {3, 3}},
              {4, {0, 0}, {no_value, no_value}}};
    t.limits = {{6, no_value, 6}};
    t.footprints = {{0, 0, 0, 1, 0, 1, 0, 2, 0, 0}, {1, 0, 2, 0, 0, 1, 2, 3, 0, 1}};
    t.distinct = true;
    return t;
  };
  // Rows as long as groups: one element each. Rows among themselves: whatever their length.
  for (std::uint32_t in_groups : {0, 1})
    for (std::int64_t n : {1, 7, 8, 9, 20}) {
      table t = rows(n);
      t.pairs = {{0, 1, in_groups}};
      EXPECT_EQ(independent(t, at(4096, 4096)), n == 8) << n;
      t.pairs = {{1, 1, in_groups}};
      EXPECT_TRUE(independent(t, at(4096, 4096))) << n;
      EXPECT_NE(text_of(t).find(" within [.." + std::to_string(4 * n - 4) + "] on 1,2"), std::string::npos);
    }
  // Each work-item of a group reads all of the row.
  table all = rows(8);
  all.axes[3].stride = 0, all.axes[4] = {1, {0, 0}, {3, 3}};
  all.limits.clear(), all.footprints[1].limits = 0;
  all.pairs = {{0, 1, 0}};
  EXPECT_FALSE(independent(all, at(4096, 4096)));
  all.pairs[0].in_groups = 1;
  EXPECT_TRUE(independent(all, at(4096, 4096)));
  all.values[5].constant = 36;
  EXPECT_FALSE(independent(all, at(4096, 4096)));
}

TEST(footprints, of_what_is_made_of_values) {
  // Chunks of (n + 9) / 10 elements.
  table t = two_arrays();
  t.symbols = {{argument_source::closure, 1, operation::none, 0, 0, 8, 4},
               {argument_source::closure, 1, operation::quotient, 0, 4, 5, 4}};
  t.terms = {{1, {0, no_symbol, no_symbol, no_symbol}}, {4, {1, no_symbol, no_symbol, no_symbol}}};
  t.values = {{0, 0, 0}, {4, 0, 0}, {9, 0, 0}, {0, 1, 1}, {9, 0, 1}, {10, 0, 0}};
  t.axes = {{3, {0, 0}, {2, 2}}, {1, {0, 0}, {2, 2}}};
  t.footprints = {{0, 0, 0, 1, 0, 1, 0, 2, 0, 0}, {1, 0, 2, 0, 0, 1, 0, 2, 0, 0}};
  EXPECT_NE(text_of(t).find("s1 = quotient of 9 + 1*s0 and 10 i32"), std::string::npos);
  test_launch l = at(4096, 4096);
  for (std::int32_t n : {91, 100, 1000}) {
    l.set(0, 8, n);
    EXPECT_TRUE(independent(t, l)) << n;
  }
  for (std::int32_t n : {0, 50, 90}) {
    l.set(0, 8, n);
    EXPECT_FALSE(independent(t, l)) << n;
  }
  t.symbols[1].size = 1; // which some do not fit into
  l.set(0, 8, 1260);
  EXPECT_TRUE(independent(t, l));
  l.set(0, 8, 1280);
  EXPECT_FALSE(independent(t, l));
  t.symbols[1].made_by = operation::least, t.symbols[1].size = 4, l.set(0, 8, 1);
  EXPECT_TRUE(independent(t, l)); // the least of 10 and 10
  t.symbols[1].made_by = operation::greatest;
  EXPECT_TRUE(independent(t, l));
  l.set(0, 8, 0);
  EXPECT_TRUE(independent(t, l));
  t.symbols[1].made_by = operation::least;
  EXPECT_FALSE(independent(t, l));
  t.symbols[1].made_by = operation::quotient, t.values[5].constant = 0;
  EXPECT_FALSE(independent(t, l));
}

// Each of 10 work-items takes every 10th element: kernel 0 writes n of p, kernel 1 reads m of q.
table strided(std::int64_t n, std::int64_t m, std::int64_t step = 10) {
  table t = two_arrays();
  t.values = {{0, 0, 0}, {4, 0, 0}, {9, 0, 0}, {40, 0, 0}, {4 * step, 0, 0}, {4 * n - 4, 0, 0}, {4 * m - 4, 0, 0}};
  t.axes = {
      {1, {0, 0}, {2, 2}}, {3, {0, 0}, {no_value, no_value}}, {1, {0, 0}, {2, 2}}, {4, {0, 0}, {no_value, no_value}}};
  t.limits = {{3, no_value, 5}, {3, no_value, 6}};
  t.footprints = {{0, 0, 0, 1, 0, 1, 0, 2, 0, 1}, {1, 0, 2, 0, 0, 1, 2, 2, 1, 1}};
  return t;
}

TEST(footprints, of_loops_over_every_nth_element) {
  EXPECT_TRUE(independent(strided(1003, 1003), at(4096, 4096)));
  EXPECT_TRUE(independent(strided(1003, 7), at(4096, 4096)));
  EXPECT_FALSE(independent(strided(1003, 1003), at(4096, 4100)));
  EXPECT_FALSE(independent(strided(1003, 1003, 11), at(4096, 4096)));
  // Which elements there are is known to the last one.
  EXPECT_TRUE(independent(strided(1003, 1003), at(4096, 4096 + 4 * 1003)));
  EXPECT_FALSE(independent(strided(1003, 1003), at(4096, 4096 + 4 * 1002)));
  EXPECT_TRUE(independent(strided(0, 1003), at(4096, 4100)));
  // Without the limit it is not known where the loop ends.
  table t = strided(1003, 1003);
  EXPECT_NE(text_of(t).find("kernel 0 writes [0, 4) + (4)*[0..9] + (40)*[0..] within [..4008] on 0,1"),
            std::string::npos);
  EXPECT_TRUE(independent(t, at(4096, 40960)));
  t.footprints[0].limits = 0;
  EXPECT_FALSE(independent(t, at(4096, 40960)));
  EXPECT_TRUE(independent(t, at(40960, 4096))); // the loop goes up
  t.limits[0].greatest = 7;
  const std::vector<unsigned char> bytes = encode(t);
  view v;
  EXPECT_FALSE(view::open(bytes.data(), bytes.size(), v));
}

// An unsigned bound that no signed number has leaves the other one.
TEST(footprints, bounds_that_are_too_large_are_none) {
  table t = two_arrays();
  t.symbols = {{argument_source::closure, 0, operation::none, 0, 0, 8, 8}};
  t.terms = {{1, {0, no_symbol, no_symbol, no_symbol}}};
  t.values.push_back({-1, 0, 1});
  t.axes[0].highs[1] = 3;
  test_launch l = at(4096, 4100);
  l.set(0, 8, ~std::uint64_t{0});
  EXPECT_FALSE(independent(t, l));
  l.set<std::uint64_t>(0, 8, 1);
  EXPECT_TRUE(independent(t, l));
  l.set<std::uint64_t>(0, 8, 2);
  EXPECT_FALSE(independent(t, l));
}

TEST(footprints, more_than_the_stack_holds) {
  table t = two_arrays();
  test_launch l;
  l.closures.assign(2, std::vector<unsigned char>(8 * 400));
  t.footprints.clear();
  for (std::uint32_t i = 0; i < 400; ++i) {
    t.footprints.push_back({i % 2, 8 * i, i % 2 ? 2u : 0u, i % 2 ? 0u : 1u, 0, 1, 0, 1});
    l.set<std::uint64_t>(i % 2, 8 * i, 4096 + 400 * i);
  }
  EXPECT_TRUE(independent(t, l));
  l.set<std::uint64_t>(1, 8 * 399, 4096 + 400 * 398 + 8);
  EXPECT_FALSE(independent(t, l));
}

void expect_refused(void (*change)(table &)) {
  table t = two_arrays();
  t.symbols = {{argument_source::closure, 0, operation::none, 0, 0, 8, 8},
               {argument_source::global_size, 0, operation::none, 0, of_launch, 2, 8}};
  t.terms = {{1, {0, 1, no_symbol, no_symbol}}};
  t.values.push_back({-1, 0, 1});
  t.pairs = {{0, 1, 0}};
  t.limits = {{1, 0, 1}};
  t.conditions = {{0}};
  t.symbols.push_back({argument_source::closure, 1, operation::least, 0, 3, 0, 8});
  t.footprints[0].limits = 1;
  view v;
  std::vector<unsigned char> bytes = encode(t);
  ASSERT_TRUE(view::open(bytes.data(), bytes.size(), v));
  change(t);
  bytes = encode(t);
  EXPECT_FALSE(view::open(bytes.data(), bytes.size(), v));
}

TEST(footprints, with_indices_and_enumerations_out_of_range_are_refused) {
  expect_refused([](table &t) { t.coordinates = 7; });
  expect_refused([](table &t) { t.coordinates = 2; }); // more than footprints have axes
  expect_refused([](table &t) { t.symbols[0].source = argument_source::local_memory; });
  expect_refused([](table &t) { t.symbols[0].source = static_cast<argument_source>(200); });
  expect_refused([](table &t) { t.symbols[0].is_signed = 2; });
  expect_refused([](table &t) { t.symbols[0].size = 0; });
  expect_refused([](table &t) { t.symbols[0].size = 3; });
  expect_refused([](table &t) { t.symbols[0].size = 16; });
  expect_refused([](table &t) { t.symbols[1].offset = 3; });
  expect_refused([](table &t) { t.symbols[1].size = 4; });
  expect_refused([](table &t) { t.terms[0].symbols[3] = 3; });
  expect_refused([](table &t) { t.terms[0].symbols[3] = 2; }); // made of the value that it is in
  expect_refused([](table &t) { t.values[0].first_term = 2; });
  expect_refused([](table &t) { t.values[0].terms = 2; });
  expect_refused([](table &t) { t.values[0].first_term = t.values[0].terms = 0xffffffff; });
  expect_refused([](table &t) { t.axes[0].stride = 4; });
  expect_refused([](table &t) { t.axes[0].lows[0] = 4; });
  expect_refused([](table &t) { t.axes[0].lows[1] = 0xffffffff; });
  expect_refused([](table &t) { t.axes[0].highs[0] = 4; });
  expect_refused([](table &t) { t.axes[0].highs[1] = 4; });
  expect_refused([](table &t) { t.axes.resize(9, t.axes[0]), t.footprints[0].axes = 8; });
  expect_refused([](table &t) { t.groups = 2; });
  expect_refused([](table &t) { t.symbols[2].made_by = static_cast<operation>(4); });
  expect_refused([](table &t) { t.symbols[2].submission = 4; });
  expect_refused([](table &t) { t.symbols[2].offset = 0xffffffff; });
  expect_refused([](table &t) { t.symbols[2].size = 5; });
  expect_refused([](table &t) { t.limits[0].axes = 2; });
  expect_refused([](table &t) { t.limits[0].least = 4; });
  expect_refused([](table &t) { t.limits[0].greatest = 4; });
  expect_refused([](table &t) { t.footprints[1].first_axis = no_value; });                           // with axes
  expect_refused([](table &t) { t.footprints[0].first_axis = no_value, t.footprints[0].axes = 0; }); // with a limit
  expect_refused([](table &t) { t.footprints[0].limits = 2; });
  expect_refused([](table &t) { t.footprints[0].first_limit = 1; });
  expect_refused([](table &t) { t.pairs[0].in_groups = 2; });
  expect_refused([](table &t) { t.conditions[0].value = 4; });
  expect_refused([](table &t) { t.pairs[0].first = 2; });
  expect_refused([](table &t) { t.pairs[0].second = 0xffffffff; });
  expect_refused([](table &t) { t.footprints[1].begin = 4; });
  expect_refused([](table &t) { t.footprints[1].end = 0xffffffff; });
  expect_refused([](table &t) { t.footprints[1].axes = 0; });
  expect_refused([](table &t) { t.footprints[1].axes = 2; });
  expect_refused([](table &t) { t.footprints[1].first_axis = 1; });
}

TEST(footprints, of_other_lengths_are_refused) {
  const std::vector<unsigned char> whole = encode(two_arrays());
  view v;
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const std::vector<unsigned char> part(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_FALSE(view::open(part.data(), part.size(), v)) << size;
  }
  std::vector<unsigned char> longer = whole;
  longer.push_back(0);
  EXPECT_FALSE(view::open(longer.data(), longer.size(), v));
  EXPECT_TRUE(view::open(whole.data(), whole.size(), v));
}

} // namespace
