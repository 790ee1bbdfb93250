// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../prelude.hpp"

// bad
int increment(int x) { return x + 1; }
void bad(queue &q, int *p) {
  int (*step)(int) = increment;
  q.single_task<class Bad>([=] {
    p[0] = step(p[0]); // SF1026
  });
}

// good
template <class Step> void apply(queue &q, int *p, Step step) {
  q.single_task<class Good>([=] { p[0] = step(p[0]); });
}
void good(queue &q, int *p) {
  apply(q, p, [](int x) { return increment(x); });
}
