// Sequences that cannot be fused, or not as a whole, are no one's fault: a build says nothing of them unless it is asked, and the gate lets them be.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Not for test/gpu: it is built with an option.
// REQUIRES: target-native
// RUN: rm -rf %t.dir && mkdir %t.dir && cd %t.dir
// RUN: %sycl_cxx -O2 -fplugin-arg-sycl-fuse-automatic -I%S/../Inputs -c %s -o a.o 2>&1 | count 0
// RUN: sycl-fuse build --automatic --require a.o -o a.fusion.o 2>&1 | count 0
// RUN: sycl-fuse build --automatic a.o -o again.o -Rpass-missed='^sycl-fuse$' 2>&1 | FileCheck-22 %s --check-prefix=WHY
// WHY: note: kernel 'Through' is not fused with 'Twice': nothing tells if it accesses elements that other work-items access in 'Twice'
// RUN: sycl-fuse build --automatic a.o -o again.o --remarks a.yaml 2>&1 | count 0
// RUN: FileCheck-22 %s --check-prefix=YAML < a.yaml
// YAML: Name: SF3049
// RUN: clang++-22 a.o a.fusion.o %runtime_lib -o a
// RUN: env SYCL_FUSE_AUTO=built SYCL_FUSE_STATS=run.json ./a | FileCheck-22 %s
// CHECK: all results right
// RUN: FileCheck-22 %s --check-prefix=STATS < run.json
// STATS: "kind": "automatic"
// RUN: sycl-fuse check a a.o --stats run.json
#include "e2e.hpp"

// A sequence that is cut at a read through an index.
void steps(sycl::queue &q, int *x, int *y, int *z, const int *index, std::size_t n) {
  q.parallel_for<class Once>(n, [=](sycl::id<1> i) { x[i] = x[i] + 1; });
  q.parallel_for<class Twice>(n, [=](sycl::id<1> i) { y[i] = 2 * x[i]; });
  q.parallel_for<class Through>(n, [=](sycl::id<1> i) { z[i] = y[index[i]]; });
  q.parallel_for<class Thrice>(n, [=](sycl::id<1> i) { x[i] = x[i] - 3 * z[i]; });
}

int main() {
  constexpr std::size_t n = 431;
  sycl::queue q{sycl::property::queue::in_order{}};
  int *x = sycl::malloc_shared<int>(n, q), *y = sycl::malloc_shared<int>(n, q), *z = sycl::malloc_shared<int>(n, q),
      *index = sycl::malloc_shared<int>(n, q);
  std::vector<int> host_x(n), host_y(n), host_z(n);
  for (std::size_t i = 0; i < n; ++i) {
    index[i] = static_cast<int>(i * 7 % n);
    host_x[i] = x[i] = static_cast<int>(i % 5);
  }
  for (int step = 0; step < 7; ++step) {
    steps(q, x, y, z, index, n);
    for (std::size_t i = 0; i < n; ++i)
      host_y[i] = 2 * ++host_x[i];
    for (std::size_t i = 0; i < n; ++i) {
      host_z[i] = host_y[static_cast<std::size_t>(index[i])];
      host_x[i] -= 3 * host_z[i];
    }
  }
  q.wait();
  e2e::expect_equal("x", std::vector<int>(x, x + n), host_x);
  e2e::expect_equal("z", std::vector<int>(z, z + n), host_z);
  for (int *p : {x, y, z, index})
    sycl::free(p, q);
  return e2e::finish();
}
