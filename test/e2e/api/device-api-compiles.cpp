// Kernels, groups, vectors, pointers and bundles that SYCL 2020 programs write, each form once: host and device pass
// compile it without a word of the compiler or the plugin.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -DSYCL_SIMPLE_SWIZZLES -fsyntax-only -Wno-deprecated-declarations -Wno-unused-value %s 2>&1 | count 0
#include <sycl/sycl.hpp>
using namespace sycl;
constexpr specialization_id<float> sid(1.0f);
class KN;
void kernels() {
  queue q;
  int *p = malloc_shared<int>(64, q);
  float *f = malloc_shared<float>(64, q);
  q.parallel_for<class A1>(64, [=](size_t i) { p[i] = 1; });
  q.parallel_for(range{64}, [=](int i) { p[i] = 1; });
  q.parallel_for(range{8, 8}, [=](auto it) { p[it.get_linear_id()] = it[0]; });
  q.parallel_for(range<2>{8, 8}, [=](item<2, false> it) { p[it.get_linear_id()] = it.get_range(0); });
  q.parallel_for({8, 8}, [=](id<2> it) { p[it[0] * 8 + it[1]] = 1; });
  q.parallel_for(nd_range{range{64}, range{8}}, [=](nd_item<1> it) {
    p[it.get_global_linear_id()] = it.get_local_linear_id() + it.get_group(0) + it.get_group_linear_id() +
                                   it.get_group_range(0) + it.get_local_range(0) + it.get_global_range(0);
  });
  q.parallel_for(nd_range<1>{64, 8}, [=](auto it) { p[it.get_global_id(0)] = 1; });
  q.parallel_for(nd_range<1>{64, 8}, [=](item<1> it) { p[it] = 1; });
  q.single_task<KN>([=] { p[0] = 1; });
  q.single_task([=](kernel_handler kh) { f[0] = kh.get_specialization_constant<sid>(); });
  q.submit([&](handler &h) {
    h.set_specialization_constant<sid>(3.0f);
    h.parallel_for(64, [=](id<1> i, kernel_handler kh) { f[i] = kh.get_specialization_constant<sid>(); });
  });
  q.submit([&](handler &h) {
    stream o(1024, 128, h);
    h.parallel_for(4, [=](id<1> i) {
      o << "x" << i << " " << sycl::hex << 12 << sycl::setprecision(3) << 1.0f << vec<int, 2>(1, 2) << nd_range<1>(1, 1)
        << sycl::endl
        << stream_manipulator::dec << sycl::flush << sycl::setw(4) << sycl::showbase << sycl::scientific;
    });
  });
  q.submit([&](handler &h) {
    stream o(1024, 128, h);
    h.parallel_for_work_group(range<1>(2), range<1>(2),
                              [=](group<1> g) { g.parallel_for_work_item([&](h_item<1> i) { o << i << g; }); });
  });
  // groups
  q.submit([&](handler &h) {
    local_accessor<int> l(64, h);
    h.parallel_for(nd_range<1>(64, 64), [=](nd_item<1> it) {
      auto g = it.get_group();
      auto sg = it.get_sub_group();
      group_barrier(g);
      group_barrier(sg);
      group_barrier(g, memory_scope::device);
      it.barrier();
      it.barrier(access::fence_space::local_space);
      it.mem_fence();
      it.mem_fence<access::mode::read>();
      int x = p[it.get_global_linear_id()];
      x += group_broadcast(g, x) + group_broadcast(g, x, 3) + group_broadcast(g, x, id<1>(0)) + group_broadcast(sg, x);
      x += reduce_over_group(g, x, plus<>()) + reduce_over_group(g, x, 0, plus<int>()) +
           exclusive_scan_over_group(g, x, plus<>()) + inclusive_scan_over_group(g, x, plus<>()) +
           inclusive_scan_over_group(g, x, plus<>(), 3) + exclusive_scan_over_group(g, x, 3, plus<>());
      x += any_of_group(g, x > 1) + all_of_group(g, x > 1) + none_of_group(sg, x > 1);
      x += any_of_group(g, x, [](int v) { return v > 1; });
      x += joint_reduce(g, p, p + 64, plus<>());
      joint_exclusive_scan(g, p, p + 64, p, plus<>());
      joint_inclusive_scan(g, p, p + 64, p, plus<>());
      x += joint_any_of(g, p, p + 64, [](int v) { return v > 0; });
      joint_exclusive_scan(g, p, p + 64, p, 1, plus<>());
      x += shift_group_left(sg, x) + shift_group_right(sg, x, 1) + permute_group_by_xor(sg, x, 1) +
           select_from_group(sg, x, 0);
      x += shift_group_left(sg, x, 2);
      x += g.leader() + sg.leader() + g.get_group_id(0) + g.get_local_id(0) + g.get_local_linear_id() +
           g.get_group_linear_id() + g.get_local_linear_range() + g.get_group_linear_range() + g.get_local_range(0) +
           g.get_group_range(0) + g.get_max_local_range()[0] + g[0];
      x += sg.get_local_linear_id() + sg.get_group_linear_id() + sg.get_local_id()[0] + sg.get_local_range()[0] +
           sg.get_max_local_range()[0] + sg.get_group_range()[0] + sg.get_group_id()[0] + sg.get_group_linear_range() +
           sg.get_local_linear_range();
      device_event e = g.async_work_group_copy(
          l.get_multi_ptr<access::decorated::yes>(),
          address_space_cast<access::address_space::global_space, access::decorated::yes>(p), 64);
      e.wait();
      g.wait_for(e);
      device_event e2 = it.async_work_group_copy(l.get_pointer(), global_ptr<int>(p), 64);
      it.wait_for(e2);
      it.async_work_group_copy(local_ptr<int>(l.get_pointer()), global_ptr<int>(p), 64, 1);
      p[it.get_global_linear_id()] = x + l[0];
    });
  });
  // atomics
  q.parallel_for(64, [=](id<1> i) {
    atomic_ref<int, memory_order::relaxed, memory_scope::device> a(p[0]);
    a++;
    ++a;
    a += 2;
    a.fetch_add(1);
    a.fetch_max(3);
    int e = 1;
    a.compare_exchange_strong(e, 2);
    a.compare_exchange_weak(e, 2, memory_order::acquire, memory_order::relaxed);
    a.exchange(3);
    a.load();
    a.store(1);
    int z = a;
    a = z;
    atomic_ref<float, memory_order::acq_rel, memory_scope::work_group, access::address_space::global_space> b(f[0]);
    b.fetch_add(1.f);
    b.fetch_min(2.f);
    b -= 1.f;
    atomic_fence(memory_order::acq_rel, memory_scope::work_group);
    sycl::atomic_fence(memory_order_seq_cst, memory_scope_device);
    atomic_ref<int *, memory_order_relaxed, memory_scope_system> pp(const_cast<int *&>(p));
    (void)pp;
  });
  // reductions
  int sum = 0;
  {
    buffer<int> sb{&sum, 1};
    buffer<int> v{p, range{64}};
    q.submit([&](handler &h) {
      accessor a{v, h, read_only};
      h.parallel_for(range{64}, reduction(sb, h, plus<>()), [=](id<1> i, auto &s) {
        s += a[i];
        s.combine(a[i]);
      });
    });
    q.submit([&](handler &h) {
      h.parallel_for(nd_range<1>{64, 16}, reduction(p, plus<int>()),
                     reduction(f, 0.f, maximum<float>(), property::reduction::initialize_to_identity{}),
                     [=](nd_item<1> i, auto &s, auto &m) {
                       s++;
                       m.combine(f[i.get_global_id(0)]);
                       s.identity();
                     });
    });
    q.parallel_for(range{64}, reduction(span<int, 4>(p, 4), plus<>()), [=](id<1> i, auto &s) {
      s[0] += 1;
      s[i % 4].combine(2);
      static_assert(std::remove_reference_t<decltype(s)>::dimensions == 1 && decltype(s[0])::dimensions == 0);
    });
    q.parallel_for(range<2>{8, 8}, reduction(p, [](int a, int b) { return a + b; }),
                   [=](item<2> i, auto &s) { s.combine(1); });
    q.parallel_for(range{64}, reduction(p, std::plus<int>()),
                   [=](id<1> i, reducer<int, std::plus<int>> &s) { s.combine(1); });
  }
  // properties
  namespace exp = sycl::ext::oneapi::experimental;
  q.parallel_for(nd_range<1>{64, 16}, exp::properties{exp::work_group_size<16>, exp::sub_group_size<32>},
                 [=](nd_item<1>) {});
  q.single_task(exp::properties{exp::use_root_sync}, [=] {});
  q.parallel_for(range{64}, exp::properties{exp::work_group_size_hint<16>}, reduction(p, plus<>()),
                 [=](id<1> i, auto &s) { s += 1; });
  q.parallel_for(nd_range<1>{64, 16}, exp::properties{exp::work_group_size<16>}, reduction(p, plus<>()),
                 [=](nd_item<1> i, auto &s) { s += 1; });
  q.submit([&](handler &h) {
    h.parallel_for(nd_range<1>{64, 16}, exp::properties{exp::work_group_size<16>}, reduction(p, plus<>()),
                   [=](nd_item<1> i, auto &s) { s += 1; });
  });
  auto ap = exp::malloc_device_annotated<int>(4, q, exp::properties{exp::alignment<16>});
  (void)ap;
  // USM
  event e = q.memcpy(p, f, 4);
  q.copy(p, p + 8, 8, e);
  q.fill(p, 3, 64, {e, e});
  q.memset(p, 0, 64);
  q.prefetch(p, 64);
  q.mem_advise(p, 64, 0);
  e.wait();
  e.get_info<info::event::command_execution_status>();
  usm_allocator<int, usm::alloc::shared> al(q);
  std::vector<int, decltype(al)> v(64, al);
  get_pointer_type(p, q.get_context());
  get_pointer_device(p, q.get_context());
  aligned_alloc_device<int>(64, 4, q);
  malloc_host<int>(4, q);
  free(p, q);
  malloc<int>(4, q, usm::alloc::device);
  malloc_shared(4, q);
  event::wait({e, e});
  e.get_wait_list();
}
void vecs() {
  float4 a(1, 2, 3, 4), b{1.f}, c = a + b * 2.f;
  a.x() = 2;
  a.xy() = b.zw();
  a.lo() = a.hi();
  float2 d = a.swizzle<elem::w, elem::x>();
  int4 m = a < b;
  auto s = any(m);
  all(m);
  a.s0() = 1;
  a.rgba();
  a.xyzw();
  a[1] = 2;
  vec<int, 4> ci = a.convert<int, rounding_mode::rte>();
  vec<int, 4> ai = a.as<vec<int, 4>>();
  int3 i3;
  uchar16 u;
  half2 h2;
  double8 d8;
  a.get_count();
  a.byte_size();
  float4::size();
  vec<float, 4> x{a.xy(), d};
  float arr[8];
  a.load(0, address_space_cast<access::address_space::generic_space, access::decorated::no>(arr));
  a.store(1, private_ptr<float>(arr));
  a += b;
  a = -a;
  ci = ci & 3;
  ci = ~ci;
  ci = ci << 1;
  ci %= 3;
  auto ln = !m;
  ++ci;
  a.even();
  a.odd();
  mfloat4 ma{1, 2, 3, 4};
  marray<int, 7> mi{1};
  ma = ma + 1.f;
  ma[2] = 1;
  auto mb = ma < ma;
  (void)mb;
  mi += 3;
  dot(a, b);
  cross(a, b);
  length(a);
  normalize(a);
  distance(a, b);
  fast_length(a);
  clamp(a, 0.f, 1.f);
  mix(a, b, .5f);
  step(a, b);
  smoothstep(a, b, a);
  sign(a);
  radians(a);
  degrees(a);
  max(a, b);
  min(a, 1.f);
  sqrt(a);
  rsqrt(a);
  exp(a);
  exp2(a);
  log(a);
  pow(a, b);
  sin(a);
  sincos(a, &b);
  fma(a, b, c);
  native::exp(a);
  half_precision::cos(a);
  fabs(a);
  modf(a, &b);
  frexp(a, &ci);
  ldexp(a, ci);
  ilogb(a);
  nan(uint4());
  pown(a, ci);
  rootn(a, ci);
  mad(a, b, c);
  fract(a, &b);
  lgamma_r(a, &ci);
  remquo(a, b, &ci);
  sqrt(ma);
  atan2pi(a, b);
  cospi(a);
  native::divide(1.f, 2.f);
  native::sin(1.f);
  native::cos(1.f);
  native::tan(1.f);
  native::recip(1.f);
  native::rsqrt(1.f);
  native::sqrt(1.f);
  native::powr(1.f, 2.f);
  native::log2(1.f);
  native::log10(1.f);
  native::exp2(1.f);
  native::exp10(1.f);
  native::log(1.f);
  half_precision::divide(1.f, 2.f);
  half_precision::sin(1.f);
  half_precision::exp(a);
  half_precision::powr(a, a);
  half_precision::rsqrt(a);
  abs(ci);
  abs_diff(ci, ci);
  add_sat(ci, ci);
  hadd(ci, ci);
  rhadd(ci, ci);
  clz(ci);
  ctz(ci);
  mad_hi(ci, ci, ci);
  mad24(ci, ci, ci);
  mul24(ci, ci);
  mul_hi(ci, ci);
  popcount(ci);
  rotate(ci, ci);
  sub_sat(ci, ci);
  upsample(uchar4(), uchar4());
  mad_sat(ci, ci, ci);
  isnan(a);
  isinf(a);
  isfinite(a);
  isequal(a, b);
  isless(1.f, 2.f);
  select(a, b, m);
  bitselect(a, b, c);
  signbit(a);
  isordered(a, b);
  islessgreater(a, b);
  half hf = 1.0f;
  hf += 2;
  float ff = hf;
  (void)ff;
  sycl::sqrt(hf);
  using namespace sycl;
  sycl::bit_cast<int>(1.0f);
  (void)ln;
  (void)s;
  (void)i3;
  (void)u;
  (void)h2;
  (void)d8;
  (void)x;
}
void bundles() {
  queue q;
  auto ctx = q.get_context();
  auto kb = get_kernel_bundle<bundle_state::executable>(ctx);
  auto id = get_kernel_id<KN>();
  kernel k = kb.get_kernel(id);
  auto dev = q.get_device();
  k.get_info<info::kernel_device_specific::work_group_size>(dev);
  k.get_info<info::kernel_device_specific::preferred_work_group_size_multiple>(dev);
  k.get_info<info::kernel_device_specific::private_mem_size>(dev);
  k.get_info<info::kernel_device_specific::compile_work_group_size>(dev);
  k.get_info<info::kernel_device_specific::max_num_sub_groups>(dev);
  k.get_info<info::kernel_device_specific::max_sub_group_size>(dev);
  k.get_info<info::kernel_device_specific::compile_sub_group_size>(dev);
  k.get_info<info::kernel_device_specific::compile_num_sub_groups>(dev);
  k.get_info<info::kernel::num_args>();
  k.get_info<info::kernel::attributes>();
  k.get_info<info::kernel::function_name>();
  k.get_info<info::kernel::context>();
  auto in = get_kernel_bundle<KN, bundle_state::input>(ctx);
  in.set_specialization_constant<sid>(2.f);
  auto ex = build(in);
  kernel_bundle<bundle_state::object> object = compile(in), other = compile(in, {dev});
  for (kernel_bundle<bundle_state::executable> linked :
       {link(object), link(object, {dev}), link({object, other}), link({object, other}, {dev}, property_list{}),
        link(std::vector{object}), build(in, {dev})})
    linked.has_kernel(id, dev);
  ex.get_specialization_constant<sid>();
  q.submit([&](handler &h) {
    h.use_kernel_bundle(ex);
    h.single_task<class OfBundle>([=] {});
  });
  has_kernel_bundle<bundle_state::executable>(ctx);
  is_compatible<KN>(dev);
  kb.begin();
  kb.end();
  for (auto &img : kb)
    (void)img;
  kb.get_devices();
  kb.get_kernel_ids();
  kb.contains_specialization_constants();
  join(std::vector{kb});
  get_kernel_bundle<bundle_state::input>(ctx, {dev}, [](auto &) { return true; });
}
void ptrs() {
  int x = 0;
  auto a = address_space_cast<access::address_space::global_space, access::decorated::yes>(&x);
  (void)a;
  multi_ptr<int, access::address_space::generic_space> g(&x);
  *g = 1;
  g[0] = 2;
  g.get();
  g.get_raw();
  g.get_decorated();
  raw_local_ptr<int> rl;
  decorated_global_ptr<int> dg(a);
  global_ptr<const int> gc(a);
  generic_ptr<int> gp;
  (void)gp;
  g++;
  g += 1;
  bool n = rl == nullptr;
  (void)n;
  raw_global_ptr<int> rg;
  raw_private_ptr<int> rp;
  rg.prefetch(3);
  local_ptr<int> lp;
  constant_ptr<int> cp;
  make_ptr<int, access::address_space::global_space>(&x);
}
void sizes() {
  range r{1, 2, 3};
  r.size();
  r[0];
  r.get(1);
  r + r;
  r * 2;
  id i{1, 2};
  i += 1;
  i == i;
  id<1> k(3);
  size_t s = k;
  int z = k;
  (void)s;
  (void)z;
  nd_range n{range{4, 4}, range{2, 2}};
  n.get_global_range();
  n.get_group_range();
  n.get_local_range();
  n.get_offset();
  range<1>(3) == range<1>(3);
  id<2> i2{range{3, 4}};
  i % 2;
  5 + i;
  item<1> *it = nullptr;
  if (it) {
    size_t q = *it;
    (void)q;
    it->get_id();
    it->get_range();
    it->get_linear_id();
    it->get_id(0);
    it->get_offset();
  }
}
