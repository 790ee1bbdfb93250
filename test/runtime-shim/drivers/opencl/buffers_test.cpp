// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Devices without memory by pointers, through buffers of OpenCL: addresses are found again in arguments, copies and
// fills, and what has no meaning is refused. The double has no other memory in this mode (support/fake_opencl.cpp).
#include "opencl_fixture.hpp"

namespace {

using namespace opencl_test;

class opencl_buffers : public opencl_driver {
protected:
  void SetUp() override {
    use("no-pointers");
    ASSERT_FALSE(driver_->devices().empty()) << driver_->unavailable();
    stream_ = device().create_stream(false);
  }
  void TearDown() override {
    stream_.reset();
    opencl_driver::TearDown();
  }
  std::uint64_t *allocate(std::size_t count) {
    return static_cast<std::uint64_t *>(device().allocate(8 * count, 0, usm_kind::device));
  }
  void deallocate(void *p) { device().deallocate(p, usm_kind::device); }
  std::vector<std::uint64_t> read(const std::uint64_t *from, std::size_t count) {
    std::vector<std::uint64_t> numbers(count);
    stream_->copy(numbers.data(), from, 8 * count);
    stream_->synchronize();
    return numbers;
  }
  // Numbers from `first` on.
  std::vector<std::uint64_t> write(std::uint64_t *to, std::size_t count, std::uint64_t first = 0) {
    std::vector<std::uint64_t> numbers(count);
    std::iota(numbers.begin(), numbers.end(), first);
    stream_->copy(to, numbers.data(), 8 * count);
    stream_->synchronize();
    return numbers;
  }
  // The code and the text of what a launch on this memory throws.
  std::error_code refusal_on(std::uint64_t *memory, std::string &text) {
    try {
      launch(*stream_, memory, 20, 20, 160);
    } catch (const sycl::exception &e) {
      text = e.what();
      return e.code();
    }
    return {};
  }

  std::unique_ptr<driver_stream> stream_;
};

TEST_F(opencl_buffers, are_all_the_memory_there_is) {
  EXPECT_FALSE(device().properties().usm_device || device().properties().usm_host || device().properties().usm_shared);
  EXPECT_EQ(device().allocate(100, 0, usm_kind::host), nullptr);
  EXPECT_EQ(device().allocate(100, 0, usm_kind::shared), nullptr);
  EXPECT_EQ(device().allocate(std::size_t{1} << 46, 0, usm_kind::device), nullptr); // addresses, but no memory
}

TEST_F(opencl_buffers, copies_find_places_in_them) {
  std::uint64_t *a = allocate(1003), *b = allocate(1003);
  write(a, 1003);
  write(b, 1003, 5000);
  stream_->copy(b + 7, a + 500, 8 * 401);
  const auto seen = read(b, 1003);
  for (std::uint64_t i = 0; i < 1003; ++i)
    EXPECT_EQ(seen[i], i >= 7 && i < 408 ? 500 + i - 7 : 5000 + i) << i;
  stream_->copy(a, a + 600, 8 * 403); // within one
  EXPECT_EQ(read(a, 1).front(), 600u);
  EXPECT_THROW(stream_->copy(a, a + 1, 16), sycl::exception);
  EXPECT_THROW(stream_->copy(a + 1000, b, 8 * 4), sycl::exception); // beyond the end
  deallocate(a);
  deallocate(b);
}

TEST_F(opencl_buffers, fills_find_places_in_them) {
  std::uint64_t *a = allocate(100);
  write(a, 100);
  const std::uint64_t pattern[] = {70, 80, 90};
  stream_->fill(a + 3, pattern, 24, 11);
  const auto seen = read(a, 100);
  for (std::uint64_t i = 0; i < 100; ++i)
    EXPECT_EQ(seen[i], i >= 3 && i < 36 ? pattern[(i - 3) % 3] : i) << i;
  deallocate(a);
}

TEST_F(opencl_buffers, copies_of_the_hosts_memory_come_after_earlier_commands) {
  std::uint64_t *a = allocate(3);
  const auto numbers = write(a, 3, 41);
  std::vector<std::uint64_t> first(3), second(3);
  stream_->copy(first.data(), a, 24);
  stream_->copy(second.data(), first.data(), 24);
  EXPECT_EQ(second, numbers);
  deallocate(a);
}

TEST_F(opencl_buffers, arguments_are_the_buffer_or_an_aligned_part_of_it) {
  std::uint64_t *a = allocate(300);
  const std::size_t aligned = 16; // numbers: 128 bytes, what PoCL asks for
  for (std::size_t at : {std::size_t{0}, aligned, 17 * aligned, aligned}) {
    write(a, 300);
    launch(*stream_, a + at, 20, 20, 160);
    const auto seen = read(a, 300);
    for (std::uint64_t i = 0; i < 300; ++i)
      EXPECT_EQ(seen[i], i >= at && i < at + 20 ? 2 * at + 19 - i : i) << at << ", " << i;
  }
  std::string text;
  EXPECT_EQ(refusal_on(a + 1, text), sycl::errc::invalid);
  EXPECT_NE(text.find("8 bytes into a buffer"), std::string::npos) << text;
  EXPECT_NE(text.find("multiples of 128 bytes (info::device::mem_base_addr_align)"), std::string::npos) << text;
  deallocate(a);
}

TEST_F(opencl_buffers, pointers_that_are_no_buffers_are_refused) {
  std::uint64_t mine[20] = {};
  std::string text;
  EXPECT_EQ(refusal_on(mine, text), sycl::errc::kernel_argument);
  std::uint64_t *freed = allocate(20);
  deallocate(freed);
  EXPECT_EQ(refusal_on(freed, text), sycl::errc::kernel_argument);
  std::uint64_t *a = allocate(20); // usable afterwards
  write(a, 20);
  launch(*stream_, a, 20, 20, 160);
  EXPECT_EQ(read(a, 1).front(), 19u);
  deallocate(a);
}

// Of structures that are said to hold some which the kernel uses.
TEST_F(opencl_buffers, pointers_in_structures_are_refused) {
  std::uint64_t *a = allocate(20);
  auto v = form("write_items");
  v.arguments[1].source = syclfuse::argument_source::closure;
  v.arguments[1].size = 8;
  const std::uint64_t *inside = a + 3, *const no_pointer = nullptr;
  for (const auto &[used, pointer] : {std::pair{false, inside}, {true, no_pointer}, {true, inside}}) {
    const bool refused = used && pointer;
    v.arguments[1].pointer = used ? 2 : 0;
    request_.kernel = load(v);
    ASSERT_NE(request_.kernel, nullptr) << error_;
    const void *args[] = {&a, &pointer};
    request_.args = args;
    request_.arg_count = 2;
    request_.range.global_size[0] = request_.range.global_size[1] = request_.range.global_size[2] = 1;
    request_.range.local_size[0] = 0;
    try {
      stream_->launch(request_);
      EXPECT_FALSE(refused);
    } catch (const sycl::exception &e) {
      EXPECT_TRUE(refused && e.code() == sycl::errc::kernel_argument) << e.what();
    }
  }
  stream_->synchronize();
  deallocate(a);
}

TEST_F(opencl_buffers, are_kept_by_commands_that_use_them) {
  std::vector<std::uint64_t> back(20);
  std::uint64_t *a = allocate(20);
  write(a, 20);
  launch(*stream_, a, 20, 20, 160);
  stream_->copy(back.data(), a, 8 * 20);
  deallocate(a);
  stream_->synchronize();
  EXPECT_EQ(back.front(), 19u);
}

TEST_F(opencl_buffers, failures_are_errors_and_leave_the_device_usable) {
  std::uint64_t *a = allocate(40);
  const std::uint64_t zero = 0;
  for (const char *call : {"clCreateSubBuffer", "clEnqueueReadBuffer", "clEnqueueWriteBuffer", "clEnqueueCopyBuffer",
                           "clEnqueueFillBuffer", "clEnqueueNDRangeKernel"}) {
    ::setenv("FAKE_OPENCL_FAILS", (call + std::string("=-4")).c_str(), 1);
    try {
      write(a, 20);
      stream_->copy(a + 20, a, 8 * 20);
      stream_->fill(a, &zero, 8, 20);
      launch(*stream_, a + 16, 20, 20, 160);
      read(a, 20);
      ADD_FAILURE() << call;
    } catch (const sycl::exception &e) {
      EXPECT_EQ(e.code(), sycl::errc::memory_allocation) << e.what();
      EXPECT_NE(std::string(e.what()).find(call), std::string::npos) << e.what();
    }
    ::unsetenv("FAKE_OPENCL_FAILS");
    stream_->synchronize();
  }
  ::setenv("FAKE_OPENCL", "no-pointers full", 1);
  EXPECT_EQ(allocate(20), nullptr);
  ::setenv("FAKE_OPENCL", "no-pointers", 1);
  write(a, 20);
  launch(*stream_, a, 20, 20, 160);
  EXPECT_EQ(read(a, 1).front(), 19u);
  deallocate(a);
}

} // namespace
