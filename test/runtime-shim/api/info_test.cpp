// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Devices, platforms, contexts, exceptions.
#include "sycl/sycl.hpp"

#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <unordered_set>

using namespace sycl;

TEST(Info, NativeDevice) {
  device d;
  EXPECT_TRUE(d.is_cpu() && !d.is_gpu() && !d.is_accelerator());
  EXPECT_EQ(d.get_backend(), backend::ext_oneapi_native_cpu);
  EXPECT_FALSE(d.get_info<info::device::name>().empty());
  EXPECT_FALSE(d.get_info<info::device::vendor>().empty());
  EXPECT_GE(d.get_info<info::device::max_compute_units>(), 1u);
  EXPECT_EQ(d.get_info<info::device::max_work_group_size>(), 1024u); // 32 sub-groups of 32
  EXPECT_GT(d.get_info<info::device::global_mem_size>(), 1u << 20);
  EXPECT_GE(d.get_info<info::device::local_mem_size>(), 32u << 10);
  EXPECT_EQ(d.get_info<info::device::device_type>(), info::device_type::cpu);
  EXPECT_GE(d.get_info<info::device::max_work_item_sizes<3>>()[2], 256u);
  EXPECT_TRUE(d.get_info<ext::codeplay::experimental::info::device::supports_fusion>());
  EXPECT_EQ(d.get_info<info::device::driver_version>().substr(0, 8), "x86-64-v");
  EXPECT_TRUE(d.has(aspect::cpu) && d.has(aspect::fp64) && d.has(aspect::usm_shared_allocations));
  EXPECT_TRUE(d.has(aspect::image));
  EXPECT_FALSE(d.has(aspect::gpu) || d.has(aspect::accelerator));
  // Kernels run in submit(): the host cannot answer them.
  EXPECT_FALSE(d.has(aspect::usm_atomic_host_allocations) || d.has(aspect::usm_atomic_shared_allocations));
  auto aspects = d.get_info<info::device::aspects>();
  for (aspect a : {aspect::cpu, aspect::ext_oneapi_graph_fusion, aspect::ext_intel_free_memory})
    EXPECT_NE(std::find(aspects.begin(), aspects.end(), a), aspects.end());
  EXPECT_EQ(std::set<aspect>(aspects.begin(), aspects.end()).size(), aspects.size());
  EXPECT_FALSE(d.has(aspect::ext_intel_matrix));
}

TEST(Info, Architecture) {
  namespace x = ext::oneapi::experimental;
  device d;
  EXPECT_EQ(d.get_info<x::info::device::architecture>(), x::architecture::x86_64);
  EXPECT_TRUE(d.ext_oneapi_architecture_is(x::architecture::x86_64));
  EXPECT_FALSE(d.ext_oneapi_architecture_is(x::architecture::intel_cpu_spr));
  for (auto c : {x::arch_category::intel_gpu, x::arch_category::nvidia_gpu, x::arch_category::amd_gpu})
    EXPECT_FALSE(d.ext_oneapi_architecture_is(c));
  // Each family's own numbers.
  auto family = [](x::architecture a) { return static_cast<x::arch_category>(static_cast<std::uint64_t>(a) >> 16); };
  EXPECT_TRUE(family(x::architecture::intel_gpu_wcl) == x::arch_category::intel_gpu &&
              family(x::architecture::nvidia_gpu_sm_90) == x::arch_category::nvidia_gpu &&
              family(x::architecture::amd_gpu_gfx1100) == x::arch_category::amd_gpu);
}

TEST(Info, NamesOfBackendsAndAspects) {
  std::ostringstream text;
  text << backend::ext_oneapi_cuda << ' ' << device().get_backend();
#define __SYCL_ASPECT(name, number) text << (aspect::name == aspect::fp64 ? " " #name : "");
#define __SYCL_ASPECT_DEPRECATED(name, number, message) __SYCL_ASPECT(name, number)
#include <sycl/info/aspects.def>
#include <sycl/info/aspects_deprecated.def>
#undef __SYCL_ASPECT_DEPRECATED
#undef __SYCL_ASPECT
  EXPECT_EQ(text.str(), "ext_oneapi_cuda ext_oneapi_native_cpu fp64");
}

TEST(Info, PlatformsAndContexts) {
  auto platforms = platform::get_platforms();
  ASSERT_EQ(platforms.size(), 1u);
  EXPECT_EQ(platforms[0].get_info<info::platform::name>(), "native_cpu");
  EXPECT_EQ(platforms[0].get_devices().size(), 1u);
  EXPECT_TRUE(device().get_platform() == platforms[0]);
  EXPECT_EQ(device::get_devices(info::device_type::gpu).size(), 0u);
  EXPECT_EQ(device::get_devices().size(), 1u);
  context c(platforms[0]);
  EXPECT_EQ(c.get_devices().size(), 1u);
  EXPECT_TRUE(c.get_info<info::context::platform>() == platforms[0]);
  EXPECT_THROW(context(std::vector<device>{}), sycl::exception);
  std::unordered_set<device> set{device(), device()};
  EXPECT_EQ(set.size(), 1u);
}

TEST(Info, Selectors) {
  EXPECT_GT(default_selector_v(device()), 0);
  EXPECT_LT(gpu_selector_v(device()), 0);
  EXPECT_TRUE(device(aspect_selector(aspect::cpu, aspect::fp64)) == device());
  EXPECT_THROW(device(aspect_selector(aspect::gpu)), sycl::exception);
  EXPECT_THROW(device([](const device &) { return -1; }), sycl::exception);
}

TEST(Info, Exceptions) {
  sycl::exception e(make_error_code(errc::nd_range), "text");
  EXPECT_EQ(e.code(), errc::nd_range);
  EXPECT_STREQ(e.what(), "text");
  EXPECT_EQ(e.category(), sycl_category());
  EXPECT_STREQ(sycl_category().name(), "sycl");
  EXPECT_FALSE(e.has_context());
  EXPECT_THROW(e.get_context(), sycl::exception);
  sycl::exception with(context(), errc::build);
  EXPECT_TRUE(with.has_context());
  EXPECT_STREQ(with.what(), "build");
  try {
    throw e;
  } catch (const std::exception &base) {
    EXPECT_STREQ(base.what(), "text");
  }
  EXPECT_EQ(std::error_code(errc::invalid).message(), "invalid");
}
