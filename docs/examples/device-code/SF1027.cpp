// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../prelude.hpp"

// bad
int factor = 2;
void bad(queue &q, int *p) {
  q.single_task<class Bad>([=] {
    p[0] *= factor; // SF1027
  });
}

// good
void good(queue &q, int *p) {
  int copy = factor;
  q.single_task<class Good>([=] { p[0] *= copy; });
}
