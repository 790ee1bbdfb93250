// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../prelude.hpp"

// bad
void bad(queue &q, fusion_wrapper &fw, int *p, int left) {
  fw.start_fusion();
again: // SF1044
  q.parallel_for<class Bad>(64, [=](id<1> i) { p[i] += left; });
  if (--left) // SF1040
    goto again;
  fw.complete_fusion();
}

// good
void good(queue &q, fusion_wrapper &fw, int *p) {
  fw.start_fusion();
  for (int left = 3; left; --left)
    q.parallel_for<class Good>(64, [=](id<1> i) { p[i] += left; });
  fw.complete_fusion();
}
