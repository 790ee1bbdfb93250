// A histogram keeps a hash from being vectorized where both share a loop. Memory does not lose by it, and decides: the estimate says so.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --target native:v3 %t.o -o %t.fusion.o --trust=main
// RUN: sycl-fuse check %t.fusion.o | FileCheck-22 %s
// RUN: sycl-fuse inspect %t.fusion.o | FileCheck-22 %s
// CHECK: loses {{[0-9.]+}} and saves 1 launch{{.*}}: used, as instructions alone do not decide
#include "e2e.hpp"

int main() {
  sycl::queue q = e2e::make_queue();
  unsigned *in = sycl::malloc_shared<unsigned>(1000, q), *out = sycl::malloc_shared<unsigned>(1000, q),
           *counts = sycl::malloc_shared<unsigned>(16, q);
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for<class Hash>(sycl::range<1>(1000), [=](sycl::id<1> i) {
    unsigned x = in[i];
    for (int k = 0; k < 12; ++k)
      x = (x ^ (x >> 13)) * 0x85ebca6bu + 7;
    out[i] = x;
  });
  q.parallel_for<class Count>(sycl::range<1>(1000), [=](sycl::id<1> i) {
    sycl::atomic_ref<unsigned, sycl::memory_order::relaxed, sycl::memory_scope::device>(counts[out[i] % 16])
        .fetch_add(1);
  });
  fw.complete_fusion();
}
