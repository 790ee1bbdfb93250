// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../prelude.hpp"

// bad
int largest(int count, ...) { return count; }
void bad(queue &q, int *p) {
  q.single_task<class Bad>([=] {
    p[0] = largest(2, p[1], p[2]); // SF1028
  });
}

// good
template <class... T> int largest_of(T... values) { return std::max({values...}); }
void good(queue &q, int *p) {
  q.single_task<class Good>([=] { p[0] = largest_of(p[1], p[2]); });
}
