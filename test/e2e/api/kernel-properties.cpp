// Properties of a kernel hold it to its work-group and sub-group sizes; no_fusion keeps it out of an open region, which
// is fused nevertheless, and so does use_root_sync; other properties are errors of compilation.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o 2>&1 | FileCheck-22 %s --check-prefix=COMPILER
// RUN: sycl-fuse build %t.o -o %t.fusion.o --require
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: env SYCL_RT_WARNING_LEVEL=2 %t 2>&1 | FileCheck-22 %s
// RUN: not %sycl_cxx -DUNKNOWN -fsyntax-only -I%S/../Inputs %s 2>&1 | FileCheck-22 %s --check-prefix=UNKNOWN
// RUN: not %sycl_cxx -DTWICE -fsyntax-only -I%S/../Inputs %s 2>&1 | FileCheck-22 %s --check-prefix=TWICE
// COMPILER: 'use_root_sync' in a fusion region needs its kernels and ends the region at run time {{.}}SF1008
// COMPILER-NOT: warning:
// UNKNOWN: this is no property of a kernel
// TWICE: two properties of one kind
// CHECK: group size: {{.*}}work_group_size demands 5 work-items in dimension 1, its nd_range has 4
// CHECK: sub-group size: {{.*}}sub_group_size is 7
// CHECK: functor: {{.*}}work_group_size demands 3 work-items
// CHECK: apart: aot none
// CHECK: Not fusing kernel that must not be fused. {{.*}}SF6140
// CHECK: in order: unfused kernel_apart_in_order
// CHECK: Not fusing kernel with 'use_root_sync' property.
// CHECK: root sync: unfused aborted_by_synchronization
// CHECK: all results right
#include "e2e.hpp"

using namespace sycl;
namespace x = sycl::ext::oneapi::experimental;
constexpr std::size_t n = 1021;

template <class F> void refused(const char *what, errc code, const F &f) {
  try {
    f();
    e2e::expect(what, false);
  } catch (const sycl::exception &e) {
    e2e::expect(what, e.code() == code);
    std::printf("%s: %s\n", what, e.what());
  }
}

struct three {
  int *out;
  void operator()(nd_item<1> i) const { out[i.get_global_id(0)] = 3; }
  auto get(x::properties_tag) const { return x::properties{x::work_group_size<3>}; }
};
struct apart {
  int *out;
  void operator()(id<1> i) const { out[i] = static_cast<int>(i[0]) + 2; }
  auto get(x::properties_tag) const { return x::properties{sycl::ext::syclfuse::no_fusion}; }
};

void sizes(queue &q, int *p) {
  const event e = q.single_task(x::properties{}, [=] { p[0] = 1; });
  const auto supported = q.get_device().get_info<info::device::sub_group_sizes>();
  if (!std::count(supported.begin(), supported.end(), 32u))
    q.single_task(e, x::properties{x::sub_group_size<1>}, [=] { p[1] = p[0] + 1; }).wait();
  else
    q.single_task(e, x::properties{x::sub_group_size<32>}, [=] { p[1] = p[0] + 1; }).wait();
  q.parallel_for(nd_range<2>({8, 12}, {2, 4}), x::properties{x::work_group_size<2, 4>, x::work_group_size_hint<1, 1>},
                 [=](nd_item<2> i) { p[2 + i.get_global_linear_id()] = 7; })
      .wait();
  q.parallel_for(range<1>(5), std::vector<event>{e}, x::properties{x::work_group_size<64>}, [=](id<1> i) {
     p[98 + i] = 8;
   }).wait();
  q.submit([&](handler &h) {
     h.parallel_for(nd_range<1>(6, 3), x::properties{x::work_group_size<3>}, three{p + 103});
   }).wait();
  // Attributes, which this compiler does not know, do no harm.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wunknown-attributes"
#pragma clang diagnostic ignored "-Wignored-attributes"
  q.parallel_for(nd_range<1>(4, 4), [=](nd_item<1> i) [[sycl::reqd_work_group_size(4)]] {
     p[109 + i.get_global_id(0)] = 9;
   }).wait();
#pragma clang diagnostic pop
  std::vector<int> got(p, p + 113), right(113, 7);
  right[0] = 1, right[1] = 2;
  std::fill(right.begin() + 98, right.begin() + 103, 8);
  std::fill(right.begin() + 103, right.begin() + 109, 3);
  std::fill(right.begin() + 109, right.end(), 9);
  e2e::expect_equal("sizes", got, right);

  refused("group size", errc::nd_range, [&] {
    q.parallel_for(nd_range<2>({8, 12}, {2, 4}), x::properties{x::work_group_size<2, 5>},
                   [=](nd_item<2>) { p[0] = 0; });
  });
  refused("sub-group size", errc::kernel_not_supported,
          [&] { q.single_task(x::properties{x::sub_group_size<7>}, [=] { p[0] = 0; }); });
  refused("functor", errc::nd_range, [&] { q.parallel_for(nd_range<1>(8, 4), three{p}); });
  e2e::expect("refused kernels do not run", p[0] == 1);
#ifdef UNKNOWN
  q.single_task(x::properties{x::property_value<struct nobody>{}}, [=] { p[0] = 0; });
#endif
#ifdef TWICE
  q.single_task(x::properties{x::sub_group_size<1>, x::sub_group_size<32>}, [=] { p[0] = 0; });
#endif
}

// Two kernels of a region, and two that stand beside it.
void beside(queue q, const char *what, int *p, int *other) {
  e2e::fusion_wrapper fw{q};
  std::vector<int> a(n, 1), b(n);
  {
    buffer<int> from(a), to(b);
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor in(from, h, read_write);
      h.parallel_for(range<1>(n), [=](id<1> i) { in[i] += static_cast<int>(i[0]); });
    });
    q.parallel_for(range<1>(n), x::properties{sycl::ext::syclfuse::no_fusion},
                   [=](id<1> i) { p[i] = static_cast<int>(i[0]) + 1; });
    q.submit([&](handler &h) { h.parallel_for(range<1>(n), apart{other}); });
    q.submit([&](handler &h) {
      accessor in(from, h, read_only);
      accessor out(to, h, write_only);
      h.parallel_for(range<1>(n), [=](id<1> i) { out[i] = in[i] * 3; });
    });
    fw.complete_fusion();
    e2e::report(what, fw);
  }
  q.wait();
  std::vector<int> right(n), one(n), two(n);
  for (std::size_t i = 0; i < n; ++i) {
    right[i] = 3 * (static_cast<int>(i) + 1);
    one[i] = static_cast<int>(i) + 1;
    two[i] = static_cast<int>(i) + 2;
  }
  e2e::expect_equal(what, b, right);
  e2e::expect_equal(what, std::vector<int>(p, p + n), one);
  e2e::expect_equal(what, std::vector<int>(other, other + n), two);
}

void root_sync(queue &q, int *p) {
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  event e = q.parallel_for(range<1>(n), [=](id<1> i) { p[i] = 5; });
  q.parallel_for(range<1>(n), e, x::properties{x::use_root_sync}, [=](id<1> i) { p[i] *= 2; });
  fw.complete_fusion();
  e2e::report("root sync", fw);
  q.wait();
  e2e::expect_equal("root sync", std::vector<int>(p, p + n), std::vector<int>(n, 10));
}

int main() {
  std::setvbuf(stdout, nullptr, _IONBF, 0);
  queue q = e2e::make_queue();
  int *p = malloc_shared<int>(n, q), *other = malloc_shared<int>(n, q);
  sizes(q, p);
  beside(q, "apart", p, other);
  beside(queue{default_selector_v,
               property_list{e2e::fusion::property::queue::enable_fusion{}, property::queue::in_order{}}},
         "in order", p, other);
  root_sync(q, p);
  free(p, q);
  free(other, q);
  return e2e::finish();
}
