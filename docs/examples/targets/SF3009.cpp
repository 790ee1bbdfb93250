// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../prelude.hpp"

// bad
void bad(queue &q, std::array<int, 10000> values, int *p) {
  q.single_task<class Bad>([=] { p[0] = values[p[1]]; }); // SF3009, SF4008
}

// good
void good(queue &q, std::array<int, 200> values, int *p) {
  q.single_task<class Good>([=] { p[0] = values[p[1]]; });
}
