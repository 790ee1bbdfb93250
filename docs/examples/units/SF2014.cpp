// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../prelude.hpp"

// bad
#ifdef OTHER_UNIT
#define PRECISE
#endif
void bad(queue &q, int *p) { // SF2014
  q.single_task<class Add>([=] { p[0] += 1; });
#ifdef PRECISE
  q.single_task<class Correct>([=] { p[0] -= p[1]; });
#endif
}

// good
void good(queue &q, int *p, bool precise) {
  q.single_task<class GoodAdd>([=] { p[0] += 1; });
  if (precise)
    q.single_task<class GoodCorrect>([=] { p[0] -= p[1]; });
}
