// asm in device code is an error; a compiler barrier is not.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %device %s 2>&1 | FileCheck-22 %s
#include <sycl/sycl.hpp>

void run(sycl::queue &q, int *p) {
  q.single_task<class Kernel>([=] {
    asm volatile("" ::: "memory");
    // CHECK: cpp:[[#@LINE+3]]:5: error: device code contains inline assembly [SF1029] [-Wsycl-fuse-device-inline-assembly]
    // CHECK: note: in kernel 'Kernel'
    // CHECK: note: use a builtin function
    asm("nop");
    p[0] = 1;
  });
  asm("nop");
}
// CHECK: 1 error generated
