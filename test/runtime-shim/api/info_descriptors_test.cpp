// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every information descriptor answers, consistently; handles have equality and hashes; wrong ranges and queries are
// errors that leave the queue usable.
#include "exception_codes.hpp"

#include "sycl/sycl.hpp"

#include <gtest/gtest.h>

#include <unordered_set>

using namespace sycl;
using test::expect_error;

namespace {

template <class T> bool contains(const std::vector<T> &v, T x) { return std::find(v.begin(), v.end(), x) != v.end(); }

} // namespace

TEST(Descriptors, SizesAndWidths) {
  namespace d = info::device;
  device dev;
  EXPECT_EQ(dev.get_info<d::max_work_item_dimensions>(), 3u);
  EXPECT_EQ(dev.get_info<d::max_work_item_sizes<1>>()[0], dev.get_info<d::max_work_item_sizes<3>>()[2]);
  EXPECT_EQ(dev.get_info<d::max_work_item_sizes<2>>()[1], dev.get_info<d::max_work_item_sizes<3>>()[2]);
  EXPECT_GE(dev.get_info<d::max_num_sub_groups>(), 1u);
  EXPECT_FALSE(dev.get_info<d::sub_group_sizes>().empty());
  EXPECT_FALSE(dev.get_info<d::sub_group_independent_forward_progress>());
  EXPECT_EQ(dev.get_info<d::native_vector_width_char>(), 8 * dev.get_info<d::native_vector_width_double>());
  EXPECT_EQ(dev.get_info<d::native_vector_width_int>(), dev.get_info<d::native_vector_width_float>());
  EXPECT_EQ(dev.get_info<d::preferred_vector_width_short>(), dev.get_info<d::preferred_vector_width_half>());
  EXPECT_GE(dev.get_info<d::preferred_vector_width_long>(), 2u);
  EXPECT_EQ(dev.get_info<d::native_vector_width_short>() * 2, dev.get_info<d::native_vector_width_char>());
  EXPECT_EQ(dev.get_info<d::native_vector_width_long>(), dev.get_info<d::preferred_vector_width_double>());
  EXPECT_EQ(dev.get_info<d::native_vector_width_half>(), dev.get_info<d::preferred_vector_width_short>());
  EXPECT_EQ(dev.get_info<d::preferred_vector_width_char>(), dev.get_info<d::native_vector_width_char>());
  EXPECT_EQ(dev.get_info<d::preferred_vector_width_int>(), dev.get_info<d::preferred_vector_width_float>());
  EXPECT_EQ(dev.get_info<d::address_bits>(), 64u);
  EXPECT_LE(dev.get_info<d::max_mem_alloc_size>(), dev.get_info<d::global_mem_size>());
  EXPECT_LE(dev.get_info<d::global_mem_cache_size>(), dev.get_info<d::global_mem_size>());
  EXPECT_EQ(dev.get_info<d::global_mem_cache_line_size>(), 64u);
  EXPECT_EQ(dev.get_info<d::global_mem_cache_type>(), info::global_mem_cache_type::read_write);
  EXPECT_GE(dev.get_info<d::max_constant_buffer_size>(), 64u << 10);
  EXPECT_GE(dev.get_info<d::max_constant_args>(), 8u);
  EXPECT_GE(dev.get_info<d::max_parameter_size>(), 1024u);
  EXPECT_EQ(dev.get_info<d::mem_base_addr_align>(), 512u);
  EXPECT_EQ(dev.get_info<d::local_mem_type>(), info::local_mem_type::global);
  EXPECT_TRUE(dev.get_info<d::host_unified_memory>() && dev.get_info<d::is_endian_little>() &&
              dev.get_info<d::is_available>());
  EXPECT_FALSE(dev.get_info<d::error_correction_support>());
  EXPECT_EQ(dev.get_info<d::usm_device_allocations>(), dev.has(aspect::usm_device_allocations));
  EXPECT_EQ(dev.get_info<d::usm_host_allocations>(), dev.has(aspect::usm_host_allocations));
  EXPECT_EQ(dev.get_info<d::usm_shared_allocations>(), dev.has(aspect::usm_shared_allocations));
  EXPECT_EQ(dev.get_info<d::usm_restricted_shared_allocations>(), dev.has(aspect::usm_shared_allocations));
  EXPECT_EQ(dev.get_info<d::usm_system_allocations>(), dev.has(aspect::usm_system_allocations));
  EXPECT_GE(dev.get_info<d::profiling_timer_resolution>(), 1u);
  (void)dev.get_info<d::vendor_id>();
  (void)dev.get_info<d::max_clock_frequency>();
}

// At least what SYCL 2020, 4.6.4.4, has for devices with images.
TEST(Descriptors, Images) {
  namespace d = info::device;
  device dev;
  EXPECT_TRUE(dev.get_info<d::image_support>() && dev.has(aspect::image));
  EXPECT_GE(dev.get_info<d::max_read_image_args>(), 128u);
  EXPECT_GE(dev.get_info<d::max_write_image_args>(), 8u);
  EXPECT_GE(dev.get_info<d::max_samplers>(), 16u);
  EXPECT_GE(std::min(dev.get_info<d::image2d_max_width>(), dev.get_info<d::image2d_max_height>()), 8192u);
  EXPECT_GE(std::min({dev.get_info<d::image3d_max_width>(), dev.get_info<d::image3d_max_height>(),
                      dev.get_info<d::image3d_max_depth>()}),
            2048u);
  EXPECT_GE(dev.get_info<d::image_max_buffer_size>(), 65536u);
}

TEST(Descriptors, WhatThereIsNot) {
  namespace d = info::device;
  device dev;
  EXPECT_FALSE(dev.has(aspect::host_debuggable) || dev.has(aspect::emulated) || dev.has(aspect::custom));
  EXPECT_TRUE(dev.get_info<d::built_in_kernels>().empty() && dev.get_info<d::built_in_kernel_ids>().empty());
  EXPECT_EQ(dev.get_info<d::printf_buffer_size>(), 0u);
  EXPECT_EQ(dev.get_info<d::partition_max_sub_devices>(), 0u);
  EXPECT_TRUE(dev.get_info<d::partition_properties>().empty() && dev.get_info<d::partition_affinity_domains>().empty());
  EXPECT_EQ(dev.get_info<d::partition_type_property>(), info::partition_property::no_partition);
  EXPECT_EQ(dev.get_info<d::partition_type_affinity_domain>(), info::partition_affinity_domain::not_applicable);
  const std::string name = dev.get_info<d::name>();
  using p = info::partition_property;
  expect_error([&] { dev.get_info<d::parent_device>(); }, errc::invalid, {name.c_str(), "no sub-device"});
  expect_error([&] { dev.create_sub_devices<p::partition_equally>(2); }, errc::feature_not_supported,
               {name.c_str(), "partition"});
  expect_error([&] { dev.create_sub_devices<p::partition_by_counts>({1, 1}); }, errc::feature_not_supported,
               {name.c_str()});
  expect_error([&] { dev.create_sub_devices<p::partition_by_affinity_domain>(info::partition_affinity_domain::numa); },
               errc::feature_not_supported, {name.c_str()});
}

TEST(Descriptors, Capabilities) {
  namespace d = info::device;
  device dev;
  context c(dev);
  EXPECT_TRUE(contains(dev.get_info<d::single_fp_config>(), info::fp_config::round_to_nearest));
  EXPECT_EQ(dev.get_info<d::double_fp_config>().empty(), !dev.has(aspect::fp64));
  EXPECT_EQ(dev.get_info<d::half_fp_config>().empty(), !dev.has(aspect::fp16));
  EXPECT_EQ(dev.get_info<d::queue_profiling>(), dev.has(aspect::queue_profiling));
  EXPECT_TRUE(dev.get_info<d::preferred_interop_user_sync>());
  EXPECT_EQ(dev.get_info<d::execution_capabilities>(),
            std::vector<info::execution_capability>{info::execution_capability::exec_kernel});
  EXPECT_TRUE(contains(dev.get_info<d::atomic_memory_order_capabilities>(), memory_order::acq_rel));
  EXPECT_TRUE(contains(dev.get_info<d::atomic_fence_order_capabilities>(), memory_order::seq_cst));
  EXPECT_TRUE(contains(dev.get_info<d::atomic_memory_scope_capabilities>(), memory_scope::device));
  EXPECT_TRUE(contains(dev.get_info<d::atomic_fence_scope_capabilities>(), memory_scope::work_group));
  EXPECT_EQ(c.get_info<info::context::atomic_memory_order_capabilities>(),
            dev.get_info<d::atomic_memory_order_capabilities>());
  EXPECT_EQ(c.get_info<info::context::atomic_fence_order_capabilities>(),
            dev.get_info<d::atomic_fence_order_capabilities>());
  EXPECT_EQ(c.get_info<info::context::atomic_memory_scope_capabilities>(),
            dev.get_info<d::atomic_memory_scope_capabilities>());
  EXPECT_EQ(c.get_info<info::context::atomic_fence_scope_capabilities>(),
            dev.get_info<d::atomic_fence_scope_capabilities>());
  // The aspects are those that has() says, all of them and each once.
  auto aspects = dev.get_info<d::aspects>();
  for (int a = 0; a <= static_cast<int>(aspect::emulated); ++a)
    EXPECT_EQ(std::count(aspects.begin(), aspects.end(), static_cast<aspect>(a)),
              dev.has(static_cast<aspect>(a)) ? 1 : 0)
        << a;
  for (aspect a : aspects)
    EXPECT_TRUE(dev.get_platform().has(a));
}

TEST(Descriptors, HandlesHaveEqualityAndHashes) {
  queue q, other;
  buffer<int> b(range<1>(4));
  event e = q.submit([&](handler &h) { h.host_task([] {}); });
  event f = e, g;
  std::unordered_set<queue> queues{q, other, queue(q)};
  std::unordered_set<event> events{e, f, g, event()};
  std::unordered_set<context> contexts{q.get_context(), q.get_info<info::queue::context>()};
  std::unordered_set<platform> platforms{platform(), platform(cpu_selector_v), device().get_platform()};
  std::unordered_set<device> devices{device(), q.get_device(), q.get_info<info::queue::device>()};
  EXPECT_EQ(queues.size(), 2u);
  EXPECT_EQ(events.size(), 3u);
  EXPECT_EQ(contexts.size(), 1u);
  EXPECT_EQ(platforms.size(), 1u);
  EXPECT_EQ(devices.size(), 1u);
  EXPECT_EQ(g.get_info<info::event::command_execution_status>(), info::event_command_status::complete);
  EXPECT_EQ(e.get_backend(), q.get_backend());
  buffer<int> part(b, id<1>(1), range<1>(2));
  std::unordered_set<buffer<int>> buffers{b, buffer<int>(b), part};
  EXPECT_EQ(buffers.size(), 2u);
  host_accessor h1(b), h2(h1);
  std::unordered_set<host_accessor<int>> host_accessors{h1, h2};
  EXPECT_EQ(host_accessors.size(), 1u);
  q.submit([&](handler &h) {
    buffer<int> c(range<1>(4));
    accessor a1(c, h), a2(a1);
    std::unordered_set<accessor<int>> accessors{a1, a2};
    EXPECT_EQ(accessors.size(), 1u);
    local_accessor<int> l1(4, h), l2(4, h);
    std::unordered_set<local_accessor<int>> locals{l1, l2, l1};
    EXPECT_EQ(locals.size(), 2u);
    l1.swap(l2);
    EXPECT_TRUE(l1 != l2);
  });
  EXPECT_TRUE(buffer<int>(b) == b && b != buffer<int>(range<1>(4)));
  e.wait();
}

namespace {
int first_of(host_accessor<const int, 1, access_mode::read> a) { return a[0]; }
int sum_of(accessor<const int, 1, access_mode::read> a, std::size_t n) {
  int sum = 0;
  for (std::size_t i = 0; i < n; ++i)
    sum += a[i];
  return sum;
}
} // namespace

TEST(Descriptors, ReadingAccessorsConvert) {
  queue q;
  std::vector<int> v{1, 2, 3, 4};
  int result = 0, *p = &result;
  {
    buffer<int> b(v);
    q.submit([&](handler &h) {
      accessor reading{b, h, read_only};
      accessor both{b, h, read_write};
      accessor<int, 1, access_mode::read> again = both;
      h.single_task([=] { *p = sum_of(reading, 4) + sum_of(both, 2) + again[3]; });
    });
    host_accessor writing{b};
    writing[0] = 7;
    host_accessor<int, 1, access_mode::read> plain = writing;
    EXPECT_EQ(first_of(writing) + first_of(plain), 14);
  }
  EXPECT_EQ(result, 17);
  static_assert(
      !std::is_convertible_v<accessor<int, 1, access_mode::write>, accessor<const int, 1, access_mode::read>>);
  static_assert(!std::is_convertible_v<accessor<int, 1, access_mode::read>, accessor<int, 1, access_mode::read_write>>);
}

TEST(Descriptors, OldSelectorsAndProperties) {
  EXPECT_TRUE(queue{default_selector{}}.get_device() == device{cpu_selector{}});
  EXPECT_THROW(queue{gpu_selector{}}, sycl::exception);
  EXPECT_THROW(device{accelerator_selector{}}, sycl::exception);
  EXPECT_THROW(platform{aspect_selector({aspect::cpu}, {aspect::fp64})}, sycl::exception);
  queue q{cpu_selector_v,
          [](exception_list) {},
          {property::queue::in_order{}, ext::oneapi::property::queue::discard_events{}}};
  EXPECT_TRUE(q.has_property<ext::oneapi::property::queue::discard_events>());
  int x = 0, *p = &x;
  event e = q.single_task([=] { *p = 1; });
  e.wait();
  EXPECT_EQ(x, 1);
  EXPECT_THROW(q.get_property<property::queue::enable_profiling>(), sycl::exception);
}

TEST(Descriptors, ErrorsOfProfiling) {
  expect_error([] { event().get_profiling_info<info::event_profiling::command_start>(); }, errc::invalid,
               {"enable_profiling"});
  event e = queue().single_task([] {});
  expect_error([&] { e.get_profiling_info<info::event_profiling::command_submit>(); }, errc::invalid,
               {"enable_profiling"});
}

TEST(Descriptors, ErrorsReachTheHandler) {
  std::vector<std::string> seen;
  auto handler_function = [&](exception_list list) {
    EXPECT_EQ(list.size(), static_cast<std::size_t>(std::distance(list.begin(), list.end())));
    for (const std::exception_ptr &p : list)
      try {
        std::rethrow_exception(p);
      } catch (const std::exception &x) {
        seen.push_back(x.what());
      }
  };
  queue q{handler_function};
  for (const char *text : {"first", "second"})
    q.submit([&](handler &h) { h.host_task([=] { throw std::runtime_error(text); }); }).wait();
  EXPECT_TRUE(seen.empty());
  q.wait_and_throw();
  std::sort(seen.begin(), seen.end());
  EXPECT_EQ(seen, (std::vector<std::string>{"first", "second"}));
  q.throw_asynchronous();
  EXPECT_EQ(seen.size(), 2u);
}

TEST(Descriptors, ErrorsOfRanges) {
  queue q;
  const std::size_t most = q.get_device().get_info<info::device::max_work_group_size>();
  const std::string limit = std::to_string(most);
  auto run = [&](auto r) { q.parallel_for<class Ranges>(r, [](auto) {}); };
  expect_error([&] { run(nd_range<1>(100, 7)); }, errc::nd_range, {"Ranges", "local size 7", "global size 100"});
  expect_error([&] { run(nd_range<1>(100, 0)); }, errc::nd_range, {"local size 0"});
  expect_error([&] { run(nd_range<1>(4 * most, 2 * most)); }, errc::nd_range,
               {std::to_string(2 * most).c_str(), limit.c_str()});
  expect_error([&] { run(nd_range<2>({most, 64}, {most, 2})); }, errc::nd_range,
               {std::to_string(2 * most).c_str(), limit.c_str()});
  expect_error([&] { run(nd_range<3>({8, 8, 9}, {2, 2, 2})); }, errc::nd_range, {"local size 2", "global size 9"});
  expect_error([&] { run(range<2>(SIZE_MAX, 3)); }, errc::nd_range, {"64 bits"});
  // No work-items: nothing happens.
  run(range<1>(0));
  run(range<3>(4, 0, SIZE_MAX));
  run(nd_range<1>(0, 8));
  int x = 0, *p = &x;
  q.parallel_for(nd_range<1>(most, most), [=](nd_item<1> i) {
     if (i.get_global_id(0) == 3)
       *p = 7;
   }).wait();
  EXPECT_EQ(x, 7);
}

TEST(Descriptors, ErrorsOfHandles) {
  context c{device()};
  EXPECT_EQ(queue(c, device()).get_context(), c);
  expect_error([] { device([](const device &) { return -1; }); }, errc::runtime, {"SF6003"});
  expect_error([] { context(std::vector<device>{}); }, errc::invalid, {"at least one device"});
  expect_error([] { property_list{}.get_property<property::queue::in_order>(); }, errc::invalid, {"get_property"});
  sycl::exception e(errc::accessor, "text");
  EXPECT_TRUE(e.code() == errc::accessor && errc::accessor == e.code() && e.code() != errc::invalid);
  EXPECT_TRUE(e.category() == sycl_category() && !e.has_context());
  EXPECT_FALSE(make_error_code(errc::success));
}
