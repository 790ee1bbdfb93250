// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions on a device with memory of its own: which buffers get memory, what ends a region, what runs unfused.
#include "device_fixture.hpp"

#include <cstdlib>
#include <dlfcn.h>

using namespace sycl;
using namespace test;

TEST_F(DeviceMemory, BuffersThatArePromotedEverywhereGetNoMemory) {
  using namespace ext::codeplay::experimental;
  fusion_wrapper fw(gpu);
  buffer<int> tmp{range<1>(100), property_list{ext::codeplay::experimental::property::promote_private{}}};
  const auto before = fake->allocations.size();
  auto submit = [&] {
    gpu.submit([&](handler &h) {
      accessor a(tmp, h, read_write);
      h.parallel_for<placed_add>(range<1>(100), add_of{a, 1});
    });
  };
  for (int i = 0; i < 3; ++i) {
    fw.start_fusion();
    submit();
    fw.complete_fusion();
    EXPECT_EQ(fw.last_outcome(), fusion_outcome::aot_generic) << to_string(fw.last_reason());
  }
  gpu.wait();
  EXPECT_EQ(fake->allocations.size(), before);
  EXPECT_EQ(fake->launches.size(), 3u);
  EXPECT_EQ(copies(), 0);

  // Kernel by kernel it is an ordinary buffer.
  gpu.submit([&](handler &h) {
    accessor a(tmp, h, write_only, no_init);
    h.fill(a, 5);
  });
  fw.start_fusion();
  submit();
  fw.cancel_fusion();
  EXPECT_EQ(fake->allocations.size(), before + 1);
  host_accessor a(tmp, read_only);
  EXPECT_EQ(a[99], 6);
}

TEST_F(DeviceMemory, CancelledRegionGivesItsBuffersMemory) {
  using namespace ext::codeplay::experimental;
  fusion_wrapper fw(gpu);
  for (int how = 0; how < 4; ++how) {
    std::vector<int> out(100);
    const auto before = fake->allocations.size();
    buffer<int> tmp{range<1>(100), property_list{ext::codeplay::experimental::property::promote_private{}}};
    fw.start_fusion();
    gpu.submit([&](handler &h) {
      accessor a(tmp, h, write_only, no_init);
      h.parallel_for<placed_add>(range<1>(100), add_of{a, 1});
    });
    EXPECT_EQ(fake->allocations.size(), before);
    auto read = [&](queue &q) {
      q.submit([&](handler &h) {
         accessor a(tmp, h, read_only);
         h.copy(a, out.data());
       }).wait();
    };
    queue other{gpu_selector_v};
    switch (how) {
    case 0:
      fw.cancel_fusion();
      read(gpu);
      break;
    case 1:
      read(other);
      break;
    case 2:
      read(cpu);
      break;
    default: {
      host_accessor a(tmp, read_only);
      out.assign(a.begin(), a.end());
    }
    }
    EXPECT_FALSE(fw.is_in_fusion_mode());
    EXPECT_EQ(fake->allocations.size(), before + 1) << how;
    // The kernel added 1 to what the memory happened to hold.
    EXPECT_EQ(fake->launches.back().entry, "add_value");
    host_accessor a(tmp, read_only);
    EXPECT_EQ(out, std::vector<int>(a.begin(), a.end())) << how;
  }
}

TEST_F(DeviceMemory, RegionsAreCancelledByAHostAccessor) {
  std::vector<int> v(100, 1);
  buffer<int> b(v);
  ext::codeplay::experimental::fusion_wrapper fw(gpu);
  fw.start_fusion();
  add(gpu, b, 1);
  add(gpu, b, 1);
  EXPECT_EQ(fake->launches.size(), 0u);
  host_accessor a(b, read_only);
  EXPECT_EQ(a[50], 3);
  EXPECT_EQ(copies(), 2);
  EXPECT_FALSE(fw.is_in_fusion_mode());
}

TEST_F(DeviceMemory, RegionThatIsNotInTheBundleRunsUnfused) {
  std::vector<int> v(100, 1);
  {
    buffer<int> b(v);
    ext::codeplay::experimental::fusion_wrapper fw(gpu);
    fw.start_fusion();
    add(gpu, b, 1);
    add(cpu, b, 10); // needs the region: it runs first
    EXPECT_FALSE(fw.is_in_fusion_mode());
    fw.start_fusion();
    add(gpu, b, 100);
    fw.complete_fusion().wait();
  }
  EXPECT_EQ(v, std::vector<int>(100, 112));
}

TEST_F(DeviceMemory, FusedKernelThatNeedsTooMuchOfAWorkGroupRunsUnfused) {
  using namespace ext::codeplay::experimental;
  fusion_wrapper fw(gpu);
  std::vector<int> v(100, 1);
  auto run = [&](int local_bytes) {
    buffer<int> b(v);
    fw.start_fusion();
    for (int value : {10, 20})
      gpu.submit([&](handler &h) {
        accessor a(b, h, read_write);
        h.parallel_for<placed_add>(range<1>(100), add_of{a, value});
        h.command()->local_memory = static_cast<std::uint32_t>(local_bytes); // only its size counts
      });
    fw.complete_fusion();
  };
  auto ranges = reinterpret_cast<std::vector<std::string> *(*)()>(
      dlsym(dlopen(FAKE_PROFILER, RTLD_NOW), "fake_profiler_ranges"))();
  ranges->clear();
  run(16);
  EXPECT_EQ(fw.last_outcome(), fusion_outcome::aot_generic);
  EXPECT_EQ(fake->launches.size(), 1u);
  EXPECT_EQ(v, std::vector<int>(100, 31));
  // Profilers show fused kernels by their constituents.
  EXPECT_EQ(*ranges, (std::vector<std::string>{"+fused twice [add_value, add_value]", "-"}));
  testing::internal::CaptureStderr();
  run(static_cast<int>(gpu.get_device().get_info<sycl::info::device::local_mem_size>())); // with its own it is more
  std::string text = testing::internal::GetCapturedStderr();
  EXPECT_EQ(fw.last_outcome(), fusion_outcome::unfused);
  EXPECT_EQ(fw.last_reason(), fusion_reason::resources_exceeded);
  EXPECT_NE(text.find("its kernels run one by one: "), std::string::npos) << text;
  EXPECT_EQ(fake->launches.size(), 3u);
  EXPECT_EQ(v, std::vector<int>(100, 61));
}

// In a process of its own, with SYCL_FUSE_CHECK.
TEST_F(DeviceMemory, CheckedRegionsGiveUnfusedResults) {
  if (!getenv("SYCL_FUSE_CHECK"))
    GTEST_SKIP() << "is the test runtime.Checked";
  using namespace ext::codeplay::experimental;
  fusion_wrapper fw(gpu);
  std::vector<int> v(100, 1);
  auto run_on = [&](buffer<int> b) {
    fw.start_fusion();
    for (int value : {10, 20})
      gpu.submit([&](handler &h) {
        accessor a(b, h, read_write);
        h.parallel_for<placed_add>(range<1>(100), add_of{a, value});
      });
    fw.complete_fusion();
  };
  auto run = [&] { run_on(buffer<int>(v.data(), range<1>(100))); };
  testing::internal::CaptureStderr();
  run();
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(fake->launches.size(), 3u);
  EXPECT_EQ(v, std::vector<int>(100, 31));
  fake->launches.clear();
  std::vector<int> w(203, 1);
  {
    buffer<int> b(w);
    run_on(buffer<int>(b, id<1>(51), range<1>(100))); // its bytes only
    host_accessor beside(b, range<1>(51), write_only);
    beside[50] = 7;
  }
  EXPECT_EQ(fw.last_outcome(), fusion_outcome::aot_generic);
  EXPECT_EQ(fake->launches.size(), 3u);
  EXPECT_EQ(w[50], 7);
  EXPECT_EQ(w[51], 31);
  EXPECT_EQ(w[150], 31);
  EXPECT_EQ(w[151], 1);
  fake->kernels["fused_add"] = device_add; // leaves the second one out
  testing::internal::CaptureStderr();
  run();
  run();
  fake->kernels["fused_add"] = device_fused_add;
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "sycl-fuse: warning: fused region 'twice' computes other results than its kernels one by one: kernel "
            "'add_value', 'a', element 0 (byte 0) [SF6172]\n");
  EXPECT_EQ(v, std::vector<int>(100, 91));
  EXPECT_EQ(fw.last_outcome(), fusion_outcome::aot_generic);
}
