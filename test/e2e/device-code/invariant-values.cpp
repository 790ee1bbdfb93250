// Functions of values that all work-items read at one place, which the compiler may not compute once, as they may be what a work-item
// stores to: LLVM's vectorizer took a time that doubled with each of their operations, and did not end.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --target=native:v2 --target=native:v3 --time-limit=60 --require %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// CHECK: all results right
#include "e2e.hpp"

#include <cmath>

using namespace sycl;

int main() {
  queue q = e2e::make_queue();
  double x = 2, got[4] = {};
  int n = 5;
  {
    buffer<double> values(&x, range<1>(1)), results(got, range<1>(4));
    buffer<int> numbers(&n, range<1>(1));
    q.submit([&](handler &h) {
      accessor from(values, h, read_only);
      accessor number(numbers, h, read_only);
      accessor to(results, h, write_only);
      h.single_task([=] {
        to[0] = pown(from[0], number[0]);
        to[1] = rootn(from[0], number[0] - 3);
      });
    });
    q.submit([&](handler &h) {
      accessor from(values, h, read_only);
      accessor number(numbers, h, read_only);
      accessor to(results, h, read_write);
      h.parallel_for(1, [=](id<1> i) {
        to[i + 2] = pown(from[0], number[0]);
        to[i + 3] = rootn(from[0], number[0] - 3);
      });
    });
  }
  // Each value is used twice, by the next two.
  const auto chain = [](unsigned a, unsigned b) {
    for (int i = 0; i < 32; ++i) {
      a = b * a + b;
      b = a * b + a;
    }
    return a + b;
  };
  unsigned *pair = malloc_shared<unsigned>(4, q);
  pair[0] = 3, pair[1] = 7;
  q.single_task([=] { pair[2] = chain(pair[0], pair[1]); }).wait();
  q.parallel_for(1, [=](id<1> i) { pair[i + 3] = chain(pair[0], pair[1]); }).wait();
  e2e::expect("chains", pair[2] == chain(3, 7) && pair[3] == pair[2]);
  free(pair, q);
  for (int i = 0; i < 4; i += 2)
    e2e::expect("results", got[i] == 32 && std::abs(got[i + 1] - std::sqrt(2.0)) < 1e-15);
  return e2e::finish();
}
