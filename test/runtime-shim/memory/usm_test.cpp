// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sycl/sycl.hpp"

#include <gtest/gtest.h>

#include <set>

using namespace sycl;

TEST(Usm, KindsAndPointerQueries) {
  queue q;
  context c = q.get_context();
  int *d = malloc_device<int>(10, q), *h = malloc_host<int>(10, q), *s = malloc_shared<int>(10, q.get_device(), c);
  EXPECT_EQ(get_pointer_type(d, c), usm::alloc::device);
  EXPECT_EQ(get_pointer_type(h + 9, c), usm::alloc::host);
  EXPECT_EQ(get_pointer_type(s + 3, c), usm::alloc::shared);
  EXPECT_EQ(get_pointer_type(s + 10, c), usm::alloc::unknown);
  EXPECT_EQ(get_pointer_type(&c, c), usm::alloc::unknown);
  EXPECT_TRUE(get_pointer_device(d, c) == q.get_device());
  EXPECT_THROW(get_pointer_device(&c, c), sycl::exception);
  for (int *p : {d, h, s})
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(p) % 128, 0u);
  free(d, q);
  free(h, q);
  free(s, c);
  free(nullptr, q);
  EXPECT_EQ(get_pointer_type(d, c), usm::alloc::unknown);
  EXPECT_THROW(free(&c, c), sycl::exception);
}

TEST(Usm, Operations) {
  queue q{property::queue::in_order{}};
  int *a = malloc_device<int>(1000, q), *b = malloc_shared<int>(1000, q);
  std::vector<int> v(1000);
  q.fill(a, 3, 1000);
  q.memcpy(b, a, 4000);
  q.parallel_for(range<1>(1000), [=](id<1> i) { b[i] += static_cast<int>(i); });
  q.copy(b, v.data(), 1000);
  q.memset(a, 0xff, 16);
  q.prefetch(a, 16).wait();
  EXPECT_EQ(v[999], 1002);
  EXPECT_EQ(a[3], -1);
  EXPECT_EQ(a[4], 3);
  struct three {
    char c[3];
  };
  three *t = malloc_shared<three>(5, q);
  q.fill(t, three{{1, 2, 3}}, 5).wait();
  EXPECT_EQ(t[4].c[2], 3);
  for (void *p : {static_cast<void *>(a), static_cast<void *>(b), static_cast<void *>(t)})
    free(p, q);
}

TEST(Usm, Alignment) {
  queue q;
  for (std::size_t alignment : {1u, 64u, 256u, 4096u}) {
    void *p = aligned_alloc_shared(alignment, 100, q);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(p) % alignment, 0u);
    free(p, q);
  }
  EXPECT_EQ(aligned_alloc_device(48, 100, q), nullptr);
  EXPECT_EQ(malloc_device<char>(std::size_t{1} << 62, q), nullptr);
}

TEST(Usm, Allocator) {
  queue q;
  std::vector<int, usm_allocator<int, usm::alloc::shared>> v(100, 2, usm_allocator<int, usm::alloc::shared>(q));
  int *p = v.data();
  q.parallel_for(range<1>(100), [=](id<1> i) { p[i] *= 2; }).wait();
  EXPECT_EQ(v[50], 4);
}

// Side by side in a loop, blocks at the same place of a page would wait for each other.
TEST(Usm, LargeBlocksBeginAtDifferentPlacesOfAPage) {
  constexpr std::size_t page = 4096, huge_page = std::size_t{2} << 20;
  sycl::queue q{sycl::cpu_selector_v};
  for (std::size_t bytes :
       {4 * page, std::size_t{100'000}, huge_page - huge_page / 16, huge_page + 4, 3 * huge_page + 1}) {
    std::vector<char *> blocks(8);
    std::set<std::size_t> places;
    for (char *&p : blocks) {
      p = sycl::malloc_shared<char>(bytes, q);
      ASSERT_NE(p, nullptr);
      const auto address = reinterpret_cast<std::uintptr_t>(p);
      EXPECT_EQ(address % 128, 0u);
      if (bytes > huge_page / 8 * 7) {
        EXPECT_LT(address % huge_page, page) << bytes; // huge pages hold it
        places.insert(address % page);
      }
      p[0] = p[bytes - 1] = 1;
    }
    if (!places.empty())
      EXPECT_EQ(places.size(), blocks.size()) << bytes;
    for (char *p : blocks)
      sycl::free(p, q);
  }
}
