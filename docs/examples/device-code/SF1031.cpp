// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../prelude.hpp"

// bad
int of_the_library(int x); // defined in a library for the host
void bad(queue &q, int *p) {
  q.single_task<class Bad>([=] {
    p[0] = of_the_library(p[1]); // SF1031
  });
}

// good
inline int of_the_header(int x) { return x + 1; }
void good(queue &q, int *p) {
  q.single_task<class Good>([=] { p[0] = of_the_header(p[1]); });
}
