// The manifest lies beside the object, with its extension replaced; assembly has one as well, preprocessing has none.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: rm -rf %t && mkdir %t
// RUN: %sycl_cxx -c %s -o %t/a.cpp.o
// RUN: %sycl_cxx -S %s -o %t/b.s
// RUN: %sycl_cxx -E %s -o %t/c.ii
// RUN: %sycl_cxx -fsyntax-only %s
// RUN: %sycl_cxx -c %s -o %t/d.o -fplugin-arg-sycl-fuse-off
// RUN: ls %t | FileCheck-22 %s
void nothing() {}
// CHECK: a.cpp.fusion.json
// CHECK-NEXT: a.cpp.o
// CHECK-NEXT: b.fusion.json
// CHECK-NEXT: b.s
// CHECK-NEXT: c.ii
// CHECK-NEXT: d.o
// CHECK-NOT: {{.}}
