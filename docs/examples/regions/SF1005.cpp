// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../prelude.hpp"

// bad
void bad(queue &q, fusion_wrapper &fw, int *p, int steps) {
  fw.start_fusion();
  for (int step = 0; step < steps; ++step) // SF1005
    q.parallel_for<class Bad>(64, [=](id<1> i) { p[i] += step; });
  fw.complete_fusion();
}

// good
// The loop's length is constant. A loop around the whole region may have any length.
void good(queue &q, fusion_wrapper &fw, int *p) {
  fw.start_fusion();
  for (int step = 0; step < 4; ++step)
    q.parallel_for<class Good>(64, [=](id<1> i) { p[i] += step; });
  fw.complete_fusion();
}
