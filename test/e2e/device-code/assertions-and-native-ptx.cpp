// On NVIDIA GPUs failing assertions call the driver's function, native:: functions and the half_precision:: ones of 10 bits
// are the approximate instructions, and others are as precise as without them; ptxas takes it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: ptxas, target-cuda
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: %sycl_cxx -O2 -c %s -o %t.d/p.o
// RUN: sycl-fuse build --require --target=cuda:sm_90 --emit=ptx %t.d/p.o -o %t.d/p.fusion.o
// RUN: cat %t.d/*Asserts*.ptx | FileCheck-22 %s --check-prefix=ASSERT
// RUN: cat %t.d/*Fast*.ptx > %t.d/fast
// RUN: FileCheck-22 %s --check-prefix=FAST < %t.d/fast
// RUN: not grep -E "call|div\.rn|sqrt\.rn|rcp\.rn" %t.d/fast
// RUN: cat %t.d/*Precise*.ptx > %t.d/precise
// RUN: FileCheck-22 %s --check-prefix=PRECISE < %t.d/precise
// RUN: not grep -E "sqrt\.approx|div\.approx|sin\.approx|rsqrt\.approx" %t.d/precise
// ASSERT: .extern .func __assertfail
// ASSERT: call.uni{{[[:space:]]*}}__assertfail
// FAST-DAG: ex2.approx.f32
// FAST-DAG: lg2.approx.f32
// FAST-DAG: sin.approx.f32
// FAST-DAG: cos.approx.f32
// FAST-DAG: {{^[[:space:]]*}}sqrt.approx.f32
// FAST-DAG: rsqrt.approx.f32
// FAST-DAG: {{(div|rcp).approx}}
// PRECISE-DAG: sqrt.rn.f32
// PRECISE-DAG: {{(div|rcp).rn.f32}}
#include <cassert>
#include <sycl/sycl.hpp>

using namespace sycl;

int main() {
  queue q;
  float *f = malloc_device<float>(64, q);
  float4 *v = malloc_device<float4>(64, q);
  q.parallel_for<class Asserts>(64, [=](id<1> i) {
    assert(f[i] > 0);
    f[i] += 1;
  });
  q.parallel_for<class Fast>(64, [=](id<1> i) {
    const float x = f[i];
    f[i] = native::exp(x) + native::exp2(x) + native::exp10(x) + native::log(x) + native::log2(x) + native::log10(x) +
           native::sin(x) + native::cos(x) + native::tan(x) + native::rsqrt(x) + native::powr(x, 2.5f) +
           native::divide(x, 3.0f + x) + native::recip(x) + half_precision::exp(x) + half_precision::exp10(x) +
           half_precision::recip(x) + half_precision::rsqrt(x) + half_precision::sqrt(x);
    v[i] = native::sqrt(v[i]);
  });
  q.parallel_for<class Precise>(64, [=](id<1> i) {
    f[i] = sycl::sqrt(f[i]) + 3.0f / f[i] + half_precision::divide(1.0f, f[i]) + half_precision::sin(f[i]);
  });
  q.wait();
}
