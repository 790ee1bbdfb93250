// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the driver refuses, and what was not built for the device: errors with their text, and the queue goes on.
#include "device_fixture.hpp"

using namespace sycl;
using namespace test;

namespace {
class not_built;
class not_built_for_gpu;
class secondary_only;
class fails_in_region;
} // namespace

TEST_F(DeviceMemory, FailingLaunchIsAnException) {
  std::vector<int> v(10, 1);
  {
    buffer<int> b(v);
    fake->always["cuLaunchKernel"] = fake_gpu::result::launch_failed;
    try {
      add(gpu, b, 1);
      ADD_FAILURE();
    } catch (const sycl::exception &e) {
      EXPECT_NE(std::string(e.what()).find("cuLaunchKernel"), std::string::npos) << e.what();
    }
    ext::codeplay::experimental::fusion_wrapper fw(gpu);
    fw.start_fusion();
    event region = add(gpu, b, 1);
    EXPECT_THROW(fw.complete_fusion(), sycl::exception);
    region.wait(); // ended, not for ever pending
    fake->always.clear();
    EXPECT_FALSE(fw.is_in_fusion_mode());
    add(gpu, b, 5);
  }
  EXPECT_EQ(v, std::vector<int>(10, 6));
}

// A region for which there was no memory is submitted again.
TEST_F(DeviceMemory, RegionThatFailedIsRepeated) {
  const auto launches = fake->launches.size();
  ext::codeplay::experimental::fusion_wrapper fw(gpu);
  buffer<int> b{range<1>(100), property_list{ext::codeplay::experimental::property::promote_private{}}};
  auto submit = [&] {
    fw.start_fusion();
    gpu.submit([&](handler &h) {
      accessor x(b, h, read_write);
      h.parallel_for<placed_add>(b.get_range(), add_of{x, 1});
    });
    fw.cancel_fusion();
  };
  fake->always["cuMemAlloc"] = fake_gpu::result::out_of_memory;
  for (int i = 0; i < 3; ++i)
    EXPECT_THROW(submit(), sycl::exception);
  fake->always.clear();
  submit();
  submit();
  EXPECT_EQ(fake->launches.size(), launches + 2);
}

// On the second device, which has loaded nothing.
TEST_F(DeviceMemory, KernelsThatMemoryDoesNotSufficeForAreLoadedLater) {
  using namespace ext::codeplay::experimental;
  queue q{sycl::device::get_devices(sycl::info::device_type::gpu)[1],
          {ext::codeplay::experimental::property::queue::enable_fusion{}}};
  std::vector<int> v(100, 1);
  {
    buffer<int> b(v);
    fusion_wrapper fw(q);
    const auto run = [&] {
      fw.start_fusion();
      for (int i = 0; i < 2; ++i)
        q.submit([&](handler &h) {
          accessor a(b, h, read_write);
          h.parallel_for<placed_add>(b.get_range(), add_of{a, 1});
        });
      fw.complete_fusion();
      return fw.last_outcome();
    };
    fake->always["cuModuleLoadDataEx"] = fake_gpu::result::out_of_memory;
    try { // neither the fused kernel nor those one by one
      run();
      ADD_FAILURE();
    } catch (const sycl::exception &e) {
      EXPECT_EQ(e.code(), errc::memory_allocation) << e.what();
    }
    EXPECT_EQ(fw.last_reason(), fusion_reason::load_failed);
    EXPECT_TRUE(fake->launches.empty());
    fake->always.clear();
    EXPECT_EQ(run(), fusion_outcome::aot_generic) << to_string(fw.last_reason());
  }
  EXPECT_EQ(v, std::vector<int>(100, 3));
}

// Whatever the driver refuses is an exception with its text, or goes to the handler; the queue goes on, and nothing is
// kept.
TEST_F(DeviceMemory, FailuresOfEachCallLeaveTheQueueUsable) {
  using fake_gpu::result;
  struct refusal {
    const char *call;
    result with;
    errc code;
  };
  const refusal refusals[] = {{"cuMemAlloc", result::out_of_memory, errc::memory_allocation},
                              {"cuMemAlloc", result::illegal_address, errc::kernel},
                              {"cuMemcpyAsync", result::illegal_address, errc::kernel},
                              {"cuMemcpyAsync", result::invalid_value, errc::runtime},
                              {"cuLaunchKernel", result::launch_out_of_resources, errc::kernel},
                              {"cuStreamSynchronize", result::launch_failed, errc::kernel},
                              {"cuCtxGetCurrent", result::deinitialized, errc::runtime}};
  std::vector<int> v(10, 1), out(10);
  {
    buffer<int> warm(v); // streams and pools are there
    add(gpu, warm, 0).wait();
    add(gpu, warm, 0);
    gpu.wait();
  }
  const auto allocations = fake->allocations.size();
  const int events = fake->live_events, streams = fake->live_streams;
  for (const refusal &r : refusals) {
    fake->always[r.call] = r.with;
    if (std::string(r.call) == "cuCtxGetCurrent") // asked for, then set
      fake->always["cuCtxSetCurrent"] = r.with;
    testing::internal::CaptureStderr(); // buffers say what they could not write back
    try {
      buffer<int> b(v);
      add(gpu, b, 1);
      gpu.wait();
      ADD_FAILURE() << r.call;
    } catch (const sycl::exception &e) {
      EXPECT_EQ(e.code(), r.code) << r.call << ": " << e.what();
      if (r.code != errc::memory_allocation) {
        const std::string named = std::string(r.call) == "cuCtxGetCurrent" ? "cuCtxSetCurrent" : r.call;
        EXPECT_NE(std::string(e.what()).find(named + " failed: "), std::string::npos) << e.what();
      }
    }
    fake->always.clear();
    testing::internal::GetCapturedStderr();
    v.assign(10, 1);
    {
      buffer<int> b(v);
      add(gpu, b, 1);
    }
    EXPECT_EQ(v, std::vector<int>(10, 2)) << "after " << r.call;
    v.assign(10, 1);
    gpu.wait();
    EXPECT_EQ(fake->allocations.size(), allocations) << r.call;
    EXPECT_EQ(fake->live_streams, streams) << r.call;
    EXPECT_LE(fake->live_events, events + 2) << r.call;
  }
}

// A device that is lost gives the same error for every call from then on.
TEST_F(DeviceMemory, LostDevice) {
  std::vector<int> v(10, 1);
  queue q{gpu_selector_v};
  const auto allocations = fake->allocations.size();
  testing::internal::CaptureStderr();
  {
    buffer<int> b(v);
    add(q, b, 1);
    event e = add(q, b, 1);
    fake->sticky = fake_gpu::result::launch_failed;
    for (int i = 0; i < 2; ++i) {
      try {
        i ? e.wait() : q.wait();
        ADD_FAILURE();
      } catch (const sycl::exception &error) {
        EXPECT_NE(std::string(error.what()).find("CUDA_ERROR_LAUNCH_FAILED: unspecified launch failure"),
                  std::string::npos)
            << error.what();
      }
      EXPECT_THROW(add(q, b, 1), sycl::exception);
      EXPECT_THROW(malloc_device<int>(10, q), sycl::exception);
    }
    EXPECT_THROW(host_accessor a(b), sycl::exception);
  }
  const std::string text = testing::internal::GetCapturedStderr();
  EXPECT_NE(text.find("the data was not written back"), std::string::npos) << text;
  fake->sticky = fake_gpu::result::success;
  EXPECT_LE(fake->allocations.size(), allocations + 1); // what the driver did not take back
  std::vector<int> w(10, 1);
  {
    buffer<int> b(w);
    add(cpu, b, 1); // another device goes on
  }
  EXPECT_EQ(w, std::vector<int>(10, 2));
}

TEST_F(DeviceMemory, KernelThatWasNotBuiltForTheDevice) {
  try {
    gpu.parallel_for<not_built>(range<1>(10), [](id<1>) {});
    FAIL();
  } catch (const sycl::exception &e) {
    EXPECT_EQ(e.code(), errc::kernel_not_supported);
    EXPECT_NE(std::string(e.what()).find("[SF6002]"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find(gpu.get_device().get_info<info::device::name>()), std::string::npos)
        << e.what();
  }
}

TEST_F(DeviceMemory, HostCodeOfTheProcessorIsNotLaunchedOnTheGpu) {
  int x = 0, *p = &x;
  auto kernel = [p](id<1>) { *p = 1; };
  cpu.parallel_for<not_built_for_gpu>(range<1>(1), kernel).wait();
  EXPECT_EQ(x, 1);
  try {
    gpu.parallel_for<not_built_for_gpu>(range<1>(1), kernel);
    FAIL();
  } catch (const sycl::exception &e) {
    EXPECT_EQ(e.code(), errc::kernel_not_supported);
  }
  EXPECT_EQ(fake->launches.size(), 0u);
}

TEST_F(DeviceMemory, SecondaryQueueRunsWhatTheFirstRefuses) {
  int x = 0, *p = &x;
  auto group = [p](handler &h) { h.parallel_for<secondary_only>(range<1>(1), [p](id<1>) { *p += 1; }); };
  gpu.submit(group, cpu).wait();
  EXPECT_EQ(x, 1);
  EXPECT_EQ(fake->launches.size(), 0u);
  cpu.submit(group, gpu).wait();
  EXPECT_EQ(x, 2);
  EXPECT_THROW(gpu.submit(group, gpu), sycl::exception);
  // What the program throws is its own affair.
  EXPECT_THROW(gpu.submit([](handler &) { throw 1; }, cpu), int);
}

TEST_F(DeviceMemory, FailureOfACommandIsNotCalledALostWriteBack) {
  std::vector<int> v(10, 1);
  for (bool has_host : {false, true}) {
    testing::internal::CaptureStderr();
    {
      buffer<int> b = has_host ? buffer<int>(v) : buffer<int>(range<1>(10));
      add(gpu, b, 1);
      fake->always["cuStreamSynchronize"] = fake->always["cuEventSynchronize"] = fake_gpu::result::launch_failed;
    }
    fake->always.clear();
    std::string text = testing::internal::GetCapturedStderr();
    EXPECT_EQ(text.find("the data was not written back") != std::string::npos, has_host) << text;
  }
}

// What uses a buffer beside the command that fails is waited for all the same before the memory goes.
TEST_F(DeviceMemory, DestructionWaitsForAllUsers) {
  buffer<int> out{range<1>(10)};
  ext::codeplay::experimental::fusion_wrapper fw(gpu);
  testing::internal::CaptureStderr();
  {
    buffer<int> b{range<1>(10)};
    add(gpu, b, 1);
    fw.start_fusion();
    gpu.submit([&](handler &h) {
      accessor a(b, h, read_only);
      accessor o(out, h, write_only, no_init);
      h.parallel_for<fails_in_region>(range<1>(10), [=](id<1> i) { o[i] = a[i]; });
    });
    fake->calls.clear();
  }
  std::string text = testing::internal::GetCapturedStderr();
  EXPECT_NE(text.find("a command that uses it failed"), std::string::npos) << text;
  EXPECT_GT(fake->calls["cuEventSynchronize"] + fake->calls["cuStreamSynchronize"], 0);
}
