// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kernels of every form give every work-item once, with right ids.
#include "sycl/sycl.hpp"

#include <gtest/gtest.h>

using namespace sycl;

namespace {
const std::size_t sizes[] = {1, 7, 64, 1000, 4096, 65535, 65536, 1000003};

struct add_functor {
  int *p;
  void operator()(id<1> i) const { p[i] += 2; }
};
} // namespace

TEST(Kernel, RangesOfAllSizes) {
  queue q;
  for (std::size_t n : sizes) {
    std::vector<int> v(n, 1);
    int *p = v.data();
    q.parallel_for<class ranges_of_all_sizes>(range<1>(n), [=](id<1> i) { p[i] += static_cast<int>(i % 1000); }).wait();
    for (std::size_t i = 0; i < n; ++i)
      ASSERT_EQ(v[i], 1 + static_cast<int>(i % 1000)) << n;
  }
}

// Every other launch goes through its pieces backwards.
TEST(Kernel, EveryWorkItemRunsOnceInEachOfManyLaunches) {
  queue q;
  for (std::size_t n : {65'536, 65'537, 100'003, 262'143, (1 << 20) + 17}) {
    std::vector<int> v(n, 0);
    int *p = v.data();
    for (int launch = 1; launch <= 5; ++launch) {
      q.parallel_for<class every_work_item_once>(range<1>(n), [=](id<1> i) {
         __atomic_fetch_add(&p[i], 1, __ATOMIC_RELAXED);
       }).wait();
      for (std::size_t i = 0; i < n; ++i)
        ASSERT_EQ(v[i], launch) << n << " work-items, " << i;
    }
  }
}

TEST(Kernel, ArgumentTypes) {
  queue q;
  std::vector<int> v(100, 0);
  int *p = v.data();
  q.parallel_for(range<1>(100), [=](id<1> i) { p[i]++; });
  q.parallel_for(range<1>(100), [=](const id<1> &i) { p[i]++; });
  q.parallel_for(range<1>(100), [=](item<1> i) { p[i] += i.get_range(0) == 100; });
  q.parallel_for(range<1>(100), [=](item<1, false> i) { p[i]++; });
  q.parallel_for(range<1>(100), [=](std::size_t i) { p[i]++; });
  q.parallel_for(range<1>(100), [=](int i) { p[i]++; });
  q.parallel_for(range<1>(100), [=](auto i) { p[i]++; });
  q.parallel_for(100, [=](id<1> i) { p[i]++; });
  q.parallel_for({100}, [=](id<1> i) { p[i]++; });
  q.parallel_for(nd_range<1>(100, 10), [=](id<1> i) { p[i]++; });
  q.parallel_for(nd_range<1>(100, 10), [=](item<1> i) { p[i]++; });
  q.parallel_for(nd_range<1>(100, 10), [=](nd_item<1> i) { p[i.get_global_id(0)]++; });
  q.parallel_for(nd_range<1>(100, 10), [=](auto i) { p[i.get_global_id(0)]++; });
  q.parallel_for(range<1>(100), add_functor{p});
  q.wait();
  EXPECT_EQ(v, std::vector<int>(100, 15));
}

TEST(Kernel, TwoDimensions) {
  queue q;
  for (range<2> r : {range<2>{1, 1}, range<2>{3, 5}, range<2>{17, 301}, range<2>{1000, 130}}) {
    std::vector<int> v(r.size(), -1);
    int *p = v.data();
    q.parallel_for(r, [=](item<2> i) { p[i[0] * i.get_range(1) + i[1]] = static_cast<int>(i.get_linear_id()); }).wait();
    for (std::size_t i = 0; i < v.size(); ++i)
      ASSERT_EQ(v[i], static_cast<int>(i));
  }
}

TEST(Kernel, ThreeDimensions) {
  queue q;
  range<3> r{5, 70, 230};
  std::vector<int> v(r.size(), 0);
  int *p = v.data();
  q.parallel_for(r, [=](id<3> i) { p[(i[0] * 70 + i[1]) * 230 + i[2]] += 1; });
  q.parallel_for({5, 70, 230}, [=](item<3> i) { p[i.get_linear_id()] += 1; });
  q.wait();
  EXPECT_EQ(v, std::vector<int>(r.size(), 2));
}

TEST(Kernel, NdRangeIds) {
  queue q;
  nd_range<3> r({4, 6, 40}, {2, 3, 8});
  std::vector<int> v(r.get_global_range().size(), 0);
  int *p = v.data();
  q.parallel_for(r, [=](nd_item<3> i) {
     bool right = i.get_global_id() == i.get_group().get_group_id() * id<3>(i.get_local_range()) + i.get_local_id();
     right = right && i.get_group_range() == range<3>{2, 2, 5} && i.get_local_range(2) == 8;
     right = right && i.get_local_linear_id() == (i.get_local_id(0) * 3 + i.get_local_id(1)) * 8 + i.get_local_id(2);
     right = right && i.get_group_linear_id() == (i.get_group(0) * 2 + i.get_group(1)) * 5 + i.get_group(2);
     right = right && i.get_group().leader() == (i.get_local_linear_id() == 0);
     p[i.get_global_linear_id()] += right;
   }).wait();
  EXPECT_EQ(v, std::vector<int>(v.size(), 1));
}

TEST(Kernel, SingleTask) {
  queue q;
  int x = 0, *p = &x;
  q.single_task<class one_task>([=] { ++*p; });
  q.single_task([=] { ++*p; }).wait();
  EXPECT_EQ(x, 2);
}

TEST(Kernel, Offsets) {
  queue q;
  std::vector<int> v(30, 0);
  int *p = v.data();
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-declarations"
  q.submit([&](handler &h) {
     h.parallel_for(range<1>(10), id<1>(5), [=](item<1> i) { p[i] += 1 + static_cast<int>(i.get_offset()[0]); });
   }).wait();
#pragma clang diagnostic pop
  q.parallel_for(nd_range<1>(10, 5, 20), [=](nd_item<1> i) { p[i.get_global_id(0)] += 2; }).wait();
  for (int i = 0; i < 30; ++i)
    EXPECT_EQ(v[i], i >= 20 ? 2 : i >= 5 && i < 15 ? 6 : 0) << i;
}

TEST(Kernel, EmptyRangeRunsNothing) {
  queue q;
  int x = 0, *p = &x;
  q.parallel_for(range<1>(0), [=](id<1>) { *p = 1; }).wait();
  q.parallel_for(range<2>(5, 0), [=](id<2>) { *p = 1; }).wait();
  q.submit([&](handler &) {}).wait();
  EXPECT_EQ(x, 0);
}

TEST(Kernel, RangeThatDoesNotFit64Bits) {
  queue q;
  const std::size_t half = std::size_t{1} << 32;
  int x = 0, *p = &x;
  auto expect_refused = [&](auto r, auto kernel) {
    try {
      q.parallel_for(r, kernel);
      ADD_FAILURE();
    } catch (const sycl::exception &e) {
      EXPECT_EQ(e.code(), errc::nd_range) << e.what();
    }
  };
  expect_refused(range<2>(half, half), [=](id<2>) { *p = 1; });
  expect_refused(range<3>(half, half, 7), [=](id<3>) { *p = 1; });
  expect_refused(nd_range<2>({half, half / 2}, {half, half / 2}), [=](nd_item<2>) { *p = 1; });
  q.parallel_for(range<3>(half, half, 0), [=](id<3>) { *p = 1; }).wait();
  EXPECT_EQ(x, 0);
}

TEST(Kernel, LargeClosure) {
  struct big {
    int values[1000];
  } b;
  for (int i = 0; i < 1000; ++i)
    b.values[i] = i;
  queue q;
  std::vector<int> v(1000);
  int *p = v.data();
  for (int round = 0; round < 3; ++round)
    q.parallel_for(range<1>(1000), [=](id<1> i) { p[i] = b.values[i]; }).wait();
  for (int i = 0; i < 1000; ++i)
    ASSERT_EQ(v[i], i);
}

TEST(Kernel, LocalMemoryOfTheGroup) {
  queue q;
  std::vector<int> v(1000, 0);
  int *p = v.data();
  q.submit([&](handler &h) {
     local_accessor<char, 1> first(range<1>(3), h);
     local_accessor<int, 2> second(range<2>(2, 5), h);
     h.parallel_for(nd_range<1>(1000, 10), [=](nd_item<1> i) {
       // Each work-item keeps to its own element: host code runs them one after the other.
       std::size_t l = i.get_local_id(0);
       second[l / 5][l % 5] = static_cast<int>(i.get_global_id(0));
       if (l < first.size())
         first[l] = 1;
       p[i.get_global_id(0)] = second[id<2>(l / 5, l % 5)];
     });
   }).wait();
  for (int i = 0; i < 1000; ++i)
    ASSERT_EQ(v[i], i);
}

TEST(Kernel, HostCodeCannotWaitAtABarrier) {
  queue q;
  try {
    q.parallel_for(nd_range<1>(100000, 10), [=](nd_item<1> i) { group_barrier(i.get_group()); }).wait();
    FAIL();
  } catch (const sycl::exception &e) {
    EXPECT_EQ(e.code(), errc::kernel_not_supported);
    EXPECT_NE(std::string(e.what()).find("[SF6002]"), std::string::npos) << e.what();
  }
  int x = 0, *p = &x;
  q.parallel_for(nd_range<1>(1, 1), [=](nd_item<1> i) {
    i.barrier();
    *p = 1;
  });
  EXPECT_EQ(x, 1);
}

TEST(Kernel, AtomicsCountEveryWorkItem) {
  queue q;
  int n = 0, low = 1000, *count = &n, *least = &low;
  float f = 0, *sum = &f;
  q.parallel_for(range<1>(200000), [=](id<1> i) {
     atomic_ref<int, memory_order::relaxed, memory_scope::device> c(*count), m(*least);
     c.fetch_add(1);
     m.fetch_min(static_cast<int>(i));
     if (i < 1000)
       atomic_ref<float, memory_order::relaxed, memory_scope::system>(*sum) += 1.f;
   }).wait();
  EXPECT_EQ(n, 200000);
  EXPECT_EQ(low, 0);
  EXPECT_EQ(f, 1000.f);
  int expected = 5;
  atomic_ref<int, memory_order::acq_rel, memory_scope::device> a(low);
  EXPECT_FALSE(a.compare_exchange_strong(expected, 9));
  EXPECT_EQ(expected, 0);
  EXPECT_TRUE(a.compare_exchange_strong(expected, 9));
  EXPECT_EQ(a.exchange(3), 9);
  EXPECT_EQ(a.fetch_or(4), 3);
  EXPECT_EQ(a.load(), 7);
}

TEST(Kernel, Builtins) {
  EXPECT_EQ(sycl::sqrt(4.f), 2.f);
  EXPECT_EQ(sycl::fmax(1.0, 2.0), 2.0);
  EXPECT_EQ(sycl::clamp(7, 0, 5), 5);
  EXPECT_EQ(sycl::abs(-3), 3);
  EXPECT_EQ(sycl::fabs(-3.f), 3.f);
  EXPECT_EQ(sycl::floor(-1.5), -2.0);
  EXPECT_EQ(sycl::pow(2.f, 10.f), 1024.f);
  EXPECT_EQ(sycl::fma(2.f, 3.f, 4.f), 10.f);
  EXPECT_EQ(sycl::min(2u, 3u), 2u);
  EXPECT_EQ(sycl::sign(-2.5f), -1.f);
  EXPECT_NEAR(sycl::exp(sycl::log(3.0)), 3.0, 1e-12);
}
