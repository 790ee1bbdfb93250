// Recursion in device code is an error, one per cycle; recursion over template arguments and constants is not.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %device %s 2>&1 | FileCheck-22 %s
#include <algorithm>
#include <sycl/sycl.hpp>

int odd(int n);
int even(int n) { return n == 0 ? 1 : odd(n - 1); }
int odd(int n) { return n == 0 ? 0 : even(n - 1); }
// CHECK-DAG: cpp:8:39: error: device code is recursive: 'even' calls itself [SF1033] [-Wsycl-fuse-device-recursion]
// CHECK-DAG: cpp:9:5: note: 'odd' calls 'even' again
// CHECK-DAG: note: use a loop, or recursion over template arguments
template <int N> int sum(const int *p) {
  if constexpr (N == 0)
    return 0;
  else
    return p[N] + sum<N - 1>(p);
}
constexpr int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }
struct List {
  int value;
  // CHECK-DAG: cpp:[[#@LINE+1]]:{{[0-9]+}}: error: device code is recursive: 'List::length' calls itself
  int length(int n) const { return n ? 1 + length(n - 1) : 0; }
};

void run(sycl::queue &q, int *p) {
  q.single_task<class Kernel>([=] {
    p[0] = even(p[1]) + odd(p[2]);
    p[1] = sum<8>(p) + factorial(5) + List{1}.length(p[3]);
    auto fix = [](auto self, int n) -> int { return n ? self(self, n - 1) : 0; };
    // CHECK-DAG: cpp:[[#@LINE-1]]:57: error: device code is recursive: a lambda in 'run' calls itself
    p[2] = fix(fix, p[3]);
    // CHECK-DAG: cpp:[[#@LINE+1]]:5: error: device code is recursive: {{.*}}, in 'std::sort' [SF1033]
    std::sort(p, p + 10);
  });
}
// CHECK-DAG: 4 errors generated
