// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Several threads and queues at once, against a sequential model. The seed is printed; SYCLFUSE_TEST_SEED sets it.
#include "bundle_fixture.hpp"
#include "random_work.hpp"

#include <mutex>
#include <thread>

using namespace test;

namespace {

class increment;
void add_one(sycl::queue &q, sycl::buffer<int> &b) {
  q.submit([&](sycl::handler &h) {
    sycl::accessor a(b, h);
    h.parallel_for<increment>(b.get_range(), [=](sycl::id<1> i) { a[i] += 1; });
  });
}

// x[i] = x[i] * factor + i: what its order changes.
class scale_kernel;
sycl::event scale(sycl::queue &q, unsigned *x, std::size_t n, unsigned factor, const sycl::event &after) {
  return q.submit([&](sycl::handler &h) {
    h.depends_on(after);
    h.parallel_for<scale_kernel>(sycl::range<1>(n),
                                 [=](sycl::id<1> i) { x[i] = x[i] * factor + static_cast<unsigned>(i[0]); });
  });
}

// What one thread has for itself.
class ordered_memory : public ordered_usm {
public:
  explicit ordered_memory(sycl::queue &q) : ordered_usm(q, sycl::malloc_shared<unsigned>(n, q), n) {}
  void step(sycl::queue &q, unsigned random) {
    const unsigned factor = random / 8 % 5 + 2;
    switch (random % 4) {
    case 0:
      return host_task(q, factor);
    case 1:
      return copy(q, n / 2, 0, n / 2); // over itself
    default:
      last_ = scale(q, x_, n, factor, last_);
      return apply_to_model(factor);
    }
  }

private:
  static constexpr std::size_t n = 500;
};

// A region of a few kernels on a shared buffer, ended in one of five ways, or by what other threads do.
void walk_region(std::mt19937 &random, sycl::queue &own, sycl::buffer<int> &b, std::atomic<int> &model) {
  fusion_wrapper fw(own);
  const int kernels = static_cast<int>(random() % 4);
  fw.start_fusion();
  for (int k = 0; k < kernels; ++k)
    add_one(own, b);
  model += kernels;
  switch (random() % 5) {
  case 0:
    fw.complete_fusion().wait();
    break;
  case 1:
    fw.cancel_fusion();
    break;
  case 2:
    own.wait();
    break;
  case 3:
    own.submit([](sycl::handler &h) { h.host_task([] {}); }); // stands beside the region
    fw.complete_fusion();
    break;
  default:
    fusion_wrapper(own).complete_fusion();
    break;
  }
}

// One thread's random walk: additions on shared buffers, which commute, and its own ordered memory.
void walk(unsigned seed, std::vector<sycl::queue> &shared, std::vector<sycl::buffer<int>> &buffers,
          std::vector<std::atomic<int>> &model) {
  std::mt19937 random(seed);
  auto own = fusion_queue();
  ordered_memory ordered(own);
  for (int step = 0; step < 60; ++step) {
    std::size_t b = random() % buffers.size();
    sycl::queue &q = shared[random() % shared.size()];
    switch (random() % 8) {
    case 0:
      walk_region(random, own, buffers[b], model[b]);
      break;
    case 1:
      (void)sycl::host_accessor(buffers[b], sycl::read_only);
      break;
    case 2: {
      sycl::host_accessor a(buffers[b]);
      for (int &v : a)
        ++v;
      model[b] += 1;
      break;
    }
    case 3:
      q.submit([&](sycl::handler &h) {
        sycl::accessor a(buffers[b], h, sycl::read_write_host_task);
        h.host_task([=] {
          for (int &v : a)
            ++v;
        });
      });
      model[b] += 1;
      break;
    case 4:
    case 5:
      ordered.step(q, static_cast<unsigned>(random()));
      break;
    default:
      add_one(q, buffers[b]);
      model[b] += 1;
    }
  }
  EXPECT_TRUE(ordered.right()) << "seed " << seed;
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
