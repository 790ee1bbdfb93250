// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions that do again what the region before did, on a device with memory of its own and on the processor, with all
// that may come in between, against a sequential model. The seed is printed; SYCLFUSE_TEST_SEED sets it.
#include "device_fixture.hpp"
#include "random_work.hpp"

#include <algorithm>
#include <atomic>
#include <map>
#include <random>
#include <string>
#include <thread>
#include <vector>

using namespace sycl;
using namespace test;
using namespace ext::codeplay::experimental;

namespace {

constexpr std::size_t size = 64;

void set_to_zero(queue &q, buffer<int> &a) {
  q.submit([&](handler &h) {
    accessor zero(a, h, write_only, no_init);
    h.fill(zero, 0);
  });
}

// Two buffers, of which regions of two kernels use the first; and what they must hold.
struct model {
  queue &q, &other;
  std::minstd_rand random;
  fusion_wrapper fw{q};
  buffer<int> a{range<1>(size)}, b{range<1>(size)};
  int in_a = 0, in_b = 0;
  event held;

  model(queue &with, queue &beside, unsigned seed) : q(with), other(beside), random(seed) {
    set_to_zero(q, a);
    set_to_zero(q, b);
  }
  static event add(queue &to, buffer<int> &buf, int value) {
    return to.submit([&](handler &h) {
      accessor x(buf, h, read_write);
      h.parallel_for<placed_add>(buf.get_range(), add_of{x, value});
    });
  }
  static void expect(buffer<int> &buf, int value) {
    host_accessor h(buf, read_only);
    EXPECT_EQ(h[0], value);
    EXPECT_EQ(h[size - 1], value);
  }
  void disturb() {
    switch (random() % 20) { // mostly nothing
    case 0:
      return expect(a, in_a);
    case 1:
      return expect(b, in_b);
    case 2: {
      host_accessor h(a, read_write);
      for (int &x : h)
        x += 5;
      in_a += 5;
      return;
    }
    case 3:
      in_a += 7;
      add(other, a, 7);
      return;
    case 4:
      in_b += 9;
      add(other, b, 9);
      return;
    case 5:
      a = buffer<int>{range<1>(size)};
      set_to_zero(other, a);
      in_a = 0;
      return;
    case 6:
      return q.wait();
    case 7: // a command group that never becomes a command
      EXPECT_THROW(q.submit([&](handler &h) {
        accessor x(random() % 2 ? a : b, h, read_write);
        throw 7;
      }),
                   int);
      return;
    case 8: // a command that is no kernel, where the queue's next kernel may be expected
      q.submit([&](handler &h) {
        accessor x(b, h, write_only, no_init);
        h.fill(x, in_b = 3);
      });
      return;
    case 9: // a command group that replaces what it uses
      q.submit([&](handler &h) {
        b = buffer<int>{range<1>(size)};
        accessor x(b, h, write_only, no_init);
        h.fill(x, in_b = 4);
      });
      return;
    default:
      return;
    }
  }
  void region() {
    const bool to_b = random() % 16 == 0; // both: the double's fused kernel takes one buffer
    fw.start_fusion();
    for (int i = 0; i < 2; ++i) {
      disturb();
      const int value = random() % 16 == 0 ? 100 : i + 1;
      const event e = add(q, to_b ? b : a, value);
      (to_b ? in_b : in_a) += value;
      if (random() % 8 == 0)
        held = e;
    }
    disturb();
    if (!fw.is_in_fusion_mode())
      return;
    if (random() % 8 == 0)
      fw.cancel_fusion();
    else
      fw.complete_fusion();
  }
};

TEST_F(DeviceMemory, RepeatedRegionsWithAllThatMayComeBetween) {
  const unsigned s = seed();
  queue fusing_cpu{cpu_selector_v, {ext::codeplay::experimental::property::queue::enable_fusion{}}};
  for (queue *q : {&gpu, &fusing_cpu})
    for (queue *other : {&cpu, &gpu}) {
      queue beside(other->get_device());
      model m(*q, beside, s);
      for (int i = 0; i < 1000; ++i) {
        m.region();
        m.disturb();
      }
      model::expect(m.a, m.in_a);
      model::expect(m.b, m.in_b);
    }
}

// Each kernel runs once and on its own buffer, in whichever region it comes to be.
TEST_F(DeviceMemory, RepeatedRegionsOfSeveralThreads) {
  queue fusing_cpu{cpu_selector_v, {ext::codeplay::experimental::property::queue::enable_fusion{}}};
  for (queue *q : {&gpu, &fusing_cpu}) {
    fusion_wrapper fw(*q);
    constexpr int kernels = 300;
    buffer<int> a{range<1>(size)}, b{range<1>(size)};
    set_to_zero(*q, a);
    set_to_zero(*q, b);
    std::atomic<int> running{2};
    const auto submit = [&](buffer<int> &buf) {
      for (int i = 0; i < kernels; ++i)
        model::add(*q, buf, 1);
      --running;
    };
    std::thread first(submit, std::ref(a)), second(submit, std::ref(b));
    std::thread third([&, random = std::minstd_rand(seed())]() mutable {
      int last = 0;
      while (running != 0)
        switch (random() % 8) {
        case 0:
          q->wait();
          break;
        case 1: {
          host_accessor h(a, read_only);
          EXPECT_GE(h[0], last);
          last = h[0];
          break;
        }
        case 2:
          fw.complete_fusion();
          break;
        case 3:
          fw.cancel_fusion();
          break;
        default:
          std::this_thread::yield();
        }
    });
    int own = 0;
    while (running != 0) {
      fw.start_fusion();
      model::add(*q, a, 1);
      model::add(*q, a, 1);
      own += 2;
      if (fw.is_in_fusion_mode())
        fw.complete_fusion();
    }
    first.join();
    second.join();
    third.join();
    model::expect(a, kernels + own);
    model::expect(b, kernels);
  }
}

// Nobody sees a kernel's results before the kernel ran, and the buffers of a region say so although it told them nothing.
TEST_F(DeviceMemory, RepeatedRegionIsWaitedFor) {
  fusion_wrapper fw(gpu);
  buffer<int> a{range<1>(size)};
  set_to_zero(gpu, a);
  for (int i = 1; i <= 4; ++i) {
    fw.start_fusion();
    model::add(gpu, a, 1);
    model::add(gpu, a, 1);
    fw.complete_fusion();
    EXPECT_EQ(fw.last_outcome(), fusion_outcome::aot_generic) << to_string(fw.last_reason());
  }
  fw.start_fusion();
  model::add(gpu, a, 1);
  model::expect(a, 9); // cancels the region
  EXPECT_FALSE(fw.is_in_fusion_mode());
}

// Also where the calling thread has no context, or that of somebody else.
TEST_F(DeviceMemory, RepeatedRegionsCostOneCallOfTheDriverEach) {
  fusion_wrapper fw(gpu);
  buffer<int> a{range<1>(size)};
  set_to_zero(gpu, a);
  int in_a = 0;
  const auto region = [&] {
    fw.start_fusion();
    model::add(gpu, a, 1);
    model::add(gpu, a, 2);
    fw.complete_fusion();
    in_a += 3;
  };
  using calls = std::map<std::string, int>;
  const auto calls_of = [&](auto f) {
    fake->calls.clear();
    f();
    return fake->calls;
  };
  for (int i = 0; i < 4; ++i)
    region();
  gpu.wait();
  EXPECT_EQ(calls_of([&] {
              for (int i = 0; i < 100; ++i)
                region();
            }),
            (calls{{"cuLaunchKernel", 100}}));
  EXPECT_EQ(calls_of([&] { gpu.wait(); }), (calls{{"cuStreamSynchronize", 1}}));
  EXPECT_EQ(calls_of([&] {
              for (int i = 0; i < 100; ++i) {
                region();
                gpu.wait();
              }
            }),
            (calls{{"cuLaunchKernel", 100}, {"cuStreamSynchronize", 100}}));
  EXPECT_EQ(calls_of([&] { std::thread(region).join(); }),
            (calls{{"cuLaunchKernel", 2}, {"cuCtxGetCurrent", 1}, {"cuCtxSetCurrent", 1}}));
  std::thread([&] {
    use_foreign_context();
    region();
    use_foreign_context();
    gpu.wait();
    region();
  }).join();
  model::expect(a, in_a);
}

// Handles of one buffer with the same range, but not the same bytes.
TEST_F(DeviceMemory, RepeatedRegionsThroughOtherHandlesOfTheirBuffer) {
  queue fusing_cpu{cpu_selector_v, {ext::codeplay::experimental::property::queue::enable_fusion{}}};
  for (queue *q : {&gpu, &fusing_cpu}) {
    fusion_wrapper fw(*q);
    buffer<int> whole{range<1>(size)};
    set_to_zero(*q, whole);
    buffer<int> front(whole, id<1>(0), range<1>(size / 2)), back(whole, id<1>(size / 2), range<1>(size / 2)),
        copy = back;
    const auto region = [&](buffer<int> &first, buffer<int> &second) {
      fw.start_fusion();
      model::add(*q, first, 1);
      model::add(*q, second, 2);
      fw.complete_fusion();
    };
    for (int i = 0; i < 4; ++i)
      region(front, front);
    region(back, back);
    region(copy, back);
    region(front, front);
    host_accessor h(whole, read_only);
    EXPECT_EQ(h[0], 15);
    EXPECT_EQ(h[size / 2 - 1], 15);
    EXPECT_EQ(h[size / 2], 6);
    EXPECT_EQ(h[size - 1], 6);
  }
}

// The event of a region is a new one as long as somebody holds that of the one before.
TEST_F(DeviceMemory, HeldEventsOfRepeatedRegionsStayThoseOfTheirRegions) {
  fusion_wrapper fw(gpu);
  buffer<int> a{range<1>(size)};
  set_to_zero(gpu, a);
  std::minstd_rand random(seed());
  using status = sycl::info::event_command_status;
  std::vector<event> held;
  int in_a = 0;
  for (int i = 0; i < 300; ++i) {
    fw.start_fusion();
    const event first = model::add(gpu, a, 1);
    model::add(gpu, a, 2);
    const event all = fw.complete_fusion();
    in_a += 3;
    EXPECT_TRUE(first == all);
    if (random() % 4 == 0) // has the driver record it
      EXPECT_NE(all.get_info<sycl::info::event::command_execution_status>(), status::complete);
    EXPECT_EQ(std::count(held.begin(), held.end(), all), 0);
    if (random() % 4 == 0)
      held.push_back(random() % 2 ? first : all);
    if (random() % 8 == 0)
      gpu.wait();
    if (random() % 16 == 0 && !held.empty()) {
      held.front().wait();
      EXPECT_EQ(held.front().get_info<sycl::info::event::command_execution_status>(), status::complete);
      held.erase(held.begin());
    }
  }
  gpu.wait();
  for (const event &e : held)
    EXPECT_EQ(e.get_info<sycl::info::event::command_execution_status>(), status::complete);
  model::expect(a, in_a);
}

TEST_F(DeviceMemory, WhatRepeatedRegionsOnlyReservedGetsMemoryWhenTheyAreCancelled) {
  fusion_wrapper fw(gpu);
  buffer<int> tmp{range<1>(100), property_list{ext::codeplay::experimental::property::promote_private{}}};
  const auto before = fake->allocations.size();
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(fake->allocations.size(), before);
    fw.start_fusion();
    gpu.submit([&](handler &h) {
      accessor a(tmp, h, read_write);
      h.parallel_for<placed_add>(range<1>(100), add_of{a, 1});
    });
    i < 3 ? (void)fw.complete_fusion() : fw.cancel_fusion();
  }
  EXPECT_EQ(fake->allocations.size(), before + 1);
  EXPECT_EQ(copies(), 0);
  host_accessor a(tmp, read_only);
  EXPECT_EQ(copies(), 1); // the contents are the device's
}

} // namespace
