// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../prelude.hpp"

// bad
void step(queue &q, int *p); // defined elsewhere
void bad(queue &q, fusion_wrapper &fw, int *p) {
  fw.start_fusion();
  q.parallel_for<class Bad>(64, [=](id<1> i) { p[i] = 1; });
  step(q, p); // SF1046
  fw.complete_fusion();
}

// good
// Both may stay as they are: the build joins them if it gets both objects. Defined here, nothing has to be joined.
void step_here(queue &q, int *p) {
  q.parallel_for<class Good1>(64, [=](id<1> i) { p[i] *= 2; });
}
void good(queue &q, fusion_wrapper &fw, int *p) {
  fw.start_fusion();
  q.parallel_for<class Good2>(64, [=](id<1> i) { p[i] = 1; });
  step_here(q, p);
  fw.complete_fusion();
}
