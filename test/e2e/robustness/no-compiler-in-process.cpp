// While fused kernels run, neither LLVM nor Clang is mapped into the process.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s --implicit-check-not=libLLVM --implicit-check-not=libclang
#include "e2e.hpp"
#include <fstream>
#include <iostream>

using namespace sycl;

int main() {
  constexpr std::size_t n = 5000;
  std::vector<int> values(n, 3);
  queue q = e2e::make_queue();
  e2e::fusion_wrapper fw{q};
  buffer<int> b{values.data(), range{n}};
  fw.start_fusion();
  q.submit([&](handler &h) {
    accessor a{b, h, read_write};
    h.parallel_for<class Add>(range{n}, [=](id<1> i) { a[i] += 5; });
  });
  q.submit([&](handler &h) {
    accessor a{b, h, read_write};
    h.parallel_for<class Double>(range{n}, [=](id<1> i) { a[i] *= 2; });
  });
  fw.complete_fusion();
  q.wait_and_throw();
  e2e::report("region", fw);
  std::cout << std::ifstream("/proc/self/maps").rdbuf();
}
// CHECK: region: aot none
// CHECK: libsycl-fuse-rt.so
