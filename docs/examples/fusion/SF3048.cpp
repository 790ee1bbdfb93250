// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../prelude.hpp"

// bad
void bad(queue &q, fusion_wrapper &fw, int *p, int steps) {
  fw.start_fusion();
  for (int step = 0; step < steps; ++step) // SF1005, SF3048
    q.parallel_for<class Bad>(64, [=](id<1> i) { p[i] += step; });
  fw.complete_fusion();
}

// good
// A region of constant length, as often as the program likes.
void good(queue &q, fusion_wrapper &fw, int *p, int steps) {
  for (int step = 0; step < steps; step += 2) {
    fw.start_fusion();
    for (int next = 0; next < 2; ++next)
      q.parallel_for<class Good>(64, [=](id<1> i) { p[i] += step + next; });
    fw.complete_fusion();
  }
}
