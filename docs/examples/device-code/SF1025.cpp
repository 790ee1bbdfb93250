// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../prelude.hpp"

// bad
struct shape {
  virtual int area() const { return 1; }
};
int twice(const shape &s) {
  return 2 * s.area(); // SF1025
}
void bad(queue &q, int *p) {
  q.single_task<class Bad>([=] { p[0] = twice(shape{}); });
}

// good
template <class Shape> int twice_of(const Shape &s) { return 2 * s.Shape::area(); }
void good(queue &q, int *p) {
  q.single_task<class Good>([=] { p[0] = twice_of(shape{}); });
}
