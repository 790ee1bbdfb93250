// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../prelude.hpp"

// bad
void bad(queue &q, queue &other, int *p) {
  auto region = fusion::fusion_region::start(q);
  q.parallel_for<class Bad>(64, [=](id<1> i) { p[i] = 1; });
  other.wait(); // SF1048
  region.complete();
}

// good
void good(queue &q, queue &other, int *p) {
  auto region = fusion::fusion_region::start(q);
  q.parallel_for<class Good>(64, [=](id<1> i) { p[i] = 1; });
  region.complete();
  other.wait();
}
