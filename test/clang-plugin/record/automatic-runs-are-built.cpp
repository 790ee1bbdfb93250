// Runs that the plugin records without a region are fused by `sycl-fuse build --automatic`, and left out without it; the program gives the same results.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -fplugin-arg-sycl-fuse-automatic -O1 -c %s -o %t.o
// RUN: sycl-fuse inspect %t.o | FileCheck-22 %s --check-prefix=OBJECT
// RUN: sycl-fuse build --automatic %t.o -o %t.fusion.o 2>&1 | FileCheck-22 %s --check-prefix=SAYS --allow-empty
// RUN: sycl-fuse inspect %t.fusion.o | FileCheck-22 %s --check-prefix=BUILT
// RUN: sycl-fuse build %t.o -o %t.without.o 2>&1 | count 0
// RUN: sycl-fuse inspect %t.without.o | FileCheck-22 %s --check-prefix=WITHOUT
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t.exe
// RUN: env ONEAPI_DEVICE_SELECTOR=native_cpu %t.exe | FileCheck-22 %s
#include <cstdio>
#include <sycl/sycl.hpp>

constexpr std::size_t n = 256;

int main() {
  sycl::queue q{sycl::property::queue::in_order()};
  int *u = sycl::malloc_shared<int>(n, q), *v = sycl::malloc_shared<int>(n, q), *sum = sycl::malloc_shared<int>(n, q);
  q.memset(u, 0, n * sizeof(int));
  q.memset(sum, 0, n * sizeof(int));
  for (int step = 0; step < 4; ++step) {
    q.parallel_for<class grow>(sycl::range<1>(n), [=](sycl::id<1> i) { v[i] = u[i] + 1; });
    q.parallel_for<class twice>(sycl::range<1>(n), [=](sycl::id<1> i) { u[i] = v[i] * 2; });
    q.parallel_for<class add>(sycl::range<1>(n), [=](sycl::id<1> i) { sum[i] += u[i]; });
  }
  q.wait();
  std::printf("%d %d\n", u[n - 1], sum[0]);
  sycl::free(u, q);
  sycl::free(v, q);
  sycl::free(sum, q);
}
// OBJECT: main#1
// SAYS-NOT: warning:
// SAYS-NOT: error:
// BUILT: region main#1  automatic
// BUILT: native {{.*}}generic {{.*}}sycl_fuse_main_1_generic
// WITHOUT-NOT: main#1
// CHECK: 30 52
