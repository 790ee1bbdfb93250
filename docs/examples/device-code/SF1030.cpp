// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../prelude.hpp"

// bad
void bad(queue &q, double *p) {
  q.single_task<class Bad>([=] {
    p[0] = p[1] * 0.1L; // SF1030
  });
}

// good
void good(queue &q, double *p) {
  q.single_task<class Good>([=] { p[0] = p[1] * 0.1; });
}
