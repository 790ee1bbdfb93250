// Attributes of kernels: read from lambdas, functors and templates, in each position, and checked at the launch.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O1 -Werror=unknown-attributes -c %s -o %t.o 2>&1 | FileCheck-22 %s --check-prefix=SAYS
// RUN: sycl-fuse build --target=native %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// RUN: env SYCL_FUSE=off %t | FileCheck-22 %s
#include <sycl/sycl.hpp>

#include <array>
#include <cstdio>

constexpr std::size_t sizes[] = {8, 4};
constexpr int twice = 8;
template <int N> struct functor {
  [[sycl::reqd_work_group_size(N, twice)]] void operator()(sycl::nd_item<2>) const {}
};
template <int N> struct arithmetic {
  // 8 for 8.
  [[sycl::reqd_work_group_size((N + twice) * 2 - sizes[3 % 2] * 4 - (40 >> 3 << 1) + 7 / 3)]] void
  operator()(sycl::nd_item<1>) const {}
};

class O2;
class O3;
class S32;
class G2;
// The call operator that counts is the one that runs.
struct overloaded {
  [[sycl::reqd_work_group_size(8)]] void operator()(sycl::nd_item<1>) const {}
  [[sycl::reqd_work_group_size(2, 4)]] void operator()(sycl::nd_item<2>) const {}
  [[sycl::reqd_work_group_size(0x10000)]] void operator()(sycl::group<1>) const {}
  [[sycl::device_has(sycl::aspect::emulated)]] void operator()() const {}
};

// Functions that kernels call: what their declarations demand, however far away.
template <sycl::aspect A> [[sycl::device_has(A)]] void demands() {}
[[sycl::device_has(sycl::aspect::emulated)]] SYCL_EXTERNAL void declared(int *);
void declared(int *) {}
struct member {
  [[sycl::device_has(sycl::aspect::custom)]] int get() const { return 1; }
};
inline void between(int *p) {
  auto inner = [=] { declared(p); };
  inner();
}

template <class F> const char *outcome(F f) {
  try {
    sycl::queue q{sycl::cpu_selector_v};
    q.submit([&](sycl::handler &h) { f(h); }).wait();
    return "runs";
  } catch (const sycl::exception &e) {
    return e.code() == sycl::errc::nd_range               ? "nd_range"
           : e.code() == sycl::errc::kernel_not_supported ? "not supported"
                                                          : e.what();
  }
}
sycl::nd_range<1> groups_of(std::size_t n) { return {64, n}; }

template <int N, sycl::aspect A> void of_a_template() {
  auto lambda = [](sycl::nd_item<1>) [[sycl::reqd_work_group_size(N)]] {};
  auto generic = [](auto) [[sycl::reqd_work_group_size(N)]] {};
  auto aspects = []() [[sycl::device_has(A, sycl::aspect::cpu)]] {};
  std::printf("template %d: %s, %s, %s\n", N, outcome([=](auto &h) { h.parallel_for(groups_of(16), lambda); }),
              outcome([=](auto &h) { h.template parallel_for<class G>(groups_of(16), generic); }),
              outcome([=](auto &h) { h.single_task(aspects); }));
}

int main() {
#define ATTRIBUTE [[sycl::work_group_size_hint(8), sycl::reqd_work_group_size(sizes[0])]]
  auto macro = [](sycl::nd_item<1>) ATTRIBUTE {};
  // CHECK: macro: nd_range, runs
  std::printf("macro: %s, %s\n", outcome([=](auto &h) { h.parallel_for(groups_of(16), macro); }),
              outcome([=](auto &h) { h.parallel_for(groups_of(8), macro); }));
  // CHECK-NEXT: functor: runs, nd_range
  std::printf("functor: %s, %s\n",
              outcome([](auto &h) { h.parallel_for(sycl::nd_range<2>{{8, 8}, {4, 8}}, functor<4>()); }),
              outcome([](auto &h) { h.parallel_for(sycl::nd_range<2>{{8, 8}, {8, 4}}, functor<4>()); }));
  // CHECK-NEXT: template 16: runs, runs, runs
  of_a_template<16, sycl::aspect::fp64>();
  // CHECK-NEXT: template 32: nd_range, nd_range, not supported
  of_a_template<32, sycl::aspect::emulated>();
  // CHECK-NEXT: sub-groups: runs, not supported
  std::printf("sub-groups: %s, %s\n", outcome([](auto &h) {
                h.template parallel_for<S32>(groups_of(32), [](sycl::nd_item<1>) [[sycl::reqd_sub_group_size(32)]] {});
              }),
              outcome([](auto &h) {
                h.parallel_for(groups_of(32), [](sycl::nd_item<1>) [[sycl::reqd_sub_group_size(5)]] {});
              }));
  // CHECK-NEXT: too large: not supported
  std::printf("too large: %s\n", outcome([](auto &h) {
                h.parallel_for(groups_of(8), [](sycl::nd_item<1>) [[sycl::reqd_work_group_size(0x10000)]] {});
              }));
  // CHECK-NEXT: overloaded: runs, nd_range, runs, nd_range, not supported, not supported
  std::printf("overloaded: %s, %s, %s, %s, %s, %s\n",
              outcome([](auto &h) { h.template parallel_for<class O1>(groups_of(8), overloaded()); }),
              outcome([](auto &h) { h.template parallel_for<class O1>(groups_of(4), overloaded()); }),
              outcome([](auto &h) { h.template parallel_for<O2>(sycl::nd_range<2>{{8, 8}, {2, 4}}, overloaded()); }),
              outcome([](auto &h) { h.template parallel_for<O2>(sycl::nd_range<2>{{8, 8}, {4, 2}}, overloaded()); }),
              outcome([](auto &h) { h.template parallel_for_work_group<O3>(sycl::range<1>(1), overloaded()); }),
              outcome([](auto &h) { h.template single_task<class O4>(overloaded()); }));
  // CHECK-NEXT: called: runs, not supported, not supported, not supported, not supported
  std::printf(
      "called: %s, %s, %s, %s, %s\n", outcome([](auto &h) { h.single_task([] { demands<sycl::aspect::fp64>(); }); }),
      outcome([](auto &h) { h.single_task([] { demands<sycl::aspect::emulated>(); }); }),
      outcome([](auto &h) { h.parallel_for(sycl::range<1>(4), [](sycl::id<1>) { between(nullptr); }); }),
      outcome([](auto &h) { h.single_task([](sycl::kernel_handler) { (void)member().get(); }); }), outcome([](auto &h) {
        h.parallel_for_work_group(sycl::range<1>(2), sycl::range<1>(2), [](sycl::group<1> g) {
          g.parallel_for_work_item([](sycl::h_item<1>) { demands<sycl::aspect::emulated>(); });
        });
      }));
  // CHECK-NEXT: hierarchical: runs, nd_range
  const auto of_group = [](sycl::group<1>) [[sycl::reqd_work_group_size(8)]] {};
  std::printf("hierarchical: %s, %s\n",
              outcome([=](auto &h) { h.parallel_for_work_group(sycl::range<1>(2), sycl::range<1>(8), of_group); }),
              outcome([=](auto &h) { h.parallel_for_work_group(sycl::range<1>(2), sycl::range<1>(4), of_group); }));
  // What kernels are asked for without a launch.
  const sycl::queue q{sycl::cpu_selector_v};
  const sycl::device d = q.get_device();
  const auto bundle = sycl::get_kernel_bundle<sycl::bundle_state::executable>(q.get_context());
  namespace of = sycl::info::kernel_device_specific;
  const auto two = bundle.get_kernel<O2>(), none = bundle.get_kernel<G2>();
  const auto size = two.get_info<of::compile_work_group_size>(d);
  // CHECK-NEXT: asked: reqd_work_group_size(2,4), {2, 4, 1}; '', 0
  std::printf("asked: %s, {%zu, %zu, %zu}; '%s', %zu\n", two.get_info<sycl::info::kernel::attributes>().c_str(),
              size[0], size[1], size[2], none.get_info<sycl::info::kernel::attributes>().c_str(),
              none.get_info<of::compile_work_group_size>(d).size());
  // CHECK-NEXT: compatible: 1 0 1
  std::printf("compatible: %d %d %d\n", sycl::is_compatible<O2>(d), sycl::is_compatible<O3>(d),
              sycl::has_kernel_bundle<sycl::bundle_state::executable>(q.get_context(), {sycl::get_kernel_id<S32>()}));
  // CHECK-NEXT: sub-group: 32, 0
  std::printf("sub-group: %u, %u\n", bundle.get_kernel<S32>().get_info<of::compile_sub_group_size>(d),
              two.get_info<of::compile_sub_group_size>(d));
  // Kernels without: neither those before nor after have any.
  // CHECK-NEXT: none: runs
  std::printf("none: %s\n", outcome([](auto &h) {
                h.template parallel_for<G2>(groups_of(8), [](sycl::nd_item<1>) {
                  int x[] = {1};
                  (void)x;
                });
              }));
  // CHECK-NEXT: arithmetic: runs, nd_range
  std::printf("arithmetic: %s, %s\n", outcome([](auto &h) { h.parallel_for(groups_of(8), arithmetic<8>()); }),
              outcome([](auto &h) { h.parallel_for(groups_of(16), arithmetic<8>()); }));
  // What cannot be read is said, and does nothing.
  // CHECK-NEXT: expression: runs
  std::printf("expression: %s\n", outcome([](auto &h) {
                // SAYS: kernel-attributes.cpp:[[#@LINE+1]]:[[#]]: warning: the argument of attribute 'reqd_work_group_size' is not read, which has no effect [SF1091] [-Wsycl-fuse-attribute-not-read]
                h.parallel_for(groups_of(8), [](sycl::nd_item<1>) [[sycl::reqd_work_group_size(sizeof(int))]] {});
              }));
  // CHECK-NEXT: hint: runs
  std::printf("hint: %s\n", outcome([](auto &h) { h.single_task([]() [[sycl::vec_type_hint(float)]] {}); }));
}
