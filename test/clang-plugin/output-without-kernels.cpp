// A translation unit without SYCL has an empty but valid manifest, since build systems wait for the file; without -fsycl too.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -c %s -o %t.o
// RUN: %summary %t.fusion.json | FileCheck-22 %s
// RUN: rm %t.fusion.json
// RUN: clang++-22 -fplugin=%plugin -c %s -o %t.o
// RUN: %summary %t.fusion.json | FileCheck-22 %s
int main() {}
// CHECK: 0 kernels, 0 regions
