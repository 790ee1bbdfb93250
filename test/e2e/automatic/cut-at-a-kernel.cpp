// A kernel that cannot be fused at all takes the others of its sequence apart; those before it and those behind it are fused.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Not for test/gpu: it is built with an option.
// REQUIRES: target-native
// RUN: rm -rf %t.dir && mkdir %t.dir && cd %t.dir
// RUN: %sycl_cxx -O2 -fplugin-arg-sycl-fuse-automatic -I%S/../Inputs -c %s -o a.o
// RUN: sycl-fuse build --automatic --target native:v3 a.o -o a.fusion.o 2>&1 | count 0
// RUN: clang++-22 a.o a.fusion.o %runtime_lib -o a
// RUN: env SYCL_FUSE_AUTO=off ./a | FileCheck-22 %s
// RUN: env SYCL_FUSE_NATIVE_ISA=3 SYCL_FUSE_TRACE=1 ./a 2> trace | FileCheck-22 %s
// RUN: FileCheck-22 %s --check-prefix=TRACE < trace
// CHECK: element 5 is 38
// CHECK: all results right
// TRACE: launch: fused {{.*}} [Square, Shift] {{.*}}
// TRACE-NEXT: launch: Print {{.*}}
// TRACE-NEXT: launch: fused {{.*}} [Twice, Back] {{.*}}
// TRACE-NEXT: launch: fused {{.*}} [Square, Shift] {{.*}}
// Sub-groups of a size that one kernel requires would be those of the other.
// TRACE: launch: OfEight {{.*}}
// TRACE-NEXT: launch: fused {{.*}} [OfAnySize, Behind] {{.*}}
#include "e2e.hpp"

// Kernels that require no size have sub-groups of 32.
void sub_groups(sycl::queue &q, int *eight, int *any, int *sum, std::size_t n) {
  const sycl::nd_range<1> range(n, 64);
  q.parallel_for<class OfEight>(range, [=](sycl::nd_item<1> i) [[sycl::reqd_sub_group_size(8)]] {
    eight[i.get_global_id(0)] = static_cast<int>(i.get_sub_group().get_max_local_range()[0]);
  });
  q.parallel_for<class OfAnySize>(range, [=](sycl::nd_item<1> i) {
    any[i.get_global_id(0)] = static_cast<int>(i.get_sub_group().get_max_local_range()[0]);
  });
  q.parallel_for<class Behind>(range, [=](sycl::nd_item<1> i) {
    sum[i.get_global_id(0)] += eight[i.get_global_id(0)] + any[i.get_global_id(0)];
  });
}

void around_printing(sycl::queue &q, int *x, int *y, int *z, std::size_t n) {
  q.parallel_for<class Square>(n, [=](sycl::id<1> i) { y[i] = x[i] * x[i]; });
  q.parallel_for<class Shift>(n, [=](sycl::id<1> i) { z[i] = y[i] + 2; });
  q.parallel_for<class Print>(n, [=](sycl::id<1> i) {
    if (i == 5)
      sycl::ext::oneapi::experimental::printf("element 5 is %d\n", z[i]);
  });
  q.parallel_for<class Twice>(n, [=](sycl::id<1> i) { y[i] = 2 * z[i]; });
  q.parallel_for<class Back>(n, [=](sycl::id<1> i) { x[i] = y[i] % 101 - 7; });
}

int main() {
  constexpr std::size_t n = 449, groups = 3 * 64;
  sycl::queue q{sycl::property::queue::in_order{}};
  int *x = sycl::malloc_shared<int>(n, q), *y = sycl::malloc_shared<int>(n, q), *z = sycl::malloc_shared<int>(n, q);
  std::vector<int> host(n);
  for (std::size_t i = 0; i < n; ++i)
    host[i] = x[i] = static_cast<int>(i % 17) + 1;
  for (int step = 0; step < 4; ++step) {
    around_printing(q, x, y, z, n);
    q.wait();
    for (int &h : host)
      h = 2 * (h * h + 2) % 101 - 7;
    e2e::expect_equal("x", std::vector<int>(x, x + n), host);
  }
  std::fill(z, z + groups, 0);
  for (int step = 0; step < 3; ++step)
    sub_groups(q, x, y, z, groups);
  q.wait();
  e2e::expect_equal("sub-groups", std::vector<int>(z, z + groups), std::vector<int>(groups, 3 * (8 + 32)));
  for (int *p : {x, y, z})
    sycl::free(p, q);
  return e2e::finish();
}
