// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The same region over and over ends in the launch that was made before (repeats.cpp), unless a variable asks what
// becomes of regions: runtime.UnwatchedRegions has none. The other thread looks only outside of fusion mode, since it
// would end the region early.
#include "bundle_fixture.hpp"

#include <atomic>
#include <functional>
#include <thread>

using namespace test;

namespace {

class RepeatedRegions : public testing::Test {
protected:
  // `look` gives the last element of `bo`; `every` so many regions, since the next one may not repeat then.
  void look_at_each(const std::function<float()> &look, int every) {
    std::thread closing([&] {
      for (int i = 1; i <= regions; ++i)
        run(i);
    });
    int early = 0;
    for (int i = 1; i <= regions; ++i) {
      while (submitted.load() != i || fw.is_in_fusion_mode())
        std::this_thread::yield();
      if (i % every == 0)
        early += look() != static_cast<float>(i);
      looked.store(i);
    }
    closing.join();
    EXPECT_EQ(early, 0);
    EXPECT_EQ(fw.last_outcome(), fusion_outcome::aot);
  }

  static constexpr int regions = 300;
  static constexpr std::size_t n = 20000;
  bundle_options options = [] {
    bundle_options o;
    o.listed = {n};
    return o;
  }();
  registered_bundle bundle{make_bundle(options)};
  sycl::queue q{sycl::property_list{fusion_property::queue::enable_fusion(), sycl::property::queue::in_order()}};
  fusion_wrapper fw{q};
  std::vector<float> a = std::vector<float>(n), b = std::vector<float>(n, 1), c = std::vector<float>(n),
                     out = std::vector<float>(n);
  sycl::buffer<float> ba{a}, bb{b}, bc{c}, bo{out};
  sycl::buffer<float> tmp{sycl::range<1>(n), {fusion_property::promote_private{}}};

private:
  void run(int i) {
    a.back() = static_cast<float>(i);
    fw.start_fusion();
    q.submit([&](sycl::handler &h) { submit_multiply(h, ba, bb, tmp); });
    q.submit([&](sycl::handler &h) { submit_combine(h, tmp, bc, bo, 2, n); });
    submitted.store(i);
    fw.complete_fusion();
    while (looked.load() != i)
      std::this_thread::yield();
  }
  std::atomic<int> submitted{0}, looked{0};
};

} // namespace

TEST_F(RepeatedRegions, AreOneStepForAWait) {
  look_at_each(
      [&] {
        q.wait();
        return out[n - 1];
      },
      1);
}
TEST_F(RepeatedRegions, AreOneStepForALaterCommand) {
  float *seen = sycl::malloc_shared<float>(1, q);
  look_at_each(
      [&] {
        q.memcpy(seen, &out[n - 1], sizeof(float)).wait();
        return *seen;
      },
      1);
  sycl::free(seen, q);
}
TEST_F(RepeatedRegions, AreOneStepForAHostAccessor) {
  look_at_each([&] { return sycl::host_accessor(bo, sycl::read_only)[n - 1]; }, 5);
}
TEST_F(RepeatedRegions, AreOneStepForAnotherQueue) {
  sycl::queue other;
  float *seen = sycl::malloc_shared<float>(1, q);
  look_at_each(
      [&] {
        other
            .submit([&](sycl::handler &h) {
              sycl::accessor from(bo, h, sycl::read_only);
              h.single_task<class repeated_look>([from, seen] { *seen = from[n - 1]; });
            })
            .wait();
        return *seen;
      },
      5);
  sycl::free(seen, q);
}
