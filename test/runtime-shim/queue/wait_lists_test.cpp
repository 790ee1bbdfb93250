// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// event::get_wait_list (SYCL 2020, 4.6.6.1) where commands end while they are submitted; on devices with memory of their
// own: device_wait_lists_test.cpp.
#include "bundle_fixture.hpp"

namespace {

using list = std::vector<sycl::event>;

class wait_lists_increment;
sycl::event add_one(sycl::queue &q, sycl::buffer<int> &b) {
  return q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h);
    h.parallel_for<wait_lists_increment>(b.get_range(), [=](sycl::id<1> i) { a[i] += 1; });
  });
}

class wait_lists_set;
sycl::event set(sycl::queue &q, int *p, const list &after) {
  return q.parallel_for<wait_lists_set>(sycl::range<1>(8), after, [=](sycl::id<1> i) { p[i] = 1; });
}

} // namespace

TEST(WaitLists, HaveWhatBuffersOrder) {
  sycl::queue q;
  sycl::buffer<int> b(10), other(10);
  auto first = add_one(q, b), second = add_one(q, b), third = add_one(q, other);
  EXPECT_TRUE(first.get_wait_list().empty());
  EXPECT_EQ(second.get_wait_list(), list{first});
  EXPECT_TRUE(third.get_wait_list().empty());
  auto copy = q.submit([&](sycl::handler &h) {
    sycl::accessor from(b, h, sycl::read_only);
    sycl::accessor to(other, h, sycl::write_only);
    h.copy(from, to);
  });
  EXPECT_EQ(copy.get_wait_list(), (list{second, third}));
}

TEST(WaitLists, HaveEventsThatAreNamed) {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(8, q);
  auto first = set(q, p, {}), second = set(q, p, {first}), third = set(q, p, {first, second, first});
  EXPECT_TRUE(first.get_wait_list().empty());
  EXPECT_EQ(second.get_wait_list(), list{first});
  EXPECT_EQ(third.get_wait_list(), (list{first, second}));
  EXPECT_EQ(third.get_wait_list().back().get_wait_list(), list{first});
  sycl::free(p, q);
}

TEST(WaitLists, HaveBothAtOnce) {
  sycl::queue q;
  sycl::buffer<int> b(10);
  int *p = sycl::malloc_shared<int>(8, q);
  auto by_buffer = add_one(q, b), by_event = set(q, p, {});
  auto both = q.submit([&](sycl::handler &h) {
    h.depends_on(by_event);
    sycl::accessor a(b, h);
    h.fill(a, 3);
  });
  EXPECT_EQ(both.get_wait_list(), (list{by_event, by_buffer}));
  sycl::free(p, q);
}
