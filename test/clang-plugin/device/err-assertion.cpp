// assert in device code is an error that says how to leave it out; with NDEBUG there is none.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %device %s 2>&1 | FileCheck-22 %s
// RUN: %device -DNDEBUG %s
// RUN: not %device -DNDEBUG -D_GLIBCXX_ASSERTIONS %s 2>&1 | FileCheck-22 %s --check-prefix=LIBRARY
#include <array>
#include <cassert>
#include <sycl/sycl.hpp>

void run(sycl::queue &q, int *p) {
  q.single_task<class Kernel>([=] {
    // CHECK: cpp:[[#@LINE+3]]:5: error: device code contains an assertion [SF1032] [-Wsycl-fuse-device-assertion]
    // CHECK: note: in kernel 'Kernel'
    // CHECK: note: compile with -DNDEBUG
    assert(p[0] > 0 && "positive");
    std::array<int, 3> a{};
    // LIBRARY: cpp:[[#@LINE+2]]:12: error: device code contains an assertion, in 'std::array::operator[]' [SF1032]
    // LIBRARY: note: compile with {{.*}}_GLIBCXX_ASSERTIONS
    p[0] = a[p[1]];
  });
  assert(p);
}
