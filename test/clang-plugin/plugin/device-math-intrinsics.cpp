// Math functions of device code are intrinsics, so that every target can lower them, without optimization too.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -I%S/../Inputs -O0 -c %s -o %t.o
// RUN: llvm-offload-binary-22 %t.o --image=file=%t.bc,kind=sycl
// RUN: llvm-dis-22 %t.bc -o - | FileCheck-22 %s
// RUN: %sycl_cxx -I%S/../Inputs -O2 -c %s -o %t.o
// RUN: llvm-offload-binary-22 %t.o --image=file=%t.bc,kind=sycl
// RUN: llvm-dis-22 %t.bc -o - | FileCheck-22 %s
// RUN: %sycl_cxx -I%S/../Inputs -O2 -c %s -o %t.o -fplugin-arg-sycl-fuse-off
// RUN: llvm-offload-binary-22 %t.o --image=file=%t.bc,kind=sycl
// RUN: llvm-dis-22 %t.bc -o - | FileCheck-22 %s --check-prefix=OFF
#include "fusion.hpp"
#include <cmath>

void run(queue &q, float *p) {
  q.single_task<class Math>([=] {
    p[0] = sqrtf(p[1]);
    p[2] = sinf(p[3]);
    p[4] = std::exp(p[5]);
  });
}

// CHECK-DAG: call float @llvm.sqrt.f32
// CHECK-DAG: call {{.*}}float @llvm.sin.f32
// CHECK-DAG: call {{.*}}float @llvm.exp.f32
// CHECK-NOT: @sinf
// OFF: @sinf
