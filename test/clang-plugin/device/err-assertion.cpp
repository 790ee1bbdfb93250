// assert is fine in device code; the assertions of the standard library are errors that say how to leave them out.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %device %s
// RUN: %device -DNDEBUG %s
// RUN: not %device -DNDEBUG -D_GLIBCXX_ASSERTIONS %s 2>&1 | FileCheck-22 %s --check-prefix=LIBRARY
#include <array>
#include <cassert>
#include <sycl/sycl.hpp>

void run(sycl::queue &q, int *p) {
  q.single_task<class Kernel>([=] {
    assert(p[0] > 0 && "positive");
    std::array<int, 3> a{};
    // LIBRARY: cpp:[[#@LINE+3]]:12: error: device code contains an assertion of the standard library, in 'std::array::operator[]' [SF1032] [-Wsycl-fuse-device-assertion]
    // LIBRARY: note: in kernel 'Kernel'
    // LIBRARY: note: compile without -D_GLIBCXX_ASSERTIONS
    p[0] = a[p[1]];
  });
  assert(p);
}
