// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../prelude.hpp"

// bad
void bad(queue &q, int *p) {
  q.single_task<class Bad>([=] {
    int *found = new int[4]; // SF1023
    found[p[0] & 3] = 1;
    p[1] = found[2];
  });
}

// good
void good(queue &q, int *p) {
  q.single_task<class Good>([=] {
    int found[4] = {};
    found[p[0] & 3] = 1;
    p[1] = found[2];
  });
}
