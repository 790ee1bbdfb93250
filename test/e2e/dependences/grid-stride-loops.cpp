// Kernels in which each work-item takes every n-th element, in the ways in which programs that come from CUDA write it:
// over the same elements they need no barrier between them, whatever the counter. What goes over other elements runs
// one by one, as does a pointer into the middle of what another kernel writes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o --save-temps=%t.temps 2> %t.err
// RUN: FileCheck-22 %s --check-prefix=SAYS --allow-empty < %t.err
// RUN: cat %t.temps/run*.fused.ll | FileCheck-22 %s --check-prefix=FUSED
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// SAYS-NOT: warning
// FUSED-NOT: call {{.*}}ControlBarrier
#include "e2e.hpp"

#include <algorithm>

using namespace sycl;

enum counter { as_int, step_of_int, as_unsigned, as_size };

// f(i) for each of the work-item's elements of n.
template <counter As, class Count, class F> static void each(nd_item<1> item, Count n, F f) {
  if constexpr (As == as_int) {
    for (int i = item.get_global_id(0); i < n; i += item.get_local_range(0) * item.get_group_range(0))
      f(i);
  } else if constexpr (As == step_of_int) {
    const int step = item.get_local_range(0) * item.get_group_range(0);
    for (int i = item.get_group(0) * item.get_local_range(0) + item.get_local_id(0); i < n; i += step)
      f(i);
  } else if constexpr (As == as_unsigned) {
    for (unsigned i = item.get_global_id(0); i < n; i += item.get_group_range(0) * item.get_local_range(0))
      f(i);
  } else {
    for (std::size_t i = item.get_global_linear_id(); i < n; i += item.get_global_range(0))
      f(i);
  }
}

// b[i] = 3 * a[i] and c[i] = b[i] - a[i], for other numbers of elements. Shifted: c[i] = -a[i], and c is b + 5.
template <counter As, bool Shifted, class Count>
static void run(Count n, Count m, std::size_t groups, const char *what) {
  const std::size_t all = static_cast<std::size_t>(n) + 64, at = Shifted ? 5 : all;
  queue q = e2e::make_queue();
  float *a = malloc_shared<float>(all, q), *b = malloc_shared<float>(2 * all, q), *c = b + at;
  const std::vector<float> in = e2e::random_values<float>(all, unsigned(n));
  std::copy(in.begin(), in.end(), a);
  std::fill(b, b + 2 * all, 1.0f);
  std::vector<float> wanted(b, b + 2 * all);
  for (std::size_t i = 0; i < std::size_t(n); ++i)
    wanted[i] = 3 * in[i];
  for (std::size_t i = 0; i < std::size_t(m); ++i)
    wanted[at + i] = Shifted ? -in[i] : wanted[i] - in[i];
  e2e::fusion_wrapper fw{q};
  const nd_range<1> shape{groups * 32, 32};
  fw.start_fusion();
  q.parallel_for(shape, [=](nd_item<1> item) { each<As>(item, n, [=](auto i) { b[i] = 3 * a[i]; }); });
  q.parallel_for(shape,
                 [=](nd_item<1> item) { each<As>(item, m, [=](auto i) { c[i] = Shifted ? -a[i] : b[i] - a[i]; }); });
  fw.complete_fusion();
  q.wait();
  e2e::report(Shifted ? "shifted" : what, fw);
  e2e::expect_equal(what, std::vector<float>(b, b + 2 * all), wanted);
  free(a, q);
  free(b, q);
}

template <counter As, class Count> static void runs(const char *what) {
  for (Count n : {1, 31, 1000, 10007})
    for (std::size_t groups : {1, 7, 400})
      run<As, false, Count>(n, n, groups, what);
  run<As, false, Count>(1000, 999, 3, what);
  run<As, false, Count>(0, 0, 3, what);
  run<As, true, Count>(1000, 990, 3, what);
}

int main() {
  // CHECK-COUNT-14: int: aot-generic nd_range_not_listed
  // CHECK-NEXT: shifted: unfused kernels_depend
  runs<as_int, int>("int");
  // CHECK-COUNT-14: step: aot-generic nd_range_not_listed
  // CHECK-NEXT: shifted: unfused kernels_depend
  runs<step_of_int, int>("step");
  // CHECK-COUNT-14: unsigned: aot-generic nd_range_not_listed
  // CHECK-NEXT: shifted: unfused kernels_depend
  runs<as_unsigned, unsigned>("unsigned");
  // CHECK-COUNT-14: size: aot-generic nd_range_not_listed
  // CHECK-NEXT: shifted: unfused kernels_depend
  runs<as_size, std::size_t>("size");
  return e2e::finish(); // CHECK-NEXT: all results right
}
