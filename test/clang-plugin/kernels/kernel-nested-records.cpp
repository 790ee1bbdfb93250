// Records and arrays that hold accessors or pointers are split; others, unions and bit-fields stay in one piece.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %record %s
// RUN: %summary %t.json | FileCheck-22 %s
#include "fusion.hpp"
#include <array>

struct vec3 {
  float x, y, z;
};
union either {
  int i;
  float *p;
};
struct empty {};
struct state {
  int *input;
  vec3 scale;
  unsigned low : 3, high : 7;
};

void run(queue &q, state s, std::array<float *, 2> ptrs, vec3 plain, either e, empty nothing) {
  buffer<int> b{range<1>{4}};
  q.submit([&](handler &cgh) {
    accessor<int> a[2] = {{b, cgh}, {b, cgh}};
    cgh.single_task<class Nested>([=] {
      (void)nothing;
      a[0][0] = a[1][0] + *s.input + s.high + ptrs[1][0] + plain.x + e.i;
    });
  });
}

// CHECK: kernel Nested
// CHECK-NEXT: accessor a[0] int/4 dims=1 read_write device @[[#A:]]+48
// CHECK-NEXT: accessor a[1] int/4 dims=1 read_write device @[[#A+48]]+48
// CHECK-NEXT: pointer s.input int/4 dims=0 none - @[[#S:]]+8
// CHECK-NEXT: std_layout s.scale vec3/12 dims=0 none - @[[#S+8]]+12
// CHECK-NEXT: std_layout s.low unsigned int/2 dims=0 none - @[[#S+20]]+2
// CHECK-NEXT: pointer ptrs._M_elems[0] float/4
// CHECK-NEXT: pointer ptrs._M_elems[1] float/4
// CHECK-NEXT: std_layout plain vec3/12
// CHECK-NEXT: std_layout e either/8
// CHECK-NOT: nothing
