// A translation unit without SYCL has an empty but valid manifest; without -fsycl too.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -c %s -o %t.o && sycl-fuse merge %t.o -o %t.json
// RUN: %summary %t.json | FileCheck-22 %s
// RUN: rm %t.json && clang++-22 -fplugin=%plugin -c %s -o %t.o -fplugin-arg-sycl-fuse-output=%t.json
// RUN: %summary %t.json | FileCheck-22 %s
int main() {}
// CHECK: 0 kernels, 0 regions
