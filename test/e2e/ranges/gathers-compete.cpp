// Two gathers from arrays that the target's last cache holds one at a time: fused, they would wait for memory, so the
// estimate refuses it, for sizes that it knows, where the cache is known. Arrays that both fit are fused.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: target-cuda
// RUN: %sycl_cxx -O2 -c %s -o %t.o
// RUN: sycl-fuse build %t.o --target native --target cuda:sm_90 --ptxas none -o %t.fusion.o 2>&1 | FileCheck-22 %s
// CHECK-NOT: warning
// CHECK: warning: region 'sums' for 16777216 is not fused for cuda:sm_90: it is estimated to take 1.{{[2-9]}}{{[0-9]}} times as long as its kernels one by one [SF3085]
// CHECK-NOT: warning
#include <sycl/ext/codeplay/experimental/fusion_wrapper.hpp>
#include <sycl/sycl.hpp>

void sums(sycl::queue &q, const float *a, const float *b, const unsigned *at, float *x, float *y, float *o) {
  sycl::ext::codeplay::experimental::fusion_wrapper fw{q};
  fw.start_fusion();
  sycl::ext::syclfuse::expect_nd_range(sycl::range<1>(1 << 24));
  sycl::ext::syclfuse::expect_nd_range(sycl::range<1>(1 << 20));
  const std::size_t n = at[0];
  q.parallel_for<class First>(sycl::range<1>(n), [=](sycl::id<1> i) { x[i] = a[at[i]]; });
  q.parallel_for<class Second>(sycl::range<1>(n), [=](sycl::id<1> i) { y[i] = b[at[i]]; });
  q.parallel_for<class Sum>(sycl::range<1>(n), [=](sycl::id<1> i) { o[i] = x[i] + y[i]; });
  fw.complete_fusion();
}

void same(sycl::queue &q, const float *a, const unsigned *at, float *x, float *y) {
  sycl::ext::codeplay::experimental::fusion_wrapper fw{q};
  fw.start_fusion();
  sycl::ext::syclfuse::expect_nd_range(sycl::range<1>(1 << 24));
  const std::size_t n = at[0];
  q.parallel_for<class Gather>(sycl::range<1>(n), [=](sycl::id<1> i) { x[i] = a[at[i]]; });
  q.parallel_for<class Again>(sycl::range<1>(n), [=](sycl::id<1> i) { y[i] = a[at[i]] + x[i]; });
  fw.complete_fusion();
}
