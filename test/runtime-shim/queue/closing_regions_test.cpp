// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread ends a region while others use its queue: they see the end as one step, also where it takes long.
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

// A region whose first kernel waits for a kernel of another queue, which runs until open() is called. The second kernel
// sets `values[1]` to 7.
class ClosingRegion : public testing::Test {
protected:
  ~ClosingRegion() override {
    open();
    for (std::thread *t : {&closing_, &running_})
      if (t->joinable())
        t->join();
    sycl::free(values, q);
  }

  // Returns when another thread is about to run the region, which it has ended by `end`.
  void close(const std::function<void(sycl::event)> &end) {
    running_ = std::thread([this] { run_until_open(); });
    while (atomic(values[2]).load() == 0)
      std::this_thread::yield();
    fusion_wrapper fw(q);
    fw.start_fusion();
    q.submit([&](sycl::handler &h) {
      sycl::accessor a(buffer, h, sycl::read_only);
      h.single_task<class closing_first>([a, p = values] { p[0] = a[0]; });
    });
    sycl::event e = q.single_task<class closing_second>([p = values] { p[1] = 7; });
    closing_ = std::thread([end, e] { end(e); });
    while (fw.is_in_fusion_mode())
      std::this_thread::yield();
  }
  void close() {
    close([this](const sycl::event &) { fusion_wrapper(q).complete_fusion(); });
  }
  void open() { atomic(values[3]).store(1); }
  sycl::event add_one() {
    return q.single_task<class closing_add>([p = values] { p[1] += 1; });
  }
  void wait_while_closing(const std::function<void(sycl::event)> &end) {
    close(end);
    std::thread later([this] {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      open();
    });
    q.wait();
    EXPECT_EQ(atomic(values[0]).load(), 5);
    EXPECT_EQ(atomic(values[1]).load(), 7);
    later.join();
  }

  sycl::queue q{sycl::property_list{fusion_property::queue::enable_fusion(), sycl::property::queue::in_order()}};
  sycl::queue other;
  int *values = sycl::malloc_shared<int>(4, q); // of the two kernels, started, may end
  sycl::buffer<int> buffer{sycl::range<1>(1)};

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
  void SetUp() override { std::fill_n(values, 4, 0); }
  std::thread running_, closing_;
};

} // namespace

TEST_F(ClosingRegion, IsWaitedForWhenItIsCompleted) {
  wait_while_closing([this](const sycl::event &) { fusion_wrapper(q).complete_fusion(); });
}
TEST_F(ClosingRegion, IsWaitedForWhenItIsCancelled) {
  wait_while_closing([this](const sycl::event &) { fusion_wrapper(q).cancel_fusion(); });
}
TEST_F(ClosingRegion, IsWaitedForWhenItIsAborted) {
  wait_while_closing([](sycl::event e) { e.wait(); });
}
TEST_F(ClosingRegion, IsWaitedForByTwoThreads) {
  wait_while_closing([this](const sycl::event &) { q.wait(); });
}

TEST_F(ClosingRegion, ComesBeforeLaterCommandsOfAnInOrderQueue) {
  close();
  auto e = add_one(); // returns while the region still waits
  open();
  e.wait();
  EXPECT_EQ(values[1], 8);
}

TEST_F(ClosingRegion, ComesBeforeALaterHostTask) {
  close();
  int seen = 0;
  auto e = q.submit([&](sycl::handler &h) { h.host_task([&, p = values] { seen = p[1]; }); });
  open();
  e.wait();
  EXPECT_EQ(seen, 7);
}

TEST_F(ClosingRegion, ComesBeforeTheNextRegion) {
  close();
  fusion_wrapper fw(q);
  fw.start_fusion();
  add_one();
  auto e = fw.complete_fusion();
  open();
  e.wait();
  EXPECT_EQ(values[1], 8);
}

TEST_F(ClosingRegion, ComesBeforeABarrier) {
  q = fusion_queue(); // out of order
  close();
  q.ext_oneapi_submit_barrier();
  auto e = add_one();
  open();
  e.wait();
  EXPECT_EQ(values[1], 8);
}

TEST_F(ClosingRegion, MayBeFollowedFromAHostTask) {
  close();
  sycl::event e;
  other.submit([&](sycl::handler &h) { h.host_task([&] { e = add_one(); }); }).wait();
  open();
  e.wait();
  EXPECT_EQ(values[1], 8);
}

TEST_F(ClosingRegion, MayBeFollowedFromACommandGroup) {
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

// The same region over and over ends in the launch that was made before (repeats.cpp). The other thread waits
// only outside of fusion mode, since it would end the region early.
TEST(ClosingRegions, AreOneStepWhereTheyRepeat) {
  constexpr int regions = 2000;
  constexpr std::size_t n = 20000;
  bundle_options o;
  o.listed = {n};
  registered_bundle bundle(make_bundle(o));
  auto q = fusion_queue();
  fusion_wrapper fw(q);
  std::vector<float> a(n), b(n, 1), c(n), out(n);
  sycl::buffer<float> ba(a), bb(b), bc(c), bo(out);
  sycl::buffer<float> tmp(sycl::range<1>(n), {fusion_property::promote_private{}});
  std::atomic<int> submitted{0}, looked{0};
  std::thread closing([&] {
    for (int i = 1; i <= regions; ++i) {
      a.back() = static_cast<float>(i);
      fw.start_fusion();
      q.submit([&](sycl::handler &h) { submit_multiply(h, ba, bb, tmp); });
      q.submit([&](sycl::handler &h) { submit_combine(h, tmp, bc, bo, 2, n); });
      submitted.store(i);
      fw.complete_fusion();
      while (looked.load() != i)
        std::this_thread::yield();
    }
  });
  int early = 0;
  for (int i = 1; i <= regions; ++i) {
    while (submitted.load() != i || fw.is_in_fusion_mode())
      std::this_thread::yield();
    q.wait();
    early += out[n - 1] != static_cast<float>(i);
    looked.store(i);
  }
  closing.join();
  EXPECT_EQ(early, 0);
  EXPECT_EQ(fw.last_outcome(), fusion_outcome::aot);
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
