// Arrays and structs captured by value and read with run-time indices give what the host gives, fused and on their own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// RUN: env SYCL_FUSE=off %t | FileCheck-22 %s --check-prefix=OFF
#include "e2e.hpp"

#include <array>

using namespace sycl;

struct tables {
  double weights[100];
  int steps[50];
  char tag;
};

void run(std::size_t n) {
  float filter[5];
  std::array<int, 7> shifts;
  tables t{};
  const std::vector<float> values = e2e::random_values<float>(100, 4);
  for (int i = 0; i < 100; ++i) {
    filter[i % 5] = values[i];
    shifts[i % 7] = i;
    t.weights[i] = values[i] * 0.5;
    t.steps[i % 50] = i * i;
  }
  t.tag = 'x';
  queue q = e2e::make_queue();
  float *a = malloc_shared<float>(n, q), *b = malloc_shared<float>(n, q);
  auto first = [=](std::size_t i) { return filter[i % 5] - float(shifts[i % 7]); };
  auto second = [=](float x, std::size_t i) {
    return x + float(t.weights[i % 100]) - float(t.steps[i % 50]) + float(t.tag == 'x');
  };
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for<class First>(range{n}, [=](id<1> i) { a[i] = first(i); });
  q.parallel_for<class Second>(range{n}, [=](id<1> i) { b[i] = second(a[i], i); });
  fw.complete_fusion();
  q.wait();
  e2e::report("arrays", fw);
  std::vector<float> wanted(n);
  for (std::size_t i = 0; i < n; ++i)
    wanted[i] = second(first(i), i);
  e2e::expect_equal("arrays", std::vector<float>(b, b + n), wanted);
  free(a, q);
  free(b, q);
}

int main() {
  run(1003);
  run(3);
  return e2e::finish();
}
// CHECK-COUNT-2: arrays: aot-generic nd_range_not_listed
// CHECK-NEXT: all results right
// OFF-COUNT-2: arrays: unfused disabled
// OFF-NEXT: all results right
