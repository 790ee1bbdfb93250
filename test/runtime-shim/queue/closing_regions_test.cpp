// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread ends a region while others use its queue: they see the end as one step, also where it takes long.
// ClosingRegion has tests for each line of the order rule of docs/runtime.md, in the column of regions that have ended
// but are not launched; a comment names the line. open_regions_test.cpp has the other column.
#include "bundle_fixture.hpp"

#include <atomic>
#include <chrono>
#include <functional>
#include <thread>

using namespace test;

namespace {

template <class T> auto atomic(T &value) {
  return sycl::atomic_ref<T, sycl::memory_order::relaxed, sycl::memory_scope::system>(value);
}

// closing: a thread is in the middle of it. waiting: a thread of the runtime launches it when its time has come.
enum class ended { closing, waiting };

// A region whose first kernel waits for a command of another queue, which runs until open() is called. The second one
// sets `values[1]` to 7.
class ClosingRegion : public testing::TestWithParam<ended> {
protected:
  ~ClosingRegion() override {
    open();
    for (std::thread *t : {&closing_, &running_, &opening_})
      if (t->joinable())
        t->join();
    q.wait();
    other.wait();
    sycl::free(values, q);
  }

  // Returns when another thread has ended the region by `end`.
  void close(const std::function<void(sycl::event)> &end) {
    if (GetParam() == ended::closing)
      running_ = std::thread([this] { run_until_open(); });
    else
      wait_until_open();
    while (atomic(values[2]).load() == 0)
      std::this_thread::yield();
    fusion_wrapper fw(q);
    fw.start_fusion();
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(buffer, h, sycl::read_only);
      h.single_task<class closing_first>([a, p = values] { atomic(p[0]).store(a[0]); });
    });
    region = q.single_task<class closing_second>([p = values] { atomic(p[1]).store(7); });
    closing_ = std::thread([end, e = region] { end(e); });
    while (fw.is_in_fusion_mode())
      std::this_thread::yield();
  }
  void close() {
    close([this](const sycl::event &) { fusion_wrapper(q).complete_fusion(); });
  }
  void open() { atomic(values[3]).store(1); }
  void open_later() {
    opening_ = std::thread([this] {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      open();
    });
  }
  sycl::event add_one() {
    return q.single_task<class closing_add>([p = values] { atomic(p[1]).fetch_add(1); });
  }
  void wait_while_closing(const std::function<void(sycl::event)> &end) {
    close(end);
    open_later();
    q.wait();
    expect_done();
  }
  void expect_done() {
    EXPECT_EQ(atomic(values[0]).load(), 5);
    EXPECT_EQ(atomic(values[1]).load(), 7);
  }
  void expect_waiting() { EXPECT_EQ(atomic(values[1]).load(), 0); }
  sycl::info::event_command_status status() { return region.get_info<sycl::info::event::command_execution_status>(); }

  sycl::queue q{sycl::property_list{fusion_property::queue::enable_fusion(), sycl::property::queue::in_order()}};
  sycl::queue other;
  int *values = sycl::malloc_shared<int>(5, q); // of the two kernels, started, may end, of another command
  sycl::buffer<int> buffer{sycl::range<1>(1)};
  sycl::event region;

private:
  void run_until_open() {
    other.submit([&](sycl::handler &h) {
      sycl::accessor a(buffer, h, sycl::write_only, sycl::no_init);
      h.single_task<class closing_slow>([a, p = values] {
        atomic(p[2]).store(1);
        while (atomic(p[3]).load() == 0)
          ;
        a[0] = 5;
      });
    });
  }
  void wait_until_open() {
    other.submit([&](sycl::handler &h) {
      sycl::accessor a(buffer, h, sycl::write_only_host_task, sycl::no_init);
      h.host_task([a, p = values] {
        atomic(p[2]).store(1);
        while (atomic(p[3]).load() == 0)
          std::this_thread::yield();
        a[0] = 5;
      });
    });
  }
  void SetUp() override { std::fill_n(values, 5, 0); }
  std::thread running_, closing_, opening_;
};

} // namespace

INSTANTIATE_TEST_SUITE_P(, ClosingRegion, testing::Values(ended::closing, ended::waiting),
                         [](const auto &p) { return std::string(p.param == ended::closing ? "Closing" : "Waiting"); });

// queue::wait
TEST_P(ClosingRegion, IsWaitedForWhenItIsCompleted) {
  wait_while_closing([this](const sycl::event &) { fusion_wrapper(q).complete_fusion(); });
}
TEST_P(ClosingRegion, IsWaitedForWhenItIsCancelled) {
  wait_while_closing([this](const sycl::event &) { fusion_wrapper(q).cancel_fusion(); });
}
TEST_P(ClosingRegion, IsWaitedForWhenItIsAborted) {
  wait_while_closing([](sycl::event e) { e.wait(); });
}
TEST_P(ClosingRegion, IsWaitedForByTwoThreads) {
  wait_while_closing([this](const sycl::event &) { q.wait(); });
}

// the destructor of the queue's last handle
TEST_P(ClosingRegion, OutlivesTheHandlesOfItsQueue) {
  close();
  q = fusion_queue();
  expect_waiting();
  open();
  region.wait();
  expect_done();
}

// event::wait on the region's event
TEST_P(ClosingRegion, IsWaitedForByItsEvent) {
  close();
  open_later();
  region.wait();
  expect_done();
}

// a status query of that event
TEST_P(ClosingRegion, IsSubmittedUntilTheDeviceHasIt) {
  close();
  EXPECT_EQ(status(), sycl::info::event_command_status::submitted);
  expect_waiting();
  open();
  region.wait();
  EXPECT_EQ(status(), sycl::info::event_command_status::complete);
}

// submit of a kernel that may be fused
TEST_P(ClosingRegion, ComesBeforeLaterCommandsOfAnInOrderQueue) {
  close();
  auto e = add_one(); // returns while the region still waits
  open();
  e.wait();
  EXPECT_EQ(values[1], 8);
}

TEST_P(ClosingRegion, IsPassedByAKernelThatNeedsNothingOfIt) {
  q = fusion_queue(); // out of order
  close();
  q.single_task<class closing_passes>([p = values] { p[4] = 1; }).wait();
  EXPECT_EQ(values[4], 1);
  expect_waiting();
}
TEST_P(ClosingRegion, ComesBeforeAKernelThatDependsOnIt) {
  q = fusion_queue();
  close();
  auto e = q.single_task<class closing_depends>(region, [p = values] { atomic(p[1]).fetch_add(1); });
  expect_waiting();
  open();
  e.wait();
  EXPECT_EQ(values[1], 8);
}
TEST_P(ClosingRegion, ComesBeforeAKernelThatNeedsItsBuffer) {
  q = fusion_queue();
  close();
  auto e = q.submit([&](sycl::handler &h) {
    sycl::accessor a(buffer, h, sycl::write_only);
    h.single_task<class closing_overwrites>([a, p = values] { a[0] = p[1]; });
  });
  open();
  e.wait();
  expect_done();
  EXPECT_EQ(sycl::host_accessor(buffer)[0], 7);
}

// submit of anything else, in order, or a barrier for the whole queue
TEST_P(ClosingRegion, ComesBeforeALaterHostTask) {
  close();
  int seen = 0;
  auto e = q.submit([&](sycl::handler &h) { h.host_task([&, p = values] { seen = p[1]; }); });
  open();
  e.wait();
  EXPECT_EQ(seen, 7);
}

// start_fusion
TEST_P(ClosingRegion, ComesBeforeTheNextRegion) {
  close();
  fusion_wrapper fw(q);
  fw.start_fusion();
  add_one();
  auto e = fw.complete_fusion();
  open();
  e.wait();
  EXPECT_EQ(values[1], 8);
}

TEST_P(ClosingRegion, ComesBeforeABarrier) {
  q = fusion_queue(); // out of order
  close();
  q.ext_oneapi_submit_barrier();
  auto e = add_one();
  open();
  e.wait();
  EXPECT_EQ(values[1], 8);
}

// submit of anything else, out of order
TEST_P(ClosingRegion, IsPassedByAHostTaskThatNeedsNothingOfIt) {
  q = fusion_queue();
  close();
  q.submit([&](sycl::handler &h) { h.host_task([p = values] { p[4] = 1; }); }).wait();
  EXPECT_EQ(values[4], 1);
  expect_waiting();
}
TEST_P(ClosingRegion, ComesBeforeACopyThatDependsOnIt) {
  q = fusion_queue();
  close();
  auto e = q.memcpy(values + 4, values + 1, sizeof(int), region);
  expect_waiting();
  open();
  e.wait();
  EXPECT_EQ(values[4], 7);
}

// submit to another queue, a host accessor
TEST_P(ClosingRegion, ComesBeforeAnotherQueueThatDependsOnIt) {
  close();
  auto e = other.single_task<class closing_other>(region, [p = values] { atomic(p[1]).fetch_add(1); });
  open();
  e.wait();
  EXPECT_EQ(values[1], 8);
}
TEST_P(ClosingRegion, ComesBeforeAnotherQueueThatNeedsItsBuffer) {
  close();
  auto e = other.submit([&](sycl::handler &h) {
    sycl::accessor a(buffer, h, sycl::write_only);
    h.single_task<class closing_other_buffer>([a, p = values] { a[0] = p[1]; });
  });
  open();
  e.wait();
  expect_done();
}
TEST_P(ClosingRegion, ComesBeforeAHostAccessor) {
  close();
  open_later();
  sycl::host_accessor a(buffer); // for writing
  expect_done();
}

// complete_fusion, cancel_fusion
TEST_P(ClosingRegion, HasEndedForThoseWhoCompleteIt) {
  close();
  fusion_wrapper fw(q);
  testing::internal::CaptureStderr();
  EXPECT_TRUE(fw.complete_fusion() == region);
  fw.cancel_fusion();
  testing::internal::GetCapturedStderr();
  EXPECT_FALSE(fw.is_in_fusion_mode());
  expect_waiting();
}

TEST_P(ClosingRegion, MayBeFollowedFromAHostTask) {
  close();
  sycl::event e;
  other.submit([&](sycl::handler &h) { h.host_task([&] { e = add_one(); }); }).wait();
  open();
  e.wait();
  EXPECT_EQ(values[1], 8);
}

TEST_P(ClosingRegion, MayBeFollowedFromACommandGroup) {
  close();
  q.submit([&](sycl::handler &h) {
    add_one();
    h.single_task<class closing_double>([p = values] { p[1] *= 2; });
  });
  open();
  q.wait();
  EXPECT_EQ(values[1], 16);
}

// Whoever holds the mutex of a buffer may submit to the queue meanwhile.
TEST(ClosingRegions, HoldNobodyThatHasTheMutexOfABuffer) {
  sycl::queue q{sycl::property_list{fusion_property::queue::enable_fusion(), sycl::property::queue::in_order()}};
  std::mutex mutex;
  std::vector<int> data(1);
  int *p = sycl::malloc_shared<int>(1, q);
  {
    sycl::buffer<int> b(data, sycl::property_list{sycl::property::buffer::use_mutex(mutex)});
    fusion_wrapper fw(q);
    fw.start_fusion();
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h);
      h.single_task<class closing_with_mutex>([a, p] { *p = a[0] = 7; });
    });
    std::unique_lock<std::mutex> held(mutex);
    std::thread closing([&] { fw.complete_fusion(); });
    while (fw.is_in_fusion_mode())
      std::this_thread::yield();
    q.single_task<class closing_beside_mutex>([p] { *p += 1; });
    held.unlock();
    closing.join();
    q.wait();
  }
  EXPECT_EQ(*p, 8);
  sycl::free(p, q);
}

TEST(ClosingRegions, AreOneStepForOtherThreads) {
  constexpr int regions = 3000;
  sycl::queue q{sycl::property_list{fusion_property::queue::enable_fusion(), sycl::property::queue::in_order()}};
  int *p = sycl::malloc_shared<int>(2, q);
  p[0] = p[1] = 0;
  std::atomic<int> submitted{0};
  std::thread closing([&] {
    fusion_wrapper fw(q);
    testing::internal::CaptureStderr(); // the other thread ends some early
    for (int i = 0; i < regions; ++i) {
      fw.start_fusion();
      q.single_task<class closing_count>([p] { atomic(p[0]).fetch_add(1); });
      submitted.store(i + 1);
      fw.complete_fusion();
    }
    testing::internal::GetCapturedStderr();
  });
  int early = 0, overtaken = 0;
  for (int before = 0; before < regions;) {
    before = submitted.load();
    q.wait();
    early += atomic(p[0]).load() < before;
    before = submitted.load();
    q.single_task<class closing_look>([p] { p[1] = p[0]; }).wait();
    overtaken += p[1] < before;
  }
  closing.join();
  q.wait();
  EXPECT_EQ(p[0], regions);
  EXPECT_EQ(early, 0);
  EXPECT_EQ(overtaken, 0);
  sycl::free(p, q);
}

TEST(ClosingRegions, OfADestroyedQueueWaitForTheHost) {
  std::vector<int> data(1, 1);
  sycl::buffer<int> b(data);
  std::atomic<bool> held{false};
  std::thread host([&] {
    sycl::host_accessor a(b);
    held = true;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    a[0] = 5;
  });
  while (!held)
    std::this_thread::yield();
  {
    auto q = fusion_queue();
    fusion_wrapper fw(q);
    fw.start_fusion();
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(b, h);
      h.single_task<class closing_destroyed>([a] { a[0] += 1; });
    });
  }
  host.join();
  EXPECT_EQ(sycl::host_accessor(b)[0], 6);
}
