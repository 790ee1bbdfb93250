// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Grids, blocks, arguments and the limits of a device.
#include "cuda_test.hpp"

namespace {

using cuda_test::expect_error;
using cuda_test::ptx;
using cuda_test::test_bundle;
using sycl::errc;

class cuda_launch : public cuda_test::cuda {
protected:
  static test_bundle plain(unsigned group_size = 256, unsigned items_per_thread = 1) {
    test_bundle::image i{"k", ptx("k")};
    i.flags = syclfuse::bundle::variant_linear;
    i.group_size = group_size;
    i.items_per_thread = items_per_thread;
    return test_bundle({i});
  }
  static test_bundle grouped(unsigned dimensions, unsigned items_per_thread = 1) {
    test_bundle::image i{"k", ptx("k")};
    i.dimensions = dimensions;
    i.items_per_thread = items_per_thread;
    return test_bundle({i});
  }
  void launch(const sycl::detail::launch_request &r) { device().create_stream(false)->launch(r); }
  void expect_shape(std::vector<unsigned> grid, std::vector<unsigned> block) {
    ASSERT_EQ(fake->launches.size(), 1u);
    const auto &l = fake->launches[0];
    EXPECT_EQ(std::vector<unsigned>(l.grid, l.grid + 3), grid);
    EXPECT_EQ(std::vector<unsigned>(l.block, l.block + 3), block);
  }
};

TEST_F(cuda_launch, plain_range_covers_a_size_that_divides_nothing) {
  const test_bundle b = plain();
  launch(request(b, range(1000003)));
  expect_shape({3907, 1, 1}, {256, 1, 1});
}

TEST_F(cuda_launch, plain_range_of_one) {
  const test_bundle b = plain();
  launch(request(b, range(1)));
  expect_shape({1, 1, 1}, {256, 1, 1});
}

TEST_F(cuda_launch, plain_range_in_three_dimensions_is_linear) {
  const test_bundle b = plain(128);
  launch(request(b, range(5, 7, 11)));
  expect_shape({4, 1, 1}, {128, 1, 1});
}

TEST_F(cuda_launch, several_items_per_thread) {
  const test_bundle b = plain(256, 4);
  launch(request(b, range(1025)));
  expect_shape({2, 1, 1}, {256, 1, 1});
}

TEST_F(cuda_launch, no_suggested_group_size) {
  const test_bundle b = plain(0);
  launch(request(b, range(512)));
  expect_shape({2, 1, 1}, {256, 1, 1});
}

TEST_F(cuda_launch, suggested_group_shrinks_to_what_the_kernel_allows) {
  fake->max_threads_of_kernel = 128;
  const test_bundle b = plain(256);
  launch(request(b, range(1000)));
  expect_shape({8, 1, 1}, {128, 1, 1});
}

TEST_F(cuda_launch, plain_ranges_take_the_group_size_with_the_highest_occupancy) {
  // 256 threads leave most of a multiprocessor empty, 64 fill as much as 32 do.
  fake->active_blocks = {{256, 2}, {128, 6}, {64, 14}, {32, 28}};
  const test_bundle b = plain(256);
  launch(request(b, range(1000)));
  expect_shape({16, 1, 1}, {64, 1, 1});
}

TEST_F(cuda_launch, equal_occupancy_keeps_the_suggested_group) {
  fake->active_blocks = {{128, 4}, {64, 8}, {32, 16}};
  const test_bundle b = plain(128);
  launch(request(b, range(1000)));
  expect_shape({8, 1, 1}, {128, 1, 1});
}

TEST_F(cuda_launch, occupancy_does_not_change_the_groups_of_the_user) {
  fake->active_blocks = {{256, 1}, {128, 16}};
  const test_bundle b = grouped(1);
  launch(request(b, nd_range(512, 256)));
  expect_shape({2, 1, 1}, {256, 1, 1});
}

TEST_F(cuda_launch, empty_ranges_launch_nothing) {
  const test_bundle p = plain(), g = grouped(1);
  launch(request(p, range(0)));
  launch(request(g, nd_range(0, 64)));
  EXPECT_TRUE(fake->launches.empty());
}

TEST_F(cuda_launch, nd_range_keeps_spirv_order) {
  const test_bundle b = grouped(3);
  launch(request(b, nd_range(64, 16, 12, 4, 6, 2)));
  expect_shape({4, 3, 3}, {16, 4, 2});
}

TEST_F(cuda_launch, groups_share_a_block_where_blocks_are_many) {
  const test_bundle b = grouped(2, 8);
  launch(request(b, nd_range(256 * 1001, 256, 16, 1)));
  expect_shape({126, 16, 1}, {256, 1, 1});
}

TEST_F(cuda_launch, groups_have_blocks_of_their_own_where_they_are_few) {
  const test_bundle b = grouped(1, 8);
  launch(request(b, nd_range(256 * 1001, 256)));
  expect_shape({1001, 1, 1}, {256, 1, 1});
}

TEST_F(cuda_launch, arguments_reach_the_kernel) {
  const test_bundle b = plain();
  int a = 17;
  double c = 2.5;
  const void *args[] = {&a, &c};
  auto r = request(b, range(1));
  r.args = args;
  r.arg_count = 2;
  std::vector<double> seen;
  fake->kernels["k"] = [&](void **p) { seen = {double(*static_cast<int *>(p[0])), *static_cast<double *>(p[1])}; };
  launch(r);
  EXPECT_EQ(seen, (std::vector<double>{17, 2.5}));
}

TEST_F(cuda_launch, local_memory_is_dynamic_shared_memory) {
  const test_bundle b = grouped(1);
  auto r = request(b, nd_range(64, 64));
  r.local_memory = 40000;
  launch(r);
  EXPECT_EQ(fake->launches.at(0).shared, 40000u);
  EXPECT_EQ(fake->calls.count("cuFuncSetAttribute"), 0u);
}

TEST_F(cuda_launch, much_local_memory_is_asked_for_once) {
  const test_bundle b = grouped(1);
  auto r = request(b, nd_range(64, 64));
  r.local_memory = 100000;
  launch(r);
  launch(r);
  EXPECT_EQ(fake->calls["cuFuncSetAttribute"], 1);
}

TEST_F(cuda_launch, too_much_local_memory) {
  fake->static_shared = 1000;
  const test_bundle b = grouped(1);
  auto r = request(b, nd_range(64, 64));
  r.local_memory = 232448;
  expect_error(errc::memory_allocation, "needs 233448 bytes of local memory, the device has 232448",
               [&] { launch(r); });
}

TEST_F(cuda_launch, local_size_that_does_not_divide) {
  const test_bundle b = grouped(2);
  const auto r = request(b, nd_range(100, 10, 65, 64));
  expect_error(errc::nd_range, "local size 64 does not divide global size 65 in dimension 0", [&] { launch(r); });
}

TEST_F(cuda_launch, local_size_above_the_device_limit) {
  const test_bundle b = grouped(3);
  const auto r = request(b, nd_range(1, 1, 1, 1, 128, 128));
  expect_error(errc::nd_range, "local size 128 in dimension 0 exceeds the device's 64", [&] { launch(r); });
}

TEST_F(cuda_launch, work_group_above_the_kernel_limit) {
  fake->max_threads_of_kernel = 512;
  const test_bundle b = grouped(2);
  const auto r = request(b, nd_range(64, 64, 16, 16));
  expect_error(errc::nd_range, "a work-group of 1024 work-items is too large: this kernel runs with at most 512",
               [&] { launch(r); });
}

TEST_F(cuda_launch, too_many_groups_in_a_dimension) {
  const test_bundle b = grouped(2);
  const auto r = request(b, nd_range(1, 1, 65536, 1));
  expect_error(errc::nd_range, "65536 work-groups in dimension 0 exceed the device's 65535", [&] { launch(r); });
}

TEST_F(cuda_launch, range_beyond_the_grid) {
  const test_bundle b = plain();
  const auto r = request(b, range(1ull << 40));
  expect_error(errc::nd_range, "a range of 1099511627776 work-items needs 4294967296 work-groups", [&] { launch(r); });
}

TEST_F(cuda_launch, range_beyond_64_bits) {
  const test_bundle b = plain();
  const auto r = request(b, range(1ull << 40, 1ull << 40));
  expect_error(errc::nd_range, "does not fit 64 bits", [&] { launch(r); });
}

} // namespace
