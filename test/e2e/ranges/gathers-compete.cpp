// Two gathers from arrays of which caches hold one rather than two: fused, they would wait for memory, so the estimate
// refuses it, for sizes that it knows, where the caches are known. Arrays that both fit are fused, and so is what reads at
// ids that are clamped.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: target-cuda
// RUN: %sycl_cxx -O2 -c %s -o %t.o
// RUN: sycl-fuse build %t.o --target native --target cuda:sm_90 --ptxas none -o %t.fusion.o 2>&1 | FileCheck-22 %s
// CHECK-NOT: warning
// CHECK: warning: region 'sums' for 16777216 is not fused for cuda:sm_90: it is estimated to take 1.{{[2-9]}}{{[0-9]}} times as long as its kernels one by one [SF3085]
// CHECK-NOT: warning
// CHECK: warning: region 'sums' for 16777216 is not fused for native{{[:a-z0-9]*}}: it is estimated to take 1.{{[1-9]}}{{[0-9]}} times as long as its kernels one by one [SF3085]
// CHECK-NOT: warning
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: env SYCL_FUSE_CUDA_LIBRARY=%build_root/lib/libsycl-fuse-fake-cuda.so ONEAPI_DEVICE_SELECTOR=cuda:gpu %t | FileCheck-22 %s --check-prefix=DOUBLE
// The variant for any size does not take its place.
// DOUBLE: {{^}}16777216: unfused fusion_unprofitable{{$}}
// DOUBLE-NEXT: {{^}}262144: aot none{{$}}
#include <sycl/ext/codeplay/experimental/fusion_wrapper.hpp>
#include <sycl/sycl.hpp>

#include <cstdio>

void sums(sycl::queue &q, const float *a, const float *b, const unsigned *at, const unsigned *bt, float *x, float *y,
          float *o, std::size_t n) {
  sycl::ext::codeplay::experimental::fusion_wrapper fw{q};
  fw.start_fusion();
  sycl::ext::syclfuse::expect_nd_range(sycl::range<1>(1 << 24));
  sycl::ext::syclfuse::expect_nd_range(sycl::range<1>(1 << 18));
  q.parallel_for<class First>(sycl::range<1>(n), [=](sycl::id<1> i) { x[i] = a[at[i]]; });
  q.parallel_for<class Second>(sycl::range<1>(n), [=](sycl::id<1> i) { y[i] = b[bt[i]]; });
  q.parallel_for<class Sum>(sycl::range<1>(n), [=](sycl::id<1> i) { o[i] = x[i] + y[i]; });
  fw.complete_fusion();
  std::printf("%zu: %s %s\n", n, to_string(fw.last_outcome()), to_string(fw.last_reason()));
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

void clamped(sycl::queue &q, const float *a, const float *b, float *x, float *y, float *o) {
  sycl::ext::codeplay::experimental::fusion_wrapper fw{q};
  fw.start_fusion();
  constexpr std::size_t n = 1 << 24;
  sycl::ext::syclfuse::expect_nd_range(sycl::range<1>(n));
  auto before = [](std::size_t i) { return i < 3 ? 0 : i - 3; };
  q.parallel_for<class FirstClamped>(sycl::range<1>(n), [=](sycl::id<1> i) { x[i] = a[i] + a[before(i)]; });
  q.parallel_for<class SecondClamped>(sycl::range<1>(n), [=](sycl::id<1> i) { y[i] = b[i] + b[before(i)]; });
  q.parallel_for<class SumClamped>(sycl::range<1>(n), [=](sycl::id<1> i) { o[i] = x[i] + y[i]; });
  fw.complete_fusion();
}

int main() {
  sycl::queue q{sycl::property_list{sycl::property::queue::in_order{},
                                    sycl::ext::codeplay::experimental::property::queue::enable_fusion{}}};
  constexpr std::size_t most = 1 << 24;
  float *m[5];
  for (float *&p : m)
    p = sycl::malloc_device<float>(most, q);
  unsigned *at = sycl::malloc_device<unsigned>(most, q), *bt = sycl::malloc_device<unsigned>(most, q);
  sums(q, m[0], m[1], at, bt, m[2], m[3], m[4], most);
  sums(q, m[0], m[1], at, bt, m[2], m[3], m[4], 1 << 18);
  q.wait();
  for (float *p : m)
    sycl::free(p, q);
  sycl::free(at, q);
  sycl::free(bt, q);
}
