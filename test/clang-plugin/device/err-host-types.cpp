// long double in device code and in captures is an error, where its value is not known at compile time.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %device %s 2>&1 | FileCheck-22 %s
#include <cmath>
#include <sycl/sycl.hpp>

double precise(double x) {
  // CHECK-DAG: cpp:[[#@LINE+1]]:10: error: device code uses type 'long double', whose size and format differ between host and device [SF1030]
  return x * 2.5L;
}

void run(sycl::queue &q, double *p, long double *l, long double *unused) {
  long double factors[2] = {1, 2};
  q.single_task<class Kernel>([=] {
    // CHECK-DAG: cpp:[[#@LINE+3]]:12: error: device code uses type 'long double', whose size and format differ between host and device [SF1030] [-Wsycl-fuse-device-host-type]
    // CHECK-DAG: note: in kernel 'Kernel'
    // CHECK-DAG: note: use double
    p[0] = l[1];
    p[1] = l[2]; // said
    p[2] = precise(1) + 2.5L + sizeof(*unused) + static_cast<double>(1.0L / 3);
  });
  // CHECK-DAG: cpp:[[#@LINE+1]]:46: error: device code uses type 'long double', whose size
  q.single_task<class Captured>([=] { (void)&factors; });
}
// CHECK-DAG: 3 errors generated
