// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../prelude.hpp"

// bad
void bad(queue &q, fusion_wrapper &fw, int *p, bool twice) {
  fw.start_fusion();
  q.parallel_for<class Bad1>(64, [=](id<1> i) { p[i] = 1; });
  if (twice) // SF1040
    q.parallel_for<class Bad2>(64, [=](id<1> i) { p[i] *= 2; });
  fw.complete_fusion();
}

// good
void good(queue &q, fusion_wrapper &fw, int *p, bool twice) {
  fw.start_fusion();
  q.parallel_for<class Good1>(64, [=](id<1> i) { p[i] = 1; });
  q.parallel_for<class Good2>(64, [=](id<1> i) { p[i] *= twice ? 2 : 1; });
  fw.complete_fusion();
}
