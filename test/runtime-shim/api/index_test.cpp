// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// id, range, nd_range, item: values and operators.
#include "sycl/sycl.hpp"

#include <gtest/gtest.h>

using namespace sycl;

TEST(Index, OperatorsOfIdAndRange) {
  id<2> a{6, 8}, b{2, 4};
  EXPECT_EQ(a + b, (id<2>{8, 12}));
  EXPECT_EQ(a - b, (id<2>{4, 4}));
  EXPECT_EQ(a * b, (id<2>{12, 32}));
  EXPECT_EQ(a / b, (id<2>{3, 2}));
  EXPECT_EQ(a % 4, (id<2>{2, 0}));
  EXPECT_EQ(a << 1, (id<2>{12, 16}));
  EXPECT_EQ(a >> 1, (id<2>{3, 4}));
  EXPECT_EQ(a & 2, (id<2>{2, 0}));
  EXPECT_EQ(1 + a, (id<2>{7, 9}));
  EXPECT_EQ(10 - b, (id<2>{8, 6}));
  a += b;
  EXPECT_EQ(a, (id<2>{8, 12}));
  a -= 1;
  EXPECT_EQ(a, (id<2>{7, 11}));
  EXPECT_EQ(a++, (id<2>{7, 11}));
  EXPECT_EQ(--a, (id<2>{7, 11}));
  EXPECT_NE(a, b);
  range<3> r{2, 3, 4};
  EXPECT_EQ(r.size(), 24u);
  EXPECT_EQ((r * 2).size(), 192u);
  EXPECT_EQ(id<3>(r)[2], 4u);
  EXPECT_EQ(range<3>(id<3>(1, 2, 3)), (range<3>{1, 2, 3}));
}

TEST(Index, RelationsOfIdAndRangeAreElementWise) {
  const id<3> a{1, 5, 0}, b{2, 5, 1};
  EXPECT_EQ((a < b), (id<3>{1, 0, 1}));
  EXPECT_EQ((a <= b), (id<3>{1, 1, 1}));
  EXPECT_EQ((a > b), (id<3>{0, 0, 0}));
  EXPECT_EQ((a >= 1), (id<3>{1, 1, 0}));
  EXPECT_EQ((3u < b), (id<3>{0, 1, 0}));
  EXPECT_EQ((a && b), (id<3>{1, 1, 0}));
  EXPECT_EQ((a || 0), (id<3>{1, 1, 0}));
  EXPECT_EQ((a < range<3>(2, 2, 2)), (id<3>{1, 0, 1}));
  EXPECT_EQ((range<2>(3, 4) > range<2>(3, 3)), range<2>(0, 1));
  EXPECT_EQ((range<1>(3) <= 3), range<1>(1));
  EXPECT_EQ((0 || range<2>(0, 4)), range<2>(0, 1));
  // One dimension is a number, and what follows && is only looked at if it matters.
  const id<1> i{7};
  static_assert(std::is_same_v<decltype(i < 5), bool> && std::is_same_v<decltype(i < id<1>(9)), bool>);
  const int *none = nullptr;
  EXPECT_FALSE(i < 5 && *none == 0);
  EXPECT_TRUE(i >= 7 || *none == 0);
}

TEST(Index, OneDimensionalIdIsAnIndex) {
  id<1> i = 5;
  std::size_t n = i;
  int k = i;
  int array[8] = {0, 1, 2, 3, 4, 55};
  EXPECT_EQ(n, 5u);
  EXPECT_EQ(k, 5);
  EXPECT_EQ(array[i], 55);
  EXPECT_TRUE(i == 5u);
  EXPECT_TRUE(i < 6u);
  EXPECT_TRUE(4 != i);
  EXPECT_EQ(i * 2.5f, 12.5f);
  EXPECT_EQ(i + 1, id<1>(6));
}

TEST(Index, Deduction) {
  range r1{3};
  range r2{3, 4};
  id i3{1, 2, 3};
  static_assert(std::is_same_v<decltype(r1), range<1>> && std::is_same_v<decltype(r2), range<2>> &&
                std::is_same_v<decltype(i3), id<3>>);
  EXPECT_EQ(r2[1] + i3[2], 7u);
}

TEST(Index, NdRange) {
  nd_range<2> n{{8, 12}, {4, 3}};
  EXPECT_EQ(n.get_group_range(), (range<2>{2, 4}));
  EXPECT_EQ(n.get_global_range(), (range<2>{8, 12}));
  EXPECT_EQ(n.get_local_range(), (range<2>{4, 3}));
  EXPECT_EQ(n.get_offset(), (id<2>{0, 0}));
}

TEST(Index, ItemsAreRowMajor) {
  item<3> i({1, 2, 3}, {4, 5, 6}, {0, 0, 0});
  EXPECT_EQ(i.get_linear_id(), (1u * 5 + 2) * 6 + 3);
  item<2> with_offset({11, 12}, {4, 5}, {10, 10});
  EXPECT_EQ(with_offset.get_linear_id(), 1u * 5 + 2);
  EXPECT_EQ(id<2>(with_offset), (id<2>{11, 12}));
  item<1, false> none({3}, {4}, {0});
  item<1> some = none;
  EXPECT_EQ(some.get_id(0), 3u);
}

TEST(Index, LayoutsAreSmall) {
  EXPECT_EQ(sizeof(id<3>), 24u);
  EXPECT_EQ(sizeof(range<2>), 16u);
  EXPECT_TRUE(std::is_trivially_copyable_v<id<3>> && std::is_trivially_copyable_v<nd_range<2>> &&
              std::is_trivially_copyable_v<item<2>> && std::is_trivially_copyable_v<nd_item<3>>);
}
