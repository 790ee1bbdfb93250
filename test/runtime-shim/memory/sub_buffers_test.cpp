// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sub-buffers: commands on parts that have no byte in common do not wait for each other, all others keep their order.
#include "random_work.hpp"
#include "sub_buffer_work.hpp"
#include "sycl/sycl.hpp"

#include <gtest/gtest.h>

#include <future>
#include <thread>

using namespace sycl;

namespace {

class sub_buffer_add;
event add(queue &q, buffer<int> &b, int value) {
  return q.submit([&](handler &h) {
    accessor a(b, h);
    h.parallel_for<sub_buffer_add>(b.get_range(), [=](id<1> i) { a[i] += value; });
  });
}

} // namespace

TEST(SubBuffers, OnlyOverlappingCommandsWaitForEachOther) {
  queue q;
  std::vector<int> v(100, 1);
  {
    buffer<int> b(v);
    buffer<int> left(b, id<1>(0), range<1>(33)), right(b, id<1>(33), range<1>(67)), middle(b, id<1>(32), range<1>(2));
    std::promise<void> gate;
    event held = q.submit([&](handler &h) {
      accessor a(left, h, read_write_host_task);
      h.host_task([=, open = gate.get_future().share()] {
        open.wait();
        a[32] = 10;
      });
    });
    add(q, right, 1).wait(); // while the task waits
    event overlapping = add(q, middle, 100), all = add(q, b, 1000), behind = add(q, right, 1);
    EXPECT_EQ(overlapping.get_wait_list(), std::vector<event>{held});
    EXPECT_EQ(all.get_wait_list(), (std::vector<event>{held, overlapping})); // the task has more than the middle
    EXPECT_EQ(behind.get_wait_list(), std::vector<event>{all});
    gate.set_value();
  }
  EXPECT_EQ(v[0], 1001);
  EXPECT_EQ(v[32], 1110);
  EXPECT_EQ(v[33], 1103);
  EXPECT_EQ(v[34], 1003);
}

TEST(SubBuffers, HostAccessorsOfAThreadMayOverlap) {
  queue q;
  buffer<int> b{range<1>(10)};
  buffer<int> left(b, id<1>(0), range<1>(5)), right(b, id<1>(5), range<1>(5));
  event e;
  {
    host_accessor whole(b);
    for (int i = 0; i < 10; ++i)
      whole[i] = i;
    {
      host_accessor l(left);
      host_accessor r(right, read_only);
      l[0] = 7;
      EXPECT_EQ(r[0], 5);
    }
    e = add(q, right, 1); // held back by the first one still
    EXPECT_EQ(e.get_info<info::event::command_execution_status>(), info::event_command_status::submitted);
    EXPECT_EQ(whole[5], 5);
  }
  e.wait();
  host_accessor r(right, read_only);
  EXPECT_EQ(r[0], 6);
}

TEST(SubBuffers, OrderOfHostAccessorsThatEndInAnyOrder) {
  queue q;
  buffer<int> b{range<1>(10)};
  buffer<int> left(b, id<1>(0), range<1>(5));
  auto part = std::make_unique<host_accessor<int>>(left);
  auto whole = std::make_unique<host_accessor<int>>(b);
  (*whole)[0] = 1;
  whole.reset();
  buffer<int> right(b, id<1>(5), range<1>(5));
  add(q, right, 1).wait();
  event e = add(q, left, 1);
  EXPECT_EQ(e.get_info<info::event::command_execution_status>(), info::event_command_status::submitted);
  part.reset();
  e.wait();
  host_accessor a(b, read_only);
  EXPECT_EQ(a[0], 2);
}

TEST(SubBuffers, RowsOfTwoDimensionsAndOtherTypes) {
  queue q;
  std::vector<int> v(6 * 4, 1);
  {
    buffer<int, 2> b(v.data(), range<2>(6, 4));
    buffer<int, 2> upper(b, id<2>(1, 0), range<2>(2, 4)), lower(b, id<2>(3, 0), range<2>(3, 4));
    std::promise<void> gate;
    q.submit([&](handler &h) {
      accessor a(upper, h, read_write_host_task);
      h.host_task([=, open = gate.get_future().share()] { open.wait(), a[1][3] = 5; });
    });
    auto flat = lower.reinterpret<short, 1>(range<1>(24)); // the same bytes
    q.submit([&](handler &h) {
       accessor a(flat, h);
       h.parallel_for<class as_shorts>(range<1>(12), [=](id<1> i) { a[i * 2] = 3; });
     }).wait();
    gate.set_value();
  }
  EXPECT_EQ(v[2 * 4 + 3], 5);
  EXPECT_EQ(v[3 * 4], 3);
  EXPECT_EQ(v[2 * 4 + 2], 1);
}

// A placeholder that was made before the buffer was written reads what was written.
TEST(SubBuffers, PlaceholdersOfConstantDataSeeWhatWasWritten) {
  queue q;
  const std::vector<int> v(10, 1);
  std::vector<int> out(10);
  buffer<int> b(v.data(), range<1>(10));
  accessor<int, 1, access_mode::read, target::device, access::placeholder::true_t> early(b);
  add(q, b, 4);
  q.submit([&](handler &h) {
     h.require(early);
     h.parallel_for<class through_placeholder>(range<1>(10), [=, p = out.data()](id<1> i) { p[i[0]] = early[i]; });
   }).wait();
  EXPECT_EQ(out, std::vector<int>(10, 5));
  EXPECT_EQ(v[0], 1);
}

TEST(SubBuffers, RandomCommands) {
  const unsigned first = test::seed();
  for (unsigned s = first; s < first + 10; ++s) {
    buffer<int> b{range<1>(10 + s % 211)};
    {
      host_accessor a(b, write_only, no_init);
      std::fill(a.begin(), a.end(), 1);
    }
    test::sub_buffer_work work({queue{}, queue{property::queue::in_order()}}, b, 0, b.size(), add, s);
    for (int i = 0; i < 200; ++i)
      work.step();
    ASSERT_TRUE(work.right()) << "seed " << s;
  }
}

// Each thread has its part of one buffer; the runtime divides and joins it for all of them.
TEST(SubBuffers, ThreadsOnPartsOfOneBuffer) {
  const unsigned s = test::seed();
  constexpr std::size_t each = 37;
  buffer<int> b{range<1>(4 * each)};
  {
    host_accessor a(b, write_only, no_init);
    std::fill(a.begin(), a.end(), 1);
  }
  queue shared;
  std::vector<std::future<bool>> threads;
  for (unsigned t = 0; t < 4; ++t)
    threads.push_back(std::async(std::launch::async, [=] {
      test::sub_buffer_work work({shared, queue{}}, b, t * each, each, add, s + t);
      for (int i = 0; i < 300; ++i)
        work.step();
      return work.right();
    }));
  for (auto &t : threads)
    EXPECT_TRUE(t.get());
}
