// Queues, devices, buffers and accessors that SYCL 2020 programs write, each form once: host and device pass compile it
// without a word of the compiler or the plugin.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -DSYCL_SIMPLE_SWIZZLES -fsyntax-only -Wno-deprecated-declarations -Wno-unused-value %s 2>&1 | count 0
#include <sycl/sycl.hpp>
using namespace sycl;
void queues() {
  queue a;
  queue b{gpu_selector_v};
  (void)b;
  auto h = [](exception_list l) {
    for (auto &e : l) {
      try {
        std::rethrow_exception(e);
      } catch (const exception &x) {
        std::cout << x.what();
      }
    }
  };
  queue c{default_selector_v, h, property::queue::in_order()};
  queue d{device{cpu_selector_v}, {property::queue::in_order{}, property::queue::enable_profiling{}}};
  context ctx{a.get_device()};
  queue e{ctx, a.get_device()};
  queue f{ctx, a.get_device(), h, {property::queue::in_order{}}};
  queue g{aspect_selector(aspect::fp16)};
  queue g2{aspect_selector<aspect::fp64>()};
  queue g3{aspect_selector(std::vector{aspect::fp16}, std::vector{aspect::gpu})};
  queue g4{[](const device &d) { return d.is_cpu() ? 1 : -1; }};
  c.is_in_order();
  a.get_backend();
  a.has_property<property::queue::in_order>();
  c.get_property<property::queue::in_order>();
  a.get_info<info::queue::context>();
  a.get_info<info::queue::device>();
  static_assert(is_property_v<property::queue::in_order>);
  static_assert(is_property_of_v<property::queue::in_order, queue>);
  auto b2 = a;
  bool eq = a == b2;
  std::hash<queue>{}(a);
  (void)eq;
  a.wait_and_throw();
  a.throw_asynchronous();
  a.ext_oneapi_submit_barrier();
  a.ext_oneapi_submit_barrier({event{}});
  a.submit([&](handler &h) { h.single_task([] {}); }, c);
  bool any = any_device_has_v<aspect::fp16>, all = all_devices_have_v<aspect::fp64>;
  (void)any;
  (void)all;
}
void devices() {
  for (auto &p : platform::get_platforms()) {
    for (auto &d : p.get_devices()) {
      d.get_info<info::device::name>();
      d.has(aspect::cpu);
      p.get_info<info::platform::name>();
    }
  }
  device d;
  d.get_info<info::device::max_work_item_sizes<3>>();
  d.get_info<info::device::sub_group_sizes>();
  d.is_cpu();
  d.is_gpu();
  d.is_accelerator();
  d.get_platform();
  d.get_backend();
  auto v = d.get_info<info::device::aspects>();
  try {
    d.create_sub_devices<info::partition_property::partition_equally>(2);
  } catch (const exception &) {
  }
  platform p{gpu_selector_v};
  p.has_extension("x");
  device::get_devices(info::device_type::gpu);
  d.get_info<ext::codeplay::experimental::info::device::supports_fusion>();
}
void exceptions() {
  try {
    throw exception(make_error_code(errc::invalid), "x");
  } catch (exception const &e) {
    e.code() == errc::invalid;
    e.category() == sycl_category();
    e.has_context();
    e.what();
  }
  std::error_code ec = errc::nd_range;
  (void)ec;
  std::error_condition c{};
  (void)c;
  throw exception(errc::runtime, "xx");
}
void exceptions2() { throw exception(42, sycl_category(), "x"); }
void exceptions3(context c) { throw exception(c, errc::runtime, "x"); }
void buffers() {
  int data[16];
  std::vector<int> v(16);
  std::array<int, 4> a{};
  auto sp = std::make_shared<int>(3);
  std::shared_ptr<int[]> spa(new int[16]);
  context ctx;
  std::mutex m;
  buffer<int> b1{range<1>{16}};
  buffer b2{data, range{16}};
  buffer b3{v};
  buffer b4(v.begin(), v.end());
  buffer<int, 1> b5{sp, range<1>{1}};
  buffer<int> b5a{spa, range<1>(16)};
  buffer<int, 2> b6{
      data,
      range<2>{4, 4},
      {property::buffer::use_host_ptr{}, property::buffer::use_mutex{m}, property::buffer::context_bound{ctx}}};
  b6.get_property<property::buffer::context_bound>().get_context();
  b6.get_property<property::buffer::use_mutex>().get_mutex_ptr();
  buffer<int> b7{b1, id<1>{4}, range<1>{4}};
  b7.is_sub_buffer();
  auto r = b6.reinterpret<float, 1>(range<1>{16});
  b1.reinterpret<float>();
  b1.set_final_data(data);
  b1.set_final_data(v.begin());
  b1.set_final_data(nullptr);
  b1.set_write_back(false);
  b1.set_final_data(std::weak_ptr<int>(sp));
  b1.get_range();
  b1.size();
  b1.byte_size();
  b1.get_allocator();
  b1.get_count();
  b1.get_size();
  buffer<int, 1, buffer_allocator<int>> b8{range{4}};
  buffer<int, 1, std::allocator<int>> b9{range{4}, std::allocator<int>()};
  const std::vector<int> cv(4);
  buffer<int> b10{cv};
  buffer b11{cv.data(), range{4}};
  buffer<const int> b12{cv.data(), range{4}};
  buffer b13{a};
  host_accessor h{b2};
  host_accessor h2{b2, read_only};
  host_accessor h3{b2, write_only, no_init};
  host_accessor h4{b2, range{4}};
  host_accessor h5(b2, range{4}, id{2}, read_only);
  auto ha = b1.get_host_access();
  auto hb = b1.get_host_access(read_only);
  auto hc = b1.get_access<access::mode::read>();
  h[3] = 4;
  for (auto &x : h)
    x = 1;
  h.get_pointer();
  h.size();
  (void)hb;
  (void)ha;
  (void)hc;
}
void accs() {
  queue q;
  buffer<int, 2> b{range{4, 4}};
  buffer<int> c{range{16}};
  buffer<float, 3> d{range{2, 2, 2}};
  buffer<int> one{range{1}};
  q.submit([&](handler &h) {
    accessor a{b, h};
    accessor a1{b, h, read_only};
    accessor a2{b, h, write_only, no_init};
    accessor a3{c, h, range{4}, read_only};
    accessor a4{c, h, range{4}, id{1}, read_write};
    accessor a5{b, h, write_only, property::no_init{}};
    accessor<int, 2> a6{b, h};
    accessor<int, 2, access_mode::write, target::device> a7{b, h, property_list{no_init}};
    auto a8 = b.get_access<access::mode::read_write>(h);
    auto a9 = c.get_access(h, read_only);
    auto a10 = b.get_access<access::mode::discard_write>(h);
    auto a11 = b.get_access(h);
    auto a12 = c.get_access<access::mode::read, access::target::constant_buffer>(h);
    auto a13 = c.get_access<access::mode::read, access::target::global_buffer>(h);
    local_accessor<int, 1> l{range{4}, h};
    local_accessor<float, 2> l2{range{4, 4}, h};
    local_accessor<int, 0> l0{h};
    local_accessor<int> l3{4, h};
    accessor<int, 1, access::mode::read_write, access::target::local> l1{range<1>{4}, h};
    accessor<int, 0, access_mode::read_write, target::device> z{one, h};
    accessor a14{d, h};
    (void)l0;
    (void)a12;
    (void)a13;
    (void)a9;
    (void)a10;
    (void)a11;
    (void)z;
    (void)a1;
    h.parallel_for(nd_range<2>{{4, 4}, {2, 2}}, [=](nd_item<2> i) {
      a[i.get_global_id()] = 1;
      a2[i.get_global_id(0)][i.get_global_id(1)] = 2;
      l[0] = 1;
      l2[0][0] = 1;
      l1[0] = 2;
      a8[0][0] = 1;
      a14[0][0][0] = 1;
      l3[0] = 1;
      auto p = l.get_multi_ptr<access::decorated::yes>();
      auto p2 = l.get_pointer();
      auto p3 = a.get_multi_ptr<access::decorated::no>();
      (void)p;
      (void)p2;
      (void)p3;
      a6[id<2>(0, 0)] = 1;
      a7[id<2>(0, 0)] = 1;
      (void)a3[0];
      a4[1] = 1;
      a5[0][0] = 1;
    });
  });
  accessor ph{c};
  accessor ph2{c, read_only};
  accessor<int, 1, access_mode::read_write, target::device, access::placeholder::true_t> ph3{c};
  ph.is_placeholder();
  q.submit([&](handler &h) {
    h.require(ph);
    h.parallel_for(16, [=](id<1> i) { ph[i] = 1; });
  });
  q.submit([&](handler &h) {
    accessor a{c, h, read_only_host_task};
    accessor a2{b, h, write_only_host_task};
    h.host_task([=] {
      (void)a[0];
      a2[0][0] = 1;
    });
  });
  q.submit([&](handler &h) {
    accessor<int, 1, access_mode::read, target::host_task> a{c, h};
    h.host_task([=](interop_handle ih) {
      ih.get_backend();
      ih.get_native_queue<backend::ext_oneapi_cuda>();
      (void)a[0];
    });
  });
}
