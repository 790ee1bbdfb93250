// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../prelude.hpp"

// bad
void bad(queue &q, int *p) {
  int factor = 2;
  q.single_task<class Bad>([=, &factor] { p[0] *= factor; }); // SF1034
}

// good
void good(queue &q, int *p) {
  int factor = 2;
  q.single_task<class Good>([=] { p[0] *= factor; });
}
