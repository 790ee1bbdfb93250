// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The streams of a queue: what may overlap, what a chain of commands costs in calls of the driver.
#include "device_fixture.hpp"

using namespace sycl;
using namespace test;

TEST_F(DeviceMemory, IndependentCommandsOfAnOutOfOrderQueueMayOverlap) {
  queue q{gpu_selector_v};
  const int before = fake->live_streams;
  std::vector<int> v(10, 1), w(10, 1);
  {
    buffer<int> b(v), c(w);
    add(q, b, 1);
    for (int i = 0; i < 5; ++i)
      add(q, b, 1); // a chain stays in its stream
    EXPECT_EQ(fake->live_streams, before);
    EXPECT_EQ(fake->calls["cuStreamWaitEvent"], 0);
    add(q, c, 2);
    EXPECT_EQ(fake->live_streams, before + 1);
    q.submit([&](handler &h) { // needs both
      accessor from(b, h, read_only);
      accessor to(c, h, write_only, no_init);
      h.copy(from, to);
    });
    EXPECT_EQ(fake->calls["cuStreamWaitEvent"], 1);
    q.wait();
    queue in_order{gpu_selector_v, property::queue::in_order()};
    add(in_order, b, 1);
    add(in_order, c, 1);
    EXPECT_EQ(fake->live_streams, before + 2);
  }
  EXPECT_EQ(v, std::vector<int>(10, 8));
  EXPECT_EQ(w, std::vector<int>(10, 8));
}

TEST_F(DeviceMemory, ChainsCostOneCallOfTheDriverForEachKernel) {
  queue ordered{gpu_selector_v, property::queue::in_order()}, free_order{gpu_selector_v};
  std::vector<int> v(10, 1), w(10, 2);
  buffer<int> b(v), c(w);
  add(ordered, b, 1);
  add(free_order, b, 1);
  add(ordered, c, 1);
  ordered.wait();
  free_order.wait();
  auto calls_of = [&](auto submit) {
    fake->calls.clear();
    fake->launches.clear();
    for (int i = 0; i < 100; ++i)
      submit();
    EXPECT_EQ(fake->launches.size(), 100u);
    int calls = 0;
    for (const auto &[name, count] : fake->calls)
      calls += count;
    return calls;
  };
  EXPECT_EQ(calls_of([&] { add(ordered, b, 1); }), 100);
  ordered.wait();
  EXPECT_EQ(calls_of([&] { add(free_order, b, 1); }), 100);
  EXPECT_EQ(calls_of([&] { // events that only say what comes next
              static event last;
              last = free_order.submit([&](handler &h) {
                h.depends_on(last);
                accessor a(b, h, read_write);
                h.parallel_for<add_value>(b.get_range(), add_of{a, 1});
              });
            }),
            100);
  fake->calls.clear();
  free_order.wait();
  EXPECT_EQ(fake->calls["cuStreamSynchronize"], 1);
  EXPECT_EQ(fake->calls["cuEventRecord"], 0);
  // An event that is kept is that of its command only, unless the next one depends on it.
  event first = add(ordered, b, 1);
  event second = add(ordered, c, 1);
  first.wait();
  EXPECT_EQ(first.get_info<info::event::command_execution_status>(), info::event_command_status::complete);
  EXPECT_EQ(second.get_info<info::event::command_execution_status>(), info::event_command_status::running);
}

TEST_F(DeviceMemory, ReadersOfABufferDoNotCollect) {
  queue q{gpu_selector_v};
  std::vector<int> v(10, 1), out(10);
  {
    buffer<int> b(v), c(out);
    for (int i = 0; i < 1000; ++i)
      q.submit([&](handler &h) {
        accessor from(b, h, read_only);
        accessor to(c, h, write_only, no_init);
        h.copy(from, to);
      });
    EXPECT_LE(fake->calls["cuEventQuery"], 10); // the events of a chain, every few hundred
    fake->calls.clear();
    add(q, b, 6); // after all of them
    q.wait();
    EXPECT_EQ(fake->calls["cuStreamWaitEvent"], 0);
    host_accessor a(b);
    EXPECT_LE(fake->calls["cuEventSynchronize"], 1);
  }
  EXPECT_EQ(v[9], 7);
  EXPECT_EQ(out[9], 1);
}

TEST_F(DeviceMemory, BarriersJoinTheStreams) {
  queue q{gpu_selector_v};
  int *p = malloc_device<int>(2, q);
  std::vector<int> out(2);
  q.fill(p, 1, 1);
  q.fill(p + 1, 2, 1);
  q.ext_oneapi_submit_barrier();
  q.memcpy(out.data(), p, 2 * sizeof(int));
  q.ext_oneapi_submit_barrier().wait();
  EXPECT_EQ(out, (std::vector<int>{1, 2}));
  event e = q.fill(p, 3, 1);
  q.fill(p + 1, 4, 1).wait();
  q.ext_oneapi_submit_barrier({e});
  for (int i = 0; i < 4; ++i) // in each of the streams
    q.memcpy(out.data() + i % 2, p + i % 2, sizeof(int));
  q.wait();
  EXPECT_EQ(out, (std::vector<int>{3, 4}));
  free(p, q);
}
