// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// USM of a device with memory of its own, hints about it, and the times of events: the
// CUDA driver on the double of libcuda.
#include "fake_gpu.hpp"
#include "sycl/sycl.hpp"

#include <gtest/gtest.h>

#include <dlfcn.h>

using namespace sycl;

namespace {

struct DeviceUsm : testing::Test {
  fake_gpu::state *fake =
      reinterpret_cast<fake_gpu::state *(*)()>(dlsym(dlopen(FAKE_CUDA_LIBRARY, RTLD_NOW), "fake_gpu_state"))();
  queue gpu{gpu_selector_v}, cpu{cpu_selector_v};
  DeviceUsm() { fake->hints.clear(); }
};

template <class F> void expect_invalid(F &&f, std::initializer_list<std::string> parts) {
  try {
    f();
    ADD_FAILURE() << "nothing was thrown";
  } catch (const sycl::exception &e) {
    EXPECT_EQ(e.code(), errc::invalid) << e.what();
    for (const std::string &part : parts)
      EXPECT_NE(std::string(e.what()).find(part), std::string::npos) << e.what();
  }
}

std::string name_of(const queue &q) { return q.get_device().get_info<info::device::name>(); }

} // namespace

TEST_F(DeviceUsm, PrefetchMovesSharedMemory) {
  int *shared = malloc_shared<int>(100, gpu);
  gpu.prefetch(shared + 10, 80).wait();
  ASSERT_EQ(fake->hints.size(), 1u);
  EXPECT_EQ(fake->hints[0].pointer, fake_gpu::to_device(shared + 10));
  EXPECT_EQ(fake->hints[0].bytes, 80u);
  EXPECT_EQ(fake->hints[0].device, 0);
  gpu.submit([&](handler &h) { h.prefetch(shared, 0); });
  EXPECT_EQ(fake->hints.size(), 1u);
  free(shared, gpu);
}

TEST_F(DeviceUsm, AdviceReachesTheDriver) {
  int *shared = malloc_shared<int>(100, gpu);
  for (int advice = 1; advice <= 6; ++advice)
    gpu.mem_advise(shared, 400, advice);
  ASSERT_EQ(fake->hints.size(), 6u);
  for (int advice = 1; advice <= 6; ++advice)
    EXPECT_EQ(fake->hints[advice - 1].advice, advice);
  fake->hints.clear();
  gpu.mem_advise(shared, 400, 0); // all off
  ASSERT_EQ(fake->hints.size(), 3u);
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(fake->hints[i].advice, 2 * (i + 1));
  expect_invalid([&] { gpu.mem_advise(shared, 400, 7); }, {"mem_advise", "7", "1 to 6"});
  expect_invalid([&] { gpu.mem_advise(shared, 400, -1); }, {"-1"});
  gpu.fill(shared, 3, 100).wait();
  EXPECT_EQ(shared[99], 3);
  free(shared, gpu);
}

TEST_F(DeviceUsm, HintsAboutOtherMemoryHaveNoEffect) {
  int *device = malloc_device<int>(100, gpu), *host = malloc_host<int>(100, gpu), mine[4] = {};
  for (const void *p :
       {static_cast<const void *>(device), static_cast<const void *>(host), static_cast<const void *>(mine)}) {
    gpu.prefetch(p, 16);
    gpu.mem_advise(p, 16, 1);
  }
  int *of_cpu = malloc_shared<int>(100, cpu);
  cpu.prefetch(of_cpu, 400);
  cpu.mem_advise(of_cpu, 400, 99);
  EXPECT_TRUE(fake->hints.empty());
  free(device, gpu);
  free(host, gpu);
  free(of_cpu, cpu);
}

// As malloc does it, with large blocks above all. The double keeps what is freed, so that the host can use it here.
TEST_F(DeviceUsm, TheHostMayHaveMemoryWhereADeviceHadIt) {
  int *freed = malloc_device<int>(100, gpu), *other = malloc_device<int>(50, gpu);
  free(freed, gpu);
  expect_invalid([&] { free(freed, gpu); }, {"free already"});
  int *mine = freed;
  mine[9] = 5;
  gpu.memcpy(other, mine, 40).wait();
  gpu.memcpy(mine + 10, other, 40).wait();
  EXPECT_EQ(mine[19], 5);
  free(other, gpu);
}

TEST_F(DeviceUsm, PointersBelongToTheDevicesOfTheirContext) {
  int *p = malloc_device<int>(100, gpu);
  EXPECT_EQ(get_pointer_type(p, cpu.get_context()), usm::alloc::unknown);
  expect_invalid([&] { get_pointer_device(p, cpu.get_context()); },
                 {"was allocated for", name_of(gpu), "not in the context"});
  expect_invalid([&] { free(p, cpu); }, {"free", name_of(gpu), "not in the context"});
  // Not freed by the failed attempt, and another context of the device is as good.
  EXPECT_EQ(get_pointer_type(p + 99, gpu.get_context()), usm::alloc::device);
  EXPECT_TRUE(get_pointer_device(p, context(gpu.get_device())) == gpu.get_device());
  free(p, context(gpu.get_device()));
}

TEST_F(DeviceUsm, EventsHaveTimesOfTheDevice) {
  for (bool in_order : {false, true}) {
    property_list list = in_order ? property_list{property::queue::enable_profiling{}, property::queue::in_order{}}
                                  : property_list{property::queue::enable_profiling{}};
    queue timed{gpu_selector_v, list};
    int *p = malloc_device<int>(1000, timed);
    event a = timed.fill(p, 1, 1000), b = timed.fill(p, 2, 1000, a), barrier = timed.ext_oneapi_submit_barrier({a, b});
    auto start = [](event e) { return e.get_profiling_info<info::event_profiling::command_start>(); };
    auto end = [](event e) { return e.get_profiling_info<info::event_profiling::command_end>(); };
    EXPECT_LT(start(a), end(a));
    EXPECT_LE(end(a), start(b));
    EXPECT_LT(start(b), end(b));
    EXPECT_LE(end(b), end(barrier));
    EXPECT_GT(b.get_profiling_info<info::event_profiling::command_submit>(), 0u);
    free(p, timed);
  }
  int *p = malloc_device<int>(10, gpu);
  event plain = gpu.fill(p, 1, 10);
  expect_invalid([&] { plain.get_profiling_info<info::event_profiling::command_end>(); }, {"enable_profiling"});
  free(p, gpu);
}
