// The manifest says which tools wrote it, from which file, and the hash of that file's bytes, which does not depend on where it lies.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: rm -rf %t && mkdir -p %t/one %t/two && cp %s %t/one/a.cpp && cp %s %t/two/a.cpp && echo "// changed" >> %t/two/a.cpp
// RUN: cd %t/one && %sycl_cxx -I%S/../Inputs -c a.cpp -o a.o -fplugin-arg-sycl-fuse-output=first.json && FileCheck-22 %s < first.json
// RUN: cp a.cpp ../two/same.cpp
// RUN: cd %t/two && %sycl_cxx -I%S/../Inputs -c a.cpp -o a.o -fplugin-arg-sycl-fuse-output=a.json && %sycl_cxx -I%S/../Inputs -c same.cpp -o same.o -fplugin-arg-sycl-fuse-output=same.json
// RUN: grep source_hash %t/one/first.json > %t/one.hash && grep source_hash %t/two/a.json > %t/two.hash && grep source_hash %t/two/same.json > %t/same.hash
// RUN: not cmp %t/one.hash %t/two.hash
// RUN: cmp %t/one.hash %t/same.hash
// CHECK: "version": 1
// CHECK: "sources": [
// CHECK: "tool": "sycl-fuse-plugin {{[0-9]+\.[0-9]+\.[0-9]+}}"
// CHECK-NEXT: "compiler": "clang 22.{{[0-9.]+}}"
// CHECK-NEXT: "source": "a.cpp"
// CHECK-NEXT: "source_hash": "xxh64:{{[0-9a-f]+}}"
#include "fusion.hpp"

void run(queue &q, int *p) {
  q.parallel_for<class A>(range<1>{8}, [=](id<1> i) { p[i] = 1; });
}
