// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Options: -Wno-gnu-label-as-value
#include "../prelude.hpp"

// bad
void bad(queue &q, int *p) {
  q.single_task<class Bad>([=] { // SF3016
    goto *(p[0] ? &&yes : &&no);
  yes:
    p[1] = 1;
    return;
  no:
    p[1] = 2;
  });
}

// good
void good(queue &q, int *p) {
  q.single_task<class Good>([=] { p[1] = p[0] ? 1 : 2; });
}
