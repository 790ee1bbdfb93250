// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions that end with a reduction and do again what the region before did, with other threads and failures in the
// middle. Their kernels run one by one; test/e2e/regions/repeated-reductions.cpp has fused ones.
#include "sycl/sycl.hpp"

#include "sycl/ext/codeplay/experimental/fusion_wrapper.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <thread>

using namespace sycl;
using namespace ext::codeplay::experimental;

namespace {

constexpr std::size_t size = 1000;

class RepeatedReductions : public testing::Test {
protected:
  RepeatedReductions() {
    for (unsigned *p : {x, sum, sum + 1})
      *p = 0;
    q.fill(x, 1u, size).wait();
  }
  ~RepeatedReductions() override {
    free(x, q);
    free(sum, q);
  }
  event map() {
    return q.parallel_for<class MapOfSum>(range<1>(size), [x = x](id<1> i) { x[i] = 1; });
  }
  event add_up(unsigned *to) {
    return q.parallel_for<class SumOfMap>(range<1>(size), reduction(to, plus<>()),
                                          [x = x](id<1> i, auto &s) { s += x[i]; });
  }
  event add_up(buffer<unsigned> &to, bool fails = false) {
    return q.submit([&](handler &h) {
      h.parallel_for<class SumInBuffer>(range<1>(size), reduction(to, h, plus<>()),
                                        [x = x](id<1> i, auto &s) { s += x[i]; });
      if (fails)
        throw std::runtime_error("in the middle");
    });
  }
  static void expect(buffer<unsigned> &b, unsigned value) { EXPECT_EQ(host_accessor(b, read_only)[0], value); }

  queue q{cpu_selector_v, {ext::codeplay::experimental::property::queue::enable_fusion{}}};
  fusion_wrapper fw{q};
  unsigned *x = malloc_shared<unsigned>(size, q), *sum = malloc_shared<unsigned>(2, q);
};

TEST_F(RepeatedReductions, ChangeTheirVariable) {
  for (int i = 0; i < 20; ++i) {
    fw.start_fusion();
    map();
    add_up(sum + i / 5 % 2);
    fw.complete_fusion();
  }
  q.wait();
  EXPECT_EQ(sum[0], 10 * size);
  EXPECT_EQ(sum[1], 10 * size);
}

TEST_F(RepeatedReductions, OthersComeToUseTheVariable) {
  buffer<unsigned> b{range<1>(1)}, promoted(range<1>(1), {ext::codeplay::experimental::property::promote_private{}});
  for (buffer<unsigned> *to : {&b, &promoted}) {
    host_accessor(*to, write_only, no_init)[0] = 0;
    unsigned wanted = 0;
    for (int i = 0; i < 20; ++i) {
      fw.start_fusion();
      map();
      add_up(*to);
      fw.complete_fusion();
      wanted += size;
      if (i % 5 == 4)
        expect(*to, wanted);
    }
  }
}

// A command group that fails after it has been given its command, scratch memory and followers again.
TEST_F(RepeatedReductions, FailInTheMiddle) {
  buffer<unsigned> b{range<1>(1)};
  host_accessor(b, write_only, no_init)[0] = 0;
  for (int i = 0; i < 20; ++i) {
    fw.start_fusion();
    map();
    if (i % 5 == 3)
      EXPECT_THROW(add_up(b, true), std::runtime_error);
    add_up(b);
    fw.complete_fusion();
  }
  expect(b, 20 * size);
}

// Where a reduction was, there is one of another kernel, a kernel without, another command, or the end.
TEST_F(RepeatedReductions, BecomeOtherRegions) {
  buffer<unsigned> b{range<1>(1)};
  host_accessor(b, write_only, no_init)[0] = 0;
  for (int i = 0; i < 30; ++i) {
    fw.start_fusion();
    map();
    switch (i % 3 == 2 ? i / 3 % 5 : 0) {
    case 1:
      add_up(b);
      break;
    case 2:
      map();
      break;
    case 3:
      q.fill(sum + 1, 5u, 1);
      break;
    case 4:
      break;
    default:
      add_up(sum);
      add_up(sum); // the first part ends here
      break;
    }
    if (fw.is_in_fusion_mode())
      fw.complete_fusion();
  }
  q.wait();
  EXPECT_EQ(sum[0], 2 * 22 * size);
  EXPECT_EQ(sum[1], 5u);
  expect(b, 2 * size);
}

TEST_F(RepeatedReductions, OfSeveralThreads) {
  constexpr int times = 300;
  buffer<unsigned> b{range<1>(1)};
  host_accessor(b, write_only, no_init)[0] = 0;
  std::atomic<bool> running{true};
  std::thread other([&] {
    for (int i = 0; i < times; ++i)
      add_up(b);
    running = false;
  });
  int own = 0;
  for (; running || own < times; ++own) {
    fw.start_fusion();
    map();
    add_up(sum);
    if (fw.is_in_fusion_mode())
      fw.complete_fusion();
  }
  other.join();
  q.wait();
  EXPECT_EQ(sum[0], own * size);
  expect(b, times * size);
}

} // namespace
