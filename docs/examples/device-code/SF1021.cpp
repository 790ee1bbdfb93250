// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../prelude.hpp"

// bad
void bad(queue &q, int *p) {
  q.parallel_for<class Bad>(64, [=](id<1> i) {
    try { // SF1021
      p[i] *= 2;
    } catch (...) {
    }
  });
}

// good
void good(queue &q, int *p) {
  q.parallel_for<class Good>(64, [=](id<1> i) { p[i] *= 2; });
}
