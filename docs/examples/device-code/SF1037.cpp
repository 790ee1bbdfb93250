// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../prelude.hpp"

// bad
struct factor {
  factor(const factor &other) : value(other.value) {}
  int value;
};
void bad(queue &q, int *p, factor f) {
  q.parallel_for<class Bad>(64, [=](id<1> i) { p[i] *= f.value; }); // SF1037
}

// good
void good(queue &q, int *p, factor f) {
  q.parallel_for<class Good>(64, [p, value = f.value](id<1> i) { p[i] *= value; });
}
