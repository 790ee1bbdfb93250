// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// USM that cannot be: sizes, alignments, pointers and copies that are refused, with the queue usable afterwards.
#include "exception_codes.hpp"

#include "sycl/sycl.hpp"

#include <gtest/gtest.h>

using namespace sycl;
using test::expect_error;

namespace {

void expect_usable(queue &q) {
  int *p = malloc_shared<int>(100, q);
  q.parallel_for(range<1>(100), [=](id<1> i) { p[i] = static_cast<int>(i); }).wait();
  EXPECT_EQ(p[99], 99);
  free(p, q);
}

struct usm_errors : testing::Test {
  queue q;
  int *a = malloc_device<int>(100, q), *b = malloc_shared<int>(50, q);
  ~usm_errors() override {
    expect_usable(q);
    free(a, q);
    free(b, q);
  }
};

} // namespace

TEST_F(usm_errors, CopiesBeyondTheEnd) {
  std::vector<int> host(200);
  expect_error([&] { q.memcpy(a, host.data(), 401); }, errc::invalid, {"memcpy", "401 bytes", "byte 0", "of 400"});
  expect_error([&] { q.memcpy(host.data(), a + 90, 41); }, errc::invalid, {"41 bytes", "byte 360", "of 400"});
  expect_error([&] { q.copy(a, b, 51); }, errc::invalid, {"copy", "204 bytes", "of 200"});
  expect_error([&] { q.copy(a + 60, b, 41); }, errc::invalid, {"164 bytes", "byte 240", "of 400"});
  expect_error([&] { q.memset(b + 49, 0, 5); }, errc::invalid, {"memset", "5 bytes", "byte 196", "of 200"});
  expect_error([&] { q.fill(a, 1.0, 51); }, errc::invalid, {"fill", "408 bytes", "of 400"});
  expect_error([&] { q.prefetch(b, 201); }, errc::invalid, {"prefetch", "201 bytes", "of 200"});
  expect_error([&] { q.mem_advise(b, 201, 0); }, errc::invalid, {"mem_advise", "201 bytes"});
  expect_error([&] { q.copy(a, b, SIZE_MAX / 2); }, errc::invalid, {"do not fit 64 bits"});
  // What just fits.
  q.memcpy(a, host.data(), 400).wait();
  q.copy(a + 60, host.data() + 3, 40).wait();
  q.memset(b + 49, 0, 4).wait();
  q.fill(a, 1.0, 50).wait();
  q.memcpy(host.data(), host.data() + 100, 400).wait();
}

TEST_F(usm_errors, CopiesBetweenAccessorsAndTooLittleMemory) {
  buffer<int> buf(range<1>(101));
  q.submit([&](handler &h) { h.fill(accessor(buf, h), 3); });
  expect_error([&] { q.submit([&](handler &h) { h.copy(accessor(buf, h, read_only), a); }); }, errc::invalid,
               {"404 bytes", "of 400"});
  expect_error(
      [&] { q.submit([&](handler &h) { h.copy(static_cast<const int *>(a), accessor(buf, h, write_only)); }); },
      errc::invalid, {"404 bytes", "of 400"});
  buffer<int> small(range<1>(7));
  expect_error(
      [&] { q.submit([&](handler &h) { h.copy(accessor(buf, h, read_only), accessor(small, h, write_only)); }); },
      errc::invalid, {"404 bytes", "only 28"});
  q.submit([&](handler &h) { h.copy(accessor(buf, h, range(100), read_only), a); }).wait();
  EXPECT_EQ(host_accessor(buf)[100], 3);
}

TEST_F(usm_errors, NullPointers) {
  int x = 0;
  expect_error([&] { q.memcpy(nullptr, &x, 4); }, errc::invalid, {"memcpy", "4 bytes", "null"});
  expect_error([&] { q.memcpy(&x, nullptr, 4); }, errc::invalid, {"null"});
  expect_error([&] { q.memset(nullptr, 0, 1); }, errc::invalid, {"memset", "null"});
  expect_error([&] { q.fill(nullptr, 1, 1); }, errc::invalid, {"fill", "null"});
  q.memcpy(nullptr, nullptr, 0).wait();
  q.memset(nullptr, 0, 0).wait();
}

TEST_F(usm_errors, Free) {
  char *c = malloc_host<char>(10, q);
  expect_error([&] { free(c + 3, q); }, errc::invalid, {"3 bytes into an allocation"});
  free(c, q);
  expect_error([&] { free(c, q); }, errc::invalid, {"free already", "0x"});
  int x = 0;
  expect_error([&] { free(&x, q.get_context()); }, errc::invalid, {"nothing is allocated"});
  free(nullptr, q.get_context());
  expect_error([&] { get_pointer_device(&x, q.get_context()); }, errc::invalid, {"no USM pointer"});
  EXPECT_EQ(get_pointer_type(&x, q.get_context()), usm::alloc::unknown);
}

TEST_F(usm_errors, SizesAlignmentsKinds) {
  device d = q.get_device();
  context c = q.get_context();
  EXPECT_EQ(malloc_device(0, q), nullptr);
  EXPECT_EQ(malloc_shared<int>(0, d, c), nullptr);
  for (std::size_t alignment : {3u, 48u, 65u, 1000u}) {
    EXPECT_EQ(aligned_alloc_host(alignment, 10, c), nullptr);
    EXPECT_EQ((aligned_alloc<int>(alignment, 10, q, usm::alloc::shared)), nullptr);
  }
  // Too large, and too large to be counted.
  EXPECT_EQ(malloc_device<char>(SIZE_MAX / 4, q), nullptr);
  EXPECT_EQ(malloc_device<double>(SIZE_MAX / 2, q), nullptr);
  EXPECT_EQ(aligned_alloc_shared<double>(64, SIZE_MAX / 8 + 2, q), nullptr);
  expect_error([&] { malloc(10, q, usm::alloc::unknown); }, errc::invalid, {"unknown"});
}

TEST_F(usm_errors, AllocatorWithoutMemory) {
  usm_allocator<double, usm::alloc::shared> shared(q);
  expect_error([&] { shared.allocate(SIZE_MAX / 8); }, errc::memory_allocation, {"elements of 8 bytes"});
  shared.deallocate(nullptr, 0);
}

namespace {
// Every overload of a kind: each gives usable memory of the kind, aligned.
void expect_memory(void *p, std::size_t alignment, usm::alloc kind, queue &q) {
  ASSERT_NE(p, nullptr);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(p) % alignment, 0u);
  EXPECT_EQ(get_pointer_type(p, q.get_context()), kind);
  EXPECT_EQ(get_pointer_type(static_cast<char *>(p) + 79, q.get_context()), kind);
  EXPECT_EQ(get_pointer_type(static_cast<char *>(p) + 80, q.get_context()), usm::alloc::unknown);
  EXPECT_TRUE(get_pointer_device(p, q.get_context()) == q.get_device());
  q.memset(p, 1, 80).wait();
  free(p, q.get_context());
}
} // namespace

TEST(Usm, EveryOverload) {
  queue q;
  const device d = q.get_device();
  const context c = q.get_context();
  const property_list p;
  using usm::alloc;
#define EXPECT_OVERLOADS(kind, ...)                                                                                    \
  expect_memory(malloc_##kind(80, __VA_ARGS__), 64, alloc::kind, q);                                                   \
  expect_memory(malloc_##kind(80, __VA_ARGS__, p), 64, alloc::kind, q);                                                \
  expect_memory(malloc_##kind<double>(10, __VA_ARGS__), 64, alloc::kind, q);                                           \
  expect_memory(malloc_##kind<double>(10, __VA_ARGS__, {}), 64, alloc::kind, q);                                       \
  expect_memory(aligned_alloc_##kind(256, 80, __VA_ARGS__), 256, alloc::kind, q);                                      \
  expect_memory(aligned_alloc_##kind(0, 80, __VA_ARGS__, p), 64, alloc::kind, q);                                      \
  expect_memory(aligned_alloc_##kind<double>(128, 10, __VA_ARGS__), 128, alloc::kind, q);                              \
  expect_memory(aligned_alloc_##kind<double>(2, 10, __VA_ARGS__, p), 64, alloc::kind, q);
  EXPECT_OVERLOADS(device, q)
  EXPECT_OVERLOADS(device, d, c)
  EXPECT_OVERLOADS(shared, q)
  EXPECT_OVERLOADS(shared, d, c)
  EXPECT_OVERLOADS(host, q)
  EXPECT_OVERLOADS(host, c)
#undef EXPECT_OVERLOADS
  for (alloc kind : {alloc::device, alloc::shared, alloc::host}) {
    expect_memory(malloc(80, q, kind), 64, kind, q);
    expect_memory(malloc(80, d, c, kind, p), 64, kind, q);
    expect_memory(malloc<double>(10, q, kind, p), 64, kind, q);
    expect_memory(malloc<double>(10, d, c, kind), 64, kind, q);
    expect_memory(aligned_alloc(256, 80, q, kind, p), 256, kind, q);
    expect_memory(aligned_alloc(256, 80, d, c, kind), 256, kind, q);
    expect_memory(aligned_alloc<double>(256, 10, q, kind), 256, kind, q);
    expect_memory(aligned_alloc<double>(256, 10, d, c, kind, p), 256, kind, q);
  }
}

TEST(Usm, AllocatorsInContainers) {
  queue q;
  using shared = usm_allocator<int, usm::alloc::shared>;
  using host = usm_allocator<int, usm::alloc::host, 256>;
  std::vector<int, shared> v(5, shared(q));
  std::vector<int, host> w(3, 1, host(q.get_context(), q.get_device(), property_list{}));
  for (int i = 0; i < 1000; ++i)
    v.push_back(i);
  EXPECT_EQ(get_pointer_type(v.data(), q.get_context()), usm::alloc::shared);
  EXPECT_EQ(get_pointer_type(w.data(), q.get_context()), usm::alloc::host);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(w.data()) % 256, 0u);
  int *p = v.data();
  q.parallel_for(range<1>(v.size()), [=](id<1> i) { p[i] += 1; }).wait();
  EXPECT_EQ(v[1004], 1000);
  auto moved = std::move(v);
  EXPECT_EQ(moved.data(), p);
  EXPECT_TRUE(shared(q) == shared(q));
  EXPECT_TRUE((shared(q) == usm_allocator<float, usm::alloc::shared>(shared(q))));
  EXPECT_TRUE((shared(q) != usm_allocator<int, usm::alloc::host>(q)));
  EXPECT_TRUE(shared(q) != shared(queue(context(q.get_device()), q.get_device())));
  context other{q.get_device()};
  EXPECT_FALSE(other == q.get_context());
}
