// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions and commands outside that need each other's results in turns: what the removed implementation refused as
// circular dependencies. Here the first that needs an open region ends it. Results are those of the order of
// submission, and nothing waits for ever.
#include "bundle_fixture.hpp"
#include "random_work.hpp"

#include <future>

using namespace test;
using namespace sycl;

namespace {

// to[i] = from[i] * 3 + to[i] + value.
struct step {
  accessor<int, 1, access_mode::read> from;
  accessor<int, 1, access_mode::read_write> to;
  int value;
  void operator()(id<1> i) const { to[i] = (from[i] * 3 + to[i] + value) % 1000003; }
};

// Two buffers, and what is in them after the commands so far, one by one.
class crossing {
public:
  event submit(queue &q, int from, int to, int value) {
    event e = q.submit([&](handler &h) {
      h.parallel_for(range<1>(n),
                     step{accessor(buffers_[from], h, read_only), accessor(buffers_[to], h, read_write), value});
    });
    for (std::size_t i = 0; i < n; ++i)
      model_[to][i] = (model_[from][i] * 3 + model_[to][i] + value) % 1000003;
    return e;
  }
  void expect_right() {
    for (int b : {0, 1}) {
      host_accessor a(buffers_[b], read_only);
      for (std::size_t i = 0; i < n; ++i)
        ASSERT_EQ(a[i], model_[b][i]) << "buffer " << b << ", element " << i;
    }
  }

private:
  static constexpr std::size_t n = 101;
  std::vector<int> model_[2] = {std::vector<int>(n, 1), std::vector<int>(n, 2)};
  std::vector<int> data_[2] = {model_[0], model_[1]};
  buffer<int> buffers_[2] = {buffer<int>(data_[0]), buffer<int>(data_[1])};
};

} // namespace

TEST(CrossingRegions, KernelOutsideBetweenTwoOfARegion) {
  queue q = fusion_queue(), other = fusion_queue();
  fusion_wrapper fw(q);
  crossing work;
  fw.start_fusion();
  event region = work.submit(q, 0, 1, 5);
  work.submit(other, 1, 0, 7); // needs the first
  EXPECT_FALSE(fw.is_in_fusion_mode());
  EXPECT_EQ(fw.last_reason(), fusion_reason::aborted_by_synchronization);
  work.submit(q, 0, 1, 9); // needs the one outside: fused, each of them would come before the other
  event completed = fw.complete_fusion();
  EXPECT_TRUE(completed == region);
  work.expect_right();
}

TEST(CrossingRegions, TheSameByEvents) {
  queue q = fusion_queue(), other = fusion_queue();
  fusion_wrapper fw(q);
  int *p = malloc_shared<int>(1, q);
  *p = 1;
  fw.start_fusion();
  event first = q.single_task([=] { *p += 1; });
  event outside = other.submit([&](handler &h) {
    h.depends_on(first);
    h.single_task([=] { *p *= 10; });
  });
  EXPECT_FALSE(fw.is_in_fusion_mode());
  event last = q.submit([&](handler &h) {
    h.depends_on(outside);
    h.single_task([=] { *p += 3; });
  });
  fw.complete_fusion();
  last.wait();
  EXPECT_EQ(*p, 23);
  free(p, q);
}

TEST(CrossingRegions, TwoRegionsThatNeedEachOther) {
  queue q = fusion_queue(), other = fusion_queue();
  fusion_wrapper fw(q), gw(other);
  crossing work;
  fw.start_fusion();
  gw.start_fusion();
  work.submit(q, 0, 0, 1);
  work.submit(other, 1, 1, 2);
  EXPECT_TRUE(fw.is_in_fusion_mode() && gw.is_in_fusion_mode());
  work.submit(q, 1, 0, 3); // ends the other region, and stays in its own
  EXPECT_TRUE(fw.is_in_fusion_mode());
  EXPECT_FALSE(gw.is_in_fusion_mode());
  work.submit(other, 0, 1, 4); // ends the first
  EXPECT_FALSE(fw.is_in_fusion_mode());
  gw.complete_fusion();
  fw.complete_fusion();
  work.expect_right();
}

TEST(CrossingRegions, RandomOnes) {
  std::mt19937 random(seed());
  for (int round = 0; round < 50; ++round) {
    queue queues[3] = {fusion_queue(), fusion_queue(), fusion_queue()};
    fusion_wrapper wrappers[3] = {fusion_wrapper(queues[0]), fusion_wrapper(queues[1]), fusion_wrapper(queues[2])};
    crossing work;
    for (int i = 0; i < 60; ++i) {
      const unsigned at = random() % 3;
      if (random() % 4 != 0)
        work.submit(queues[at], static_cast<int>(random() % 2), static_cast<int>(random() % 2), i);
      else if (!wrappers[at].is_in_fusion_mode())
        wrappers[at].start_fusion();
      else if (random() % 2)
        wrappers[at].complete_fusion();
      else
        wrappers[at].cancel_fusion();
    }
    work.expect_right();
  }
}

// Two threads whose regions end each other's all the time.
TEST(CrossingRegions, OfTwoThreads) {
  std::vector<int> data(100, 0);
  constexpr int times = 300;
  {
    buffer<int> shared(data);
    auto thread = [&](int value) {
      queue q = fusion_queue();
      fusion_wrapper fw(q);
      for (int i = 0; i < times; ++i) {
        fw.start_fusion();
        for (int k = 0; k < 2; ++k)
          q.submit([&](handler &h) {
            accessor a(shared, h, read_write);
            h.parallel_for<class of_two_threads>(range<1>(100), [=](id<1> j) { a[j] += value; });
          });
        fw.complete_fusion();
      }
    };
    auto first = std::async(std::launch::async, thread, 1), second = std::async(std::launch::async, thread, 1000);
    first.get(), second.get();
  }
  EXPECT_EQ(data, std::vector<int>(100, 2 * times * 1001));
}
