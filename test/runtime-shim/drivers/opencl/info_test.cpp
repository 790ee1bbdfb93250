// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a SYCL program is told of devices and platforms of OpenCL, beside what OpenCL itself says. Each test is for a
// process of its own with other variables (CMakeLists.txt): devices are found once.
#include <sycl/ext/oneapi/kernel_properties/properties.hpp>
#include <sycl/sycl.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <sstream>
#include <string>
#include <vector>

using namespace sycl;
namespace d = info::device;

namespace {

using handle = void *;

// Of the library that the runtime uses.
template <class F> F *opencl_function(const char *name) {
  const char *library = std::getenv("SYCL_FUSE_OPENCL_LIBRARY");
  return reinterpret_cast<F *>(dlsym(dlopen(library ? library : "libOpenCL.so.1", RTLD_NOW), name));
}
using find_platforms = int(std::uint32_t, handle *, std::uint32_t *);
using find_devices = int(handle, std::uint64_t, std::uint32_t, handle *, std::uint32_t *);
using ask = int(handle, std::uint32_t, std::size_t, void *, std::size_t *);

handle first_platform() {
  handle p = nullptr;
  EXPECT_EQ(opencl_function<find_platforms>("clGetPlatformIDs")(1, &p, nullptr), 0);
  return p;
}
handle first_device() {
  handle found = nullptr;
  EXPECT_EQ(opencl_function<find_devices>("clGetDeviceIDs")(first_platform(), 0xffffffff, 1, &found, nullptr), 0);
  return found;
}
std::uint64_t said(std::uint32_t question) {
  std::uint64_t number = 0;
  EXPECT_EQ(opencl_function<ask>("clGetDeviceInfo")(first_device(), question, sizeof number, &number, nullptr), 0);
  return number;
}
std::string text_of(const char *function, handle of, std::uint32_t question) {
  char text[4096] = {};
  EXPECT_EQ(opencl_function<ask>(function)(of, question, sizeof text, text, nullptr), 0);
  return text;
}
std::string said_text(std::uint32_t question) { return text_of("clGetDeviceInfo", first_device(), question); }
std::vector<std::string> words(const std::string &text) {
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), {}};
}
std::vector<info::fp_config> modes(std::uint64_t bits) {
  using c = info::fp_config;
  std::vector<c> all;
  const c order[] = {c::denorm,       c::inf_nan, c::round_to_nearest, c::round_to_zero,
                     c::round_to_inf, c::fma,     c::soft_float,       c::correctly_rounded_divide_sqrt};
  for (const c mode : {c::denorm, c::inf_nan, c::round_to_nearest, c::round_to_zero, c::round_to_inf, c::fma,
                       c::correctly_rounded_divide_sqrt, c::soft_float})
    if (bits >> (std::find(order, order + 8, mode) - order) & 1)
      all.push_back(mode);
  return all;
}

device opencl_device() {
  for (const device &each : device::get_devices())
    if (each.get_backend() == backend::opencl)
      return each;
  throw std::runtime_error("there is no device of OpenCL");
}

// No code is there for any device but the CPU's.
class Requires;
std::string refusal(std::uint32_t size) {
  queue q{opencl_device()};
  const auto submit = [&](auto properties) {
    try {
      q.parallel_for<Requires>(nd_range<1>(8, 8), properties, [](nd_item<1>) {});
    } catch (const sycl::exception &e) {
      EXPECT_EQ(e.code(), errc::kernel_not_supported);
      return std::string(e.what());
    }
    return std::string();
  };
  namespace ex = ext::oneapi::experimental;
  return size == 1 ? submit(ex::properties{ex::sub_group_size<1>}) : submit(ex::properties{ex::sub_group_size<32>});
}

} // namespace

TEST(OpenclInfo, NumbersAreTheDevices) {
  const device dev = opencl_device();
#define SAME(Descriptor, Question) EXPECT_EQ(dev.get_info<d::Descriptor>(), said(Question)) << #Descriptor
  SAME(vendor_id, 0x1001);
  SAME(max_compute_units, 0x1002);
  SAME(max_work_item_dimensions, 0x1003);
  SAME(max_work_group_size, 0x1004);
  SAME(preferred_vector_width_char, 0x1006);
  SAME(preferred_vector_width_short, 0x1007);
  SAME(preferred_vector_width_int, 0x1008);
  SAME(preferred_vector_width_long, 0x1009);
  SAME(preferred_vector_width_long_long, 0x1009);
  SAME(preferred_vector_width_float, 0x100a);
  SAME(preferred_vector_width_double, 0x100b);
  SAME(preferred_vector_width_half, 0x1034);
  SAME(native_vector_width_char, 0x1036);
  SAME(native_vector_width_short, 0x1037);
  SAME(native_vector_width_int, 0x1038);
  SAME(native_vector_width_long, 0x1039);
  SAME(native_vector_width_long_long, 0x1039);
  SAME(native_vector_width_float, 0x103a);
  SAME(native_vector_width_double, 0x103b);
  SAME(native_vector_width_half, 0x103c);
  SAME(max_clock_frequency, 0x100c);
  SAME(address_bits, 0x100d);
  SAME(max_mem_alloc_size, 0x1010);
  SAME(max_parameter_size, 0x1017);
  SAME(mem_base_addr_align, 0x1019);
  SAME(global_mem_cache_line_size, 0x101d);
  SAME(global_mem_cache_size, 0x101e);
  SAME(global_mem_size, 0x101f);
  SAME(max_constant_buffer_size, 0x1020);
  SAME(max_constant_args, 0x1021);
  SAME(local_mem_size, 0x1023);
  SAME(error_correction_support, 0x1024);
  SAME(profiling_timer_resolution, 0x1025);
  SAME(is_endian_little, 0x1026);
  SAME(is_available, 0x1027);
  SAME(host_unified_memory, 0x1035);
  SAME(preferred_interop_user_sync, 0x1048);
  SAME(printf_buffer_size, 0x1049);
#undef SAME
  EXPECT_EQ(static_cast<std::uint64_t>(dev.get_info<d::global_mem_cache_type>()), said(0x101c));
  EXPECT_EQ(static_cast<std::uint64_t>(dev.get_info<d::local_mem_type>()), said(0x1022));
  EXPECT_EQ(dev.get_info<d::queue_profiling>(), (said(0x102a) & 2) != 0);
  std::size_t sizes[3] = {};
  opencl_function<ask>("clGetDeviceInfo")(first_device(), 0x1005, sizeof sizes, sizes, nullptr);
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(dev.get_info<d::max_work_item_sizes<3>>()[2 - i], sizes[i]);
}

TEST(OpenclInfo, TextsAreTheDevices) {
  const device dev = opencl_device();
  EXPECT_EQ(dev.get_info<d::name>(), said_text(0x102b));
  EXPECT_EQ(dev.get_info<d::vendor>(), said_text(0x102c));
  EXPECT_EQ(dev.get_info<d::driver_version>(), said_text(0x102d));
  EXPECT_EQ(dev.get_info<d::profile>(), said_text(0x102e));
  EXPECT_EQ(dev.get_info<d::version>(), said_text(0x102f));
  EXPECT_EQ("OpenCL " + dev.get_info<d::backend_version>(), said_text(0x102f).substr(0, 10));
  EXPECT_EQ(dev.get_info<d::extensions>(), words(said_text(0x1030)));
  EXPECT_TRUE(dev.has_extension("cl_khr_fp64"));
  EXPECT_FALSE(dev.has_extension("cl_khr"));
  const platform p = dev.get_platform();
  EXPECT_EQ(p.get_info<info::platform::profile>(), text_of("clGetPlatformInfo", first_platform(), 0x0900));
  EXPECT_EQ(p.get_info<info::platform::version>(), text_of("clGetPlatformInfo", first_platform(), 0x0901));
  EXPECT_EQ(p.get_info<info::platform::name>(), text_of("clGetPlatformInfo", first_platform(), 0x0902));
  EXPECT_EQ(p.get_info<info::platform::vendor>(), text_of("clGetPlatformInfo", first_platform(), 0x0903));
  EXPECT_EQ(p.get_info<info::platform::extensions>(), words(text_of("clGetPlatformInfo", first_platform(), 0x0904)));
  EXPECT_TRUE(p.has_extension("cl_khr_icd"));
  EXPECT_FALSE(p.has_extension(""));
}

TEST(OpenclInfo, ListsAreTheDevices) {
  const device dev = opencl_device();
  EXPECT_EQ(dev.get_info<d::single_fp_config>(), modes(said(0x101b)));
  EXPECT_EQ(dev.get_info<d::double_fp_config>(), modes(said(0x1032)));
  EXPECT_EQ(dev.get_info<d::half_fp_config>(), modes(said(0x1033)));
  EXPECT_EQ(dev.get_info<d::half_fp_config>().empty(), !dev.has(aspect::fp16));
  const auto run = dev.get_info<d::execution_capabilities>();
  EXPECT_EQ(run.size(), said(0x1029) == 3 ? 2u : 1u);
  EXPECT_EQ(run.front(), info::execution_capability::exec_kernel);
  // PoCL: all orders and scopes for atomics, no fence beyond the device.
  ASSERT_EQ(said(0x1063), 0x77u);
  ASSERT_EQ(said(0x1064), 0x3fu);
  using o = memory_order;
  using s = memory_scope;
  const std::vector<o> orders{o::relaxed, o::acquire, o::release, o::acq_rel, o::seq_cst};
  EXPECT_EQ(dev.get_info<d::atomic_memory_order_capabilities>(), orders);
  EXPECT_EQ(dev.get_info<d::atomic_fence_order_capabilities>(), orders);
  EXPECT_EQ(dev.get_info<d::atomic_memory_scope_capabilities>(),
            (std::vector<s>{s::work_item, s::sub_group, s::work_group, s::device, s::system}));
  EXPECT_EQ(dev.get_info<d::atomic_fence_scope_capabilities>(),
            (std::vector<s>{s::work_item, s::sub_group, s::work_group, s::device}));
  EXPECT_EQ(context(dev).get_info<info::context::atomic_fence_scope_capabilities>(),
            dev.get_info<d::atomic_fence_scope_capabilities>());
}

// What this implementation has is told for all devices, whatever they have.
TEST(OpenclInfo, WhatIsNotTheDevices) {
  const device dev = opencl_device();
  EXPECT_EQ(dev.get_info<d::device_type>(), info::device_type::cpu);
  EXPECT_TRUE(dev.get_info<d::image_support>() && dev.has(aspect::image));
  EXPECT_EQ(dev.get_info<d::image2d_max_width>(), 1u << 24);
  EXPECT_TRUE(dev.get_info<d::is_compiler_available>() && dev.get_info<d::is_linker_available>());
  EXPECT_TRUE(dev.get_info<d::built_in_kernels>().empty() && dev.get_info<d::built_in_kernel_ids>().empty());
  EXPECT_EQ(dev.get_info<d::partition_max_sub_devices>(), 0u);
}

// A work-item is a sub-group for itself.
TEST(OpenclInfo, WithoutSubGroups) {
  const device dev = opencl_device();
  EXPECT_EQ(dev.get_info<d::sub_group_sizes>(), std::vector<std::size_t>{1});
  EXPECT_EQ(dev.get_info<d::max_num_sub_groups>(), dev.get_info<d::max_work_group_size>());
  EXPECT_TRUE(dev.get_info<d::sub_group_independent_forward_progress>());
  EXPECT_NE(refusal(32).find("is 32, which"), std::string::npos) << refusal(32);
  EXPECT_NE(refusal(1).find("SF6002"), std::string::npos) << refusal(1);
}

TEST(OpenclInfo, WithSubGroups) {
  const device dev = opencl_device();
  EXPECT_EQ(dev.get_info<d::sub_group_sizes>(), (std::vector<std::size_t>{8, 16, 32}));
  EXPECT_EQ(dev.get_info<d::max_num_sub_groups>(), 100u);
  EXPECT_NE(refusal(1).find("is 1, which"), std::string::npos) << refusal(1);
  EXPECT_NE(refusal(32).find("SF6002"), std::string::npos) << refusal(32);
}

TEST(OpenclPlatforms, EachOfOpenclIsOne) {
  const auto all = platform::get_platforms();
  ASSERT_EQ(all.size(), 2u);
  EXPECT_NE(all[0], all[1]);
  EXPECT_EQ(all[0].get_info<info::platform::name>(), "Portable Computing Language");
  EXPECT_EQ(all[1].get_info<info::platform::name>(), "Second Platform");
  EXPECT_EQ(all[1].get_info<info::platform::vendor>(), "second 2307");
  EXPECT_EQ(all[1].get_info<info::platform::version>(), "second 2305");
  ASSERT_EQ(all[0].get_devices().size(), 1u);
  ASSERT_EQ(all[1].get_devices().size(), 1u);
  EXPECT_TRUE(all[0].get_devices()[0].is_cpu() && all[1].get_devices()[0].is_gpu());
  EXPECT_EQ(all[1].get_devices()[0].get_platform(), all[1]);
  EXPECT_EQ(all[1].get_backend(), backend::opencl);
  const context first(all[0]), second(all[1]);
  EXPECT_EQ(second.get_platform(), all[1]);
  EXPECT_NE(all[0].khr_get_default_context(), all[1].khr_get_default_context());
  EXPECT_EQ(device::get_devices(info::device_type::gpu).size(), 1u);
}

// ONEAPI_DEVICE_SELECTOR counts the devices of all platforms together.
TEST(OpenclPlatforms, OnlyTheSecond) {
  const auto all = platform::get_platforms();
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].get_info<info::platform::name>(), "Second Platform");
  EXPECT_EQ(device::get_devices().size(), 1u);
  EXPECT_TRUE(device(gpu_selector_v).is_gpu());
  EXPECT_THROW(device{cpu_selector_v}, sycl::exception);
}

TEST(OpenclPlatforms, OnlyTheFirst) {
  const auto all = platform::get_platforms();
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].get_info<info::platform::name>(), "Portable Computing Language");
  EXPECT_TRUE(device(cpu_selector_v).is_cpu());
}

TEST(OpenclPlatforms, AnAccelerator) {
  const device dev(accelerator_selector_v);
  EXPECT_TRUE(dev.is_accelerator() && dev.has(aspect::accelerator) && !dev.is_cpu() && !dev.is_gpu());
  EXPECT_EQ(dev.get_info<d::device_type>(), info::device_type::accelerator);
  EXPECT_EQ(device::get_devices(info::device_type::accelerator).size(), 1u);
  EXPECT_TRUE(device::get_devices(info::device_type::cpu).empty());
}
