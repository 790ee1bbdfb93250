// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Allocations, copies and fills.
#include "cuda_test.hpp"

#include <cstring>
#include <numeric>

namespace {

using cuda_test::expect_error;
using cuda_test::usm_kind;
using fake_gpu::result;
using cuda_memory = cuda_test::cuda;

TEST_F(cuda_memory, every_kind_is_allocated_and_freed) {
  for (usm_kind kind : {usm_kind::device, usm_kind::host, usm_kind::shared}) {
    void *p = device().allocate(1000, 0, kind);
    ASSERT_NE(p, nullptr);
    EXPECT_EQ(fake->allocations.size(), 1u);
    device().deallocate(p, kind);
  }
  EXPECT_EQ(fake->calls["cuMemAlloc"], 1);
  EXPECT_EQ(fake->calls["cuMemHostAlloc"], 1);
  EXPECT_EQ(fake->calls["cuMemAllocManaged"], 1);
}

TEST_F(cuda_memory, nothing_is_still_an_allocation) {
  void *p = device().allocate(0, 0, usm_kind::device);
  EXPECT_NE(p, nullptr);
  device().deallocate(p, usm_kind::device);
  device().deallocate(nullptr, usm_kind::device);
}

TEST_F(cuda_memory, exhausted_gives_null) {
  fake->always["cuMemAlloc"] = fake->always["cuMemHostAlloc"] = fake->always["cuMemAllocManaged"] =
      result::out_of_memory;
  for (usm_kind kind : {usm_kind::device, usm_kind::host, usm_kind::shared})
    EXPECT_EQ(device().allocate(1000, 0, kind), nullptr);
}

TEST_F(cuda_memory, alignment_that_the_driver_does_not_promise_gives_null) {
  EXPECT_EQ(device().allocate(1000, 512, usm_kind::device), nullptr);
  EXPECT_EQ(device().allocate(1000, 48, usm_kind::device), nullptr);
  void *p = device().allocate(1000, 256, usm_kind::device);
  EXPECT_NE(p, nullptr);
  device().deallocate(p, usm_kind::device);
}

TEST_F(cuda_memory, unknown_pointer_is_an_error) {
  int x = 0;
  device().create_stream(false);
  expect_error(sycl::errc::runtime, "cuMemFree failed: CUDA_ERROR_INVALID_VALUE: text of the driver [SF6004]",
               [&] { device().deallocate(&x, usm_kind::device); });
}

TEST_F(cuda_memory, no_copy_waits) {
  auto stream = device().create_stream(false);
  for (std::size_t n : {100u, 20000u, 300001u, 1048576u, 3000000u}) { // below, in and above what is staged
    std::vector<int> source(n), back(n, -1);
    std::iota(source.begin(), source.end(), static_cast<int>(n));
    void *p = device().allocate(4 * n, 0, usm_kind::device);
    fake->calls.clear();
    stream->copy(p, source.data(), 4 * n);
    stream->copy(back.data(), p, 4 * n);
    EXPECT_EQ(fake->calls.count("cuStreamSynchronize"), 0u);
    EXPECT_EQ(back[n - 1], -1);
    stream->synchronize();
    EXPECT_EQ(back, source);
    device().deallocate(p, usm_kind::device);
  }
}

TEST_F(cuda_memory, staged_source_may_change_after_the_call) {
  auto stream = device().create_stream(false), other = device().create_stream(false);
  constexpr std::size_t n = 200003; // two pieces
  char *p = static_cast<char *>(device().allocate(20 * 4 * n, 0, usm_kind::device));
  std::vector<int> source(n), back(n);
  fake->calls.clear();
  for (int k = 0; k < 20; ++k) { // more than the ring holds
    source.assign(n, k);
    (k % 3 ? stream : other)->copy(p + 4 * n * k, source.data(), 4 * n);
  }
  EXPECT_LE(fake->calls["cuMemHostAlloc"], 8);
  EXPECT_EQ(fake->calls["cuMemcpyAsync"], 40);
  stream->synchronize();
  other->synchronize();
  for (int k = 0; k < 20; ++k) {
    stream->copy(back.data(), p + 4 * n * k, 4 * n);
    stream->synchronize();
    EXPECT_EQ(back, std::vector<int>(n, k));
  }
  device().deallocate(p, usm_kind::device);
}

TEST_F(cuda_memory, without_pinned_memory_copies_go_on) {
  auto stream = device().create_stream(false);
  std::vector<int> source(100000, 3), back(100000);
  void *p = device().allocate(400000, 0, usm_kind::device);
  fake->always["cuMemHostAlloc"] = result::out_of_memory;
  EXPECT_EQ(device().take_host_memory(400000), nullptr);
  stream->copy(p, source.data(), 400000);
  stream->copy(back.data(), p, 400000);
  stream->synchronize();
  EXPECT_EQ(back, source);
  fake->always["cuMemHostAlloc"] = result::launch_failed;
  expect_error(sycl::errc::kernel,
               "cuMemHostAlloc failed: CUDA_ERROR_LAUNCH_FAILED: unspecified launch failure [SF6004]",
               [&] { stream->copy(p, source.data(), 400000); });
  fake->always.clear();
  device().deallocate(p, usm_kind::device);
}

TEST_F(cuda_memory, of_the_host_is_kept_and_bounded) {
  EXPECT_EQ(device().take_host_memory(100), nullptr); // does not pay
  EXPECT_EQ(device().take_host_memory(std::size_t{1} << 30), nullptr);
  for (int i = 0; i < 10; ++i) {
    void *p = device().take_host_memory(100000);
    ASSERT_NE(p, nullptr);
    std::memset(p, 1, 100000);
    device().give_host_memory(p, 100000);
  }
  EXPECT_EQ(fake->calls["cuMemHostAlloc"], 1);
  std::vector<void *> many;
  for (int i = 0; i < 8; ++i)
    many.push_back(device().take_host_memory(std::size_t{16} << 20));
  for (void *p : many)
    device().give_host_memory(p, std::size_t{16} << 20);
  EXPECT_EQ(fake->calls["cuMemHostAlloc"], 9);
  EXPECT_GE(fake->calls["cuMemFreeHost"], 4);
}

TEST_F(cuda_memory, pinned_and_device_memory_do_not_wait) {
  auto stream = device().create_stream(false);
  void *pinned = device().allocate(400, 0, usm_kind::host), *p = device().allocate(400, 0, usm_kind::device);
  stream->copy(p, pinned, 400);
  stream->fill(pinned, "x", 1, 400);
  EXPECT_EQ(fake->calls.count("cuStreamSynchronize"), 0u);
  stream->synchronize();
  EXPECT_EQ(static_cast<char *>(pinned)[399], 'x');
  device().deallocate(p, usm_kind::device);
  device().deallocate(pinned, usm_kind::host);
}

TEST_F(cuda_memory, empty_copies_and_fills_do_nothing) {
  auto stream = device().create_stream(false);
  stream->copy(nullptr, nullptr, 0);
  stream->fill(nullptr, "x", 1, 0);
  EXPECT_EQ(fake->calls.count("cuMemcpyAsync"), 0u);
}

TEST_F(cuda_memory, patterns_of_any_size_and_alignment) {
  auto stream = device().create_stream(false);
  char *p = static_cast<char *>(device().allocate(8192, 0, usm_kind::device));
  for (std::size_t size : {1, 2, 3, 4, 6, 8, 12, 16, 24})
    for (std::size_t count : {1, 2, 3, 100})
      for (std::size_t offset : {0, 1, 2, 4}) {
        std::string pattern(size, 0), wanted;
        for (std::size_t i = 0; i < size; ++i)
          pattern[i] = static_cast<char>(31 * i + size + 1);
        for (std::size_t i = 0; i < count; ++i)
          wanted += pattern;
        std::memset(p, 0, 8192);
        stream->fill(p + offset, pattern.data(), size, count);
        stream->synchronize();
        EXPECT_EQ(std::string(p + offset, size * count), wanted) << size << " x " << count << " at " << offset;
        EXPECT_EQ(p[offset + size * count], 0);
      }
  device().deallocate(p, usm_kind::device);
}

TEST_F(cuda_memory, pageable_memory_is_filled_after_earlier_commands) {
  auto stream = device().create_stream(false);
  std::vector<int> host(10, 1);
  int *p = static_cast<int *>(device().allocate(40, 0, usm_kind::device));
  const int three = 3, five = 5;
  stream->fill(p, &three, 4, 10);
  stream->copy(host.data(), p, 40);
  stream->fill(host.data(), &five, 4, 10); // at once, since it is the host that fills
  EXPECT_EQ(host, std::vector<int>(10, 5));
  device().deallocate(p, usm_kind::device);
}

} // namespace
