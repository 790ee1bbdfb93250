// Kernels of three dimensions that ask for one are fused, if a run finds that the others have one work-item.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o --require
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// CHECK: 1 row: aot-generic
// CHECK-NEXT: 4 rows: unfused kernels_depend
// CHECK-NEXT: all results right
#include "e2e.hpp"

#include <algorithm>

constexpr std::size_t n = 1000;

void run(const char *what, std::size_t rows, int *x, int *y, sycl::queue &q) {
  std::fill(x, x + n, 0);
  std::fill(y, y + n, 0);
  auto at = [](int &to) { return sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>(to); };
  const sycl::nd_range<3> range{{1, rows, n}, {1, 1, 50}};
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for(range, [=](sycl::nd_item<3> item) { at(x[item.get_global_id(2)]) += 1; });
  q.parallel_for(range, [=](sycl::nd_item<3> item) {
    const std::size_t i = item.get_global_id(2);
    at(y[i]) += x[i] + 1;
  });
  fw.complete_fusion();
  q.wait();
  e2e::report(what, fw);
  e2e::expect(what, std::all_of(y, y + n, [&](int value) { return value == int(rows * (rows + 1)); }));
}

int main() {
  sycl::queue q = e2e::make_queue();
  int *x = sycl::malloc_shared<int>(n, q), *y = sycl::malloc_shared<int>(n, q);
  run("1 row", 1, x, y, q);
  run("4 rows", 4, x, y, q);
  sycl::free(x, q);
  sycl::free(y, q);
  return e2e::finish();
}
