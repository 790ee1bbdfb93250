// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Several threads and queues at once, against a sequential model. The seed is printed; RUNTIME_TEST_SEED sets it.
#include "bundle_fixture.hpp"

#include <cstdlib>
#include <iostream>
#include <mutex>
#include <thread>

using namespace test;

namespace {

unsigned seed() {
  const char *text = std::getenv("RUNTIME_TEST_SEED");
  unsigned s = text ? static_cast<unsigned>(std::strtoul(text, nullptr, 10)) : std::random_device()();
  std::cout << "RUNTIME_TEST_SEED=" << s << "\n";
  return s;
}

class increment;
void add_one(sycl::queue &q, sycl::buffer<int> &b) {
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h);
    h.parallel_for<increment>(b.get_range(), [=](sycl::id<1> i) { a[i] += 1; });
  });
}

// One thread's random walk: the same additions on two shared buffers, which commute.
void walk(unsigned seed, std::vector<sycl::queue> &shared, std::vector<sycl::buffer<int>> &buffers,
          std::vector<std::atomic<int>> &model) {
  std::mt19937 random(seed);
  auto own = fusion_queue();
  fusion_wrapper fw(own);
  for (int step = 0; step < 60; ++step) {
    std::size_t b = random() % buffers.size();
    switch (random() % 5) {
    case 0: { // a region, ended in one of three ways, or by what other threads do
      int kernels = static_cast<int>(random() % 4);
      fw.start_fusion();
      for (int k = 0; k < kernels; ++k)
        add_one(own, buffers[b]);
      model[b] += kernels;
      switch (random() % 3) {
      case 0: fw.complete_fusion().wait(); break;
      case 1: fw.cancel_fusion(); break;
      default: own.wait(); break;
      }
      break;
    }
    case 1:
      (void)sycl::host_accessor(buffers[b], sycl::read_only);
      break;
    default:
      add_one(shared[random() % shared.size()], buffers[b]);
      model[b] += 1;
    }
  }
}

} // namespace

TEST(Threads, QueuesBuffersAndRegions) {
  unsigned base = seed();
  std::vector<sycl::queue> shared(4);
  std::vector<std::atomic<int>> model(3);
  std::vector<std::vector<int>> data(3, std::vector<int>(20000, 0));
  {
    std::vector<sycl::buffer<int>> buffers(data.begin(), data.end());
    std::vector<std::thread> threads;
    for (unsigned t = 0; t < 8; ++t)
      threads.emplace_back([&, t] { walk(base + t, shared, buffers, model); });
    for (auto &t : threads)
      t.join();
  }
  for (std::size_t b = 0; b < 3; ++b)
    for (int v : data[b])
      ASSERT_EQ(v, model[b].load());
}

TEST(Threads, RegionsSwappedInParallel) {
  bundle_options o;
  o.listed = {1000, 50000};
  registered_bundle b(make_bundle(o));
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([t] {
      auto q = fusion_queue();
      fusion_wrapper fw(q);
      for (int i = 0; i < 20; ++i) {
        region_run run;
        run.size = t % 2 ? 50000 : 1000;
        EXPECT_TRUE(run_region(q, fw, run));
        EXPECT_EQ(fw.last_outcome(), fusion_outcome::aot);
      }
    });
  for (auto &t : threads)
    t.join();
}

TEST(Threads, NoneIsStartedForSmallKernels) {
  // In a process of its own, since other tests have started them.
  EXPECT_EXIT(
      {
        auto threads = [] {
          int n = 0;
          if (FILE *f = std::fopen("/proc/self/status", "r")) {
            char line[256];
            while (std::fgets(line, sizeof(line), f))
              std::sscanf(line, "Threads: %d", &n);
            std::fclose(f);
          }
          return n;
        };
        sycl::queue q;
        std::vector<int> v(1000);
        int *p = v.data();
        q.parallel_for(sycl::range<1>(1000), [=](sycl::id<1> i) { p[i] = 1; }).wait();
        std::_Exit(threads() == 1 && v[999] == 1 ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
}
