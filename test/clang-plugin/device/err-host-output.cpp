// Standard streams and functions of <cstdio> in device code are errors that name sycl::stream.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %device %s 2>&1 | FileCheck-22 %s
#include <cstdio>
#include <iostream>
#include <sycl/sycl.hpp>

void run(sycl::queue &q, int *p) {
  q.single_task<class Kernel>([=] {
    // CHECK: cpp:[[#@LINE+3]]:5: error: device code uses 'printf', which works on the host only [SF1022] [-Wsycl-fuse-device-host-output]
    // CHECK: note: in kernel 'Kernel'
    // CHECK: note: print with sycl::stream
    printf("%d\n", p[0]);
    // CHECK: cpp:[[#@LINE+1]]:5: error: device code uses 'std::cout', which works
    std::cout << p[0] << std::endl;
    // CHECK: cpp:[[#@LINE+1]]:5: error: device code uses 'puts', which works
    std::puts("text");
  });
  std::cout << "host\n";
}
