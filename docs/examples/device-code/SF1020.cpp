// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../prelude.hpp"

// bad
void bad(queue &q, int *p) {
  q.parallel_for<class Bad>(64, [=](id<1> i) {
    if (p[i] < 0)
      throw std::invalid_argument("negative"); // SF1020
    p[i] *= 2;
  });
}

// good
void good(queue &q, int *p, int *failed) {
  q.parallel_for<class Good>(64, [=](id<1> i) {
    if (p[i] < 0)
      *failed = 1;
    p[i] *= 2;
  });
}
