// On CUDA, builtins become libdevice's code, which is inlined, and vec is loaded, computed and stored as vectors; ptxas
// takes it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: ptxas, target-cuda
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: %sycl_cxx -O2 -c %s -o %t.d/p.o
// RUN: sycl-fuse build --require --target=cuda:sm_90 --emit=ptx %t.d/p.o -o %t.d/p.fusion.o
// RUN: cat %t.d/*.ptx > %t.d/all.ptx
// RUN: FileCheck-22 %s < %t.d/all.ptx
// RUN: FileCheck-22 %s --check-prefix=VECTORS < %t.d/all.ptx
// RUN: FileCheck-22 %s --check-prefix=HALF < %t.d/all.ptx
// Nothing is declared that is not there, and what is called are libdevice's own rare cases.
// RUN: not grep "\.extern \.func" %t.d/all.ptx
// RUN: grep "call\.uni" %t.d/all.ptx > %t.d/calls
// RUN: not grep -v __internal_ %t.d/calls
#include <sycl/sycl.hpp>

using namespace sycl;

int main() {
  queue q;
  float *f = malloc_device<float>(64, q);
  double *d = malloc_device<double>(64, q);
  float4 *v = malloc_device<float4>(64, q);
  half2 *h = malloc_device<half2>(64, q);
  q.parallel_for<class Exponentials>(
      64, [=](id<1> i) { f[i] = sycl::exp(f[i]) + sycl::log2(f[i]) + sycl::sqrt(f[i]) + sycl::fma(f[i], f[i], 2.0f); });
  q.parallel_for<class Everything>(64, [=](id<1> i) {
    int n;
    double x = d[i], w;
    d[i] = sycl::sin(x) + sycl::cospi(x) + sycl::tgamma(x) + sycl::lgamma_r(x, &n) + n + sycl::remquo(x, 3.0, &n) + n +
           sycl::frexp(x, &n) + n + sycl::modf(x, &w) + w + sycl::nextafter(x, 1.0) + sycl::ilogb(x) +
           sycl::rootn(x, 3) + sycl::erf(x) + sycl::fmod(x, 3.0) + sycl::ldexp(x, 3) + sycl::hypot(x, 2.0) +
           sycl::asinh(x) + sycl::cbrt(x);
  });
  q.parallel_for<class Vectors>(64, [=](id<1> i) { v[i] = v[i] * 2.0f + v[i].swizzle<3, 2, 1, 0>(); });
  q.parallel_for<class Halfs>(64, [=](id<1> i) { h[i] = h[i] + h[i] * half(3); });
  q.wait();
}
// CHECK-DAG: sqrt.rn.f32
// CHECK-DAG: ex2.approx
// CHECK-DAG: fma.rn.f32
// CHECK-DAG: fma.rn.f64
// CHECK-DAG: __internal_trig_reduction_slowpathd
// VECTORS: ld.global{{.*}}v4.b32
// VECTORS: st.global{{.*}}v4.b32
// HALF: {{(add|fma|mul).rn.f16x2}}
