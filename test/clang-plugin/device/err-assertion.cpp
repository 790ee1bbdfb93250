// assert in device code is an error that says how to leave it out; with NDEBUG there is none.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %device %s 2>&1 | FileCheck-22 %s
// RUN: %device -DNDEBUG %s
#include <cassert>
#include <sycl/sycl.hpp>

void run(sycl::queue &q, int *p) {
  q.single_task<class Kernel>([=] {
    // CHECK: cpp:[[#@LINE+3]]:5: error: device code contains an assertion [SF1032] [-Wsycl-fuse-device-assertion]
    // CHECK: note: in kernel 'Kernel'
    // CHECK: note: compile with -DNDEBUG
    assert(p[0] > 0 && "positive");
    p[0] = 1;
  });
  assert(p);
}
