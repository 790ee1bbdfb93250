// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls of OpenCL that fail: a device that is lost, an image that is not built, memory that runs out. Each is the
// standard's error, and the device is usable again when they do not fail any more.
#include "opencl_fixture.hpp"

#include <atomic>
#include <functional>
#include <thread>

namespace {

using namespace opencl_test;

class opencl_failures : public opencl_driver {
protected:
  using memory_of_device = std::unique_ptr<std::uint64_t, std::function<void(std::uint64_t *)>>;
  memory_of_device allocate(std::size_t count) {
    auto *memory = static_cast<std::uint64_t *>(device().allocate(8 * count, 0, usm_kind::shared));
    return {memory, [this](std::uint64_t *p) { device().deallocate(p, usm_kind::shared); }};
  }

  // All that a device does, on two streams: true if the numbers are right in the end.
  bool swaps_numbers() {
    const auto first = device().create_stream(true), second = device().create_stream(false);
    const memory_of_device there = allocate(60);
    std::vector<std::uint64_t> numbers(60), back(60);
    std::iota(numbers.begin(), numbers.end(), 0);
    try {
      return swaps(*first, *second, there.get(), numbers, back);
    } catch (...) { // the commands before the one that failed still use the memory
      ::unsetenv("FAKE_OPENCL_FAILS");
      first->synchronize();
      second->synchronize();
      throw;
    }
  }
  bool swaps(driver_stream &first, driver_stream &second, std::uint64_t *there,
             const std::vector<std::uint64_t> &numbers, std::vector<std::uint64_t> &back) {
    const std::uint64_t last = 59;
    first.copy(there, numbers.data(), 8 * 60);
    first.fill(there + 59, &last, 8, 1);
    second.wait_for(*first.record());
    launch(second, there, 60, 20, 160);
    const auto launched = second.record();
    first.wait_for(*launched);
    first.copy(back.data(), there, 8 * 60);
    const auto copied = first.record();
    copied->wait();
    first.synchronize();
    second.synchronize();
    bool right = copied->complete() && copied->start_ns() <= copied->end_ns();
    for (std::uint64_t i = 0; i < 60; ++i)
      right &= back[i] == i / 20 * 20 + 19 - i % 20;
    return right;
  }
  // What swaps_numbers() throws while these calls fail; nothing if it is right nevertheless.
  std::string failure(const std::string &calls, std::error_code &code) {
    ::setenv("FAKE_OPENCL_FAILS", calls.c_str(), 1);
    std::string text;
    try {
      EXPECT_TRUE(swaps_numbers()) << calls;
    } catch (const sycl::exception &e) {
      text = e.what();
      code = e.code();
    }
    ::unsetenv("FAKE_OPENCL_FAILS");
    return text;
  }

  // An image that is refused is no failed call: load() says why.
  void launch(driver_stream &stream, std::uint64_t *memory, std::uint64_t items, std::uint64_t group,
              std::uint32_t local_memory) {
    if (!load(form("swap_in_group")))
      throw sycl::exception(make_error_code(sycl::errc::build), error_);
    opencl_driver::launch(stream, memory, items, group, local_memory);
  }
};

TEST_F(opencl_failures, of_each_call_are_errors_and_leave_the_device_usable) {
  for (const char *call : {"clCreateContext", "clCreateCommandQueue", "clCreateProgramWithBinary", "clBuildProgram",
                           "clCreateKernel", "clSetKernelExecInfo", "clEnqueueNDRangeKernel", "clEnqueueSVMMemcpy",
                           "clEnqueueSVMMemFill", "clRetainEvent", "clEnqueueBarrierWithWaitList", "clFlush",
                           "clWaitForEvents", "clGetEventInfo", "clFinish", "clGetEventProfilingInfo"}) {
    use("");
    std::error_code code;
    const std::string text = failure(std::string(call) + "=-36", code);
    const bool of_image = call == std::string("clBuildProgram") || call == std::string("clCreateKernel");
    EXPECT_NE(text.find(of_image ? "error -36" : call), std::string::npos) << call << ": " << text;
    EXPECT_TRUE(code == sycl::errc::runtime || code == sycl::errc::kernel || code == sycl::errc::build) << call;
    EXPECT_TRUE(swaps_numbers()) << call;
  }
}

TEST_F(opencl_failures, a_lost_device_is_an_error_and_the_process_goes_on) {
  use("");
  EXPECT_TRUE(swaps_numbers());
  auto stream = device().create_stream(true);
  const memory_of_device there = allocate(60);
  launch(*stream, there.get(), 60, 20, 160);
  stream->synchronize(); // PoCL, which is not lost, may not release a program that it runs
  const auto event = stream->record();
  ::setenv("FAKE_OPENCL_FAILS", "all=-2", 1);
  const std::uint64_t zero = 0;
  const std::function<void()> calls[] = {[&] { event->wait(); },
                                         [&] { event->complete(); },
                                         [&] { event->start_ns(); },
                                         [&] { stream->synchronize(); },
                                         [&] { stream->fill(there.get(), &zero, 8, 60); },
                                         [&] { launch(*stream, there.get(), 60, 20, 160); },
                                         [&] { device().create_stream(false); }};
  for (const auto &call : calls)
    try {
      call();
      ADD_FAILURE() << "call " << &call - calls << " throws nothing";
    } catch (const sycl::exception &e) {
      EXPECT_NE(std::string(e.what()).find("CL_DEVICE_NOT_AVAILABLE"), std::string::npos) << e.what();
    }
  // What is left of it ends while it is lost: TearDown().
}

TEST_F(opencl_failures, what_the_compiler_says_is_part_of_the_refusal) {
  use("");
  std::error_code code;
  const std::string text = failure("clBuildProgram=-11", code);
  EXPECT_EQ(code, sycl::errc::build);
  EXPECT_NE(text.find("CL_BUILD_PROGRAM_FAILURE; line 1: a word that nobody knows"), std::string::npos) << text;
}

TEST_F(opencl_failures, memory_that_runs_out_is_an_error_of_its_own) {
  use("full");
  EXPECT_EQ(device().allocate(100, 0, usm_kind::device), nullptr);
  EXPECT_EQ(refusal(20, 20, 160), sycl::errc::memory_allocation);
  ::setenv("FAKE_OPENCL", "", 1); // usable again
  auto stream = device().create_stream(false);
  auto *memory = static_cast<std::uint64_t *>(device().allocate(8 * 20, 0, usm_kind::shared));
  std::iota(memory, memory + 20, 0);
  launch(*stream, memory, 20, 20, 160);
  stream->synchronize();
  EXPECT_EQ(memory[0], 19u);
  device().deallocate(memory, usm_kind::shared);
}

TEST_F(opencl_failures, images_that_memory_does_not_suffice_for_are_built_later) {
  use("");
  std::error_code code;
  const std::string text = failure("clBuildProgram=-6", code);
  EXPECT_EQ(code, sycl::errc::memory_allocation) << text;
  const auto kernel = form("swap_in_group");
  ::setenv("FAKE_OPENCL_FAILS", "clBuildProgram=-6", 1);
  EXPECT_THROW(load(kernel), sycl::exception);
  ::unsetenv("FAKE_OPENCL_FAILS");
  const auto *variant = &view_.variants(view_.kernels()[0])[0]; // the same one
  EXPECT_NE(device().load(view_, *variant, {}, error_), nullptr) << error_;
}

TEST_F(opencl_failures, of_any_command_are_told_once_by_synchronize) {
  use("");
  const auto stream = device().create_stream(false);
  const memory_of_device there = allocate(60);
  const std::uint64_t zero = 0;
  for (int after : {0, 1, 200}) {
    stream->fill(there.get(), &zero, 8, 60);
    ::setenv("FAKE_OPENCL_FAILS", "run=-5", 1);
    stream->fill(there.get(), &zero, 8, 60);
    ::unsetenv("FAKE_OPENCL_FAILS");
    for (int i = 0; i < after; ++i)
      stream->fill(there.get(), &zero, 8, 60);
    try {
      stream->synchronize();
      ADD_FAILURE() << after;
    } catch (const sycl::exception &e) {
      EXPECT_NE(std::string(e.what()).find("CL_OUT_OF_RESOURCES"), std::string::npos) << e.what();
    }
    EXPECT_NO_THROW(stream->synchronize());
    EXPECT_NO_THROW(stream->record()->wait());
  }
  EXPECT_TRUE(swaps_numbers());
}

TEST_F(opencl_failures, a_platform_that_fails_leaves_the_others) {
  use("platforms");
  ASSERT_FALSE(driver_->devices().empty()) << driver_->unavailable();
  EXPECT_EQ(driver_->unavailable(), "");
  EXPECT_TRUE(swaps_numbers());
}

// The double refuses a kernel that was told of memory which is free. On a CPU all memory is the device's.
TEST_F(opencl_failures, kernels_do_not_keep_a_list_of_memory_that_is_free) {
  use("");
  const auto stream = device().create_stream(false);
  { // no other test's memory is in use
    const memory_of_device there = allocate(60);
    launch(*stream, there.get(), 60, 20, 160);
    stream->synchronize();
  }
  std::uint64_t mine[60], *memory = mine;
  const std::uint64_t no_offset = 0;
  const void *args[] = {&memory, &no_offset};
  request_.args = args; // of the same kernel
  for (int i = 0; i < 2; ++i) {
    std::iota(mine, mine + 60, 0);
    stream->launch(request_);
    stream->synchronize();
    EXPECT_EQ(mine[0], 19u);
  }
}

// A kernel is told of all memory that it may find pointers to; that of others must not be freed meanwhile.
TEST_F(opencl_failures, memory_is_not_freed_while_a_kernel_is_told_of_it) {
  use("slow");
  std::atomic<bool> stop{false};
  std::thread other([&] {
    while (!stop)
      device().deallocate(device().allocate(100, 0, usm_kind::device), usm_kind::device);
  });
  {
    const auto stream = device().create_stream(false);
    const memory_of_device there = allocate(60);
    EXPECT_NO_THROW(for (int i = 0; i < 50; ++i) launch(*stream, there.get(), 60, 20, 160));
  }
  stop = true;
  other.join();
}

} // namespace
