// The device code has line tables without -g, at every level of optimization; with -g it keeps the full information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -I%S/../Inputs -O0 -c %s -o %t.o
// RUN: llvm-offload-binary-22 %t.o --image=file=%t.bc,kind=sycl
// RUN: llvm-dis-22 %t.bc -o - | FileCheck-22 %s
// RUN: %sycl_cxx -I%S/../Inputs -O2 -c %s -o %t.o
// RUN: llvm-offload-binary-22 %t.o --image=file=%t.bc,kind=sycl
// RUN: llvm-dis-22 %t.bc -o - | FileCheck-22 %s
// RUN: %sycl_cxx -I%S/../Inputs -g -c %s -o %t.o
// RUN: llvm-offload-binary-22 %t.o --image=file=%t.bc,kind=sycl
// RUN: llvm-dis-22 %t.bc -o - | FileCheck-22 %s --check-prefix=FULL
#include "fusion.hpp"

void run(queue &q, float *p) {
  q.single_task<class One>([=] { *p += 1; });
}

// CHECK: define {{.*}}spir_kernel {{.*}}One{{.*}} !dbg
// CHECK: fadd {{.*}}, !dbg
// CHECK: !DICompileUnit({{.*}}emissionKind: LineTablesOnly
// FULL: !DICompileUnit({{.*}}emissionKind: FullDebug
