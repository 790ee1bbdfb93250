// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../prelude.hpp"

// bad
class Shared;
#ifndef OTHER_UNIT
void bad(queue &q, int *p) {
  q.single_task<class Shared>([=] { p[0] = 1; }); // SF3004
}
#else
void bad_elsewhere(queue &q, int *p) {
  q.single_task<class Shared>([=] { p[0] = 2; });
}
#endif

// good
#ifndef OTHER_UNIT
void good(queue &q, int *p) {
  q.single_task<class Good1>([=] { p[0] = 1; });
}
#else
void good_elsewhere(queue &q, int *p) {
  q.single_task<class Good2>([=] { p[0] = 2; });
}
#endif
