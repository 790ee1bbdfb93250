// Accesses of one work-item to the elements of its struct keep their order in vector code: a load after a store to the
// same place sees it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --target native:v2 --target native:v3 %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// RUN: env SYCL_FUSE_NATIVE_ISA=2 %t | FileCheck-22 %s
#include "e2e.hpp"

using namespace sycl;

struct four {
  float v[4];
};

int main() {
  constexpr std::size_t n = 1003;
  queue q = e2e::make_queue();
  four *p = malloc_shared<four>(n, q);
  float *out = malloc_shared<float>(n, q);
  for (unsigned stored = 0; stored < 4; ++stored) {
    std::vector<float> wanted(n);
    for (std::size_t i = 0; i < n; ++i) {
      four f{{1, 2, 3, 4}};
      p[i] = f;
      const float x = f.v[0];
      f.v[stored] = 7 + static_cast<float>(i);
      wanted[i] = x + 2 * f.v[1] + 4 * f.v[3];
    }
    q.parallel_for(range<1>(n), [=](id<1> i) {
       const float x = p[i].v[0];
       p[i].v[stored] = 7 + static_cast<float>(i[0]);
       out[i] = x + 2 * p[i].v[1] + 4 * p[i].v[3];
     }).wait();
    e2e::expect_equal(std::to_string(stored).c_str(), std::vector<float>(out, out + n), wanted);
  }
  free(p, q);
  free(out, q);
  return e2e::finish();
}
// CHECK: all results right
