// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../prelude.hpp"

// bad
int factorial(int n) {
  return n < 2 ? 1 : n * factorial(n - 1); // SF1033
}
void bad(queue &q, int *p) {
  q.single_task<class Bad>([=] { p[0] = factorial(p[1]); });
}

// good
int factorial_in_a_loop(int n) {
  int product = 1;
  for (int i = 2; i <= n; ++i)
    product *= i;
  return product;
}
void good(queue &q, int *p) {
  q.single_task<class Good>([=] { p[0] = factorial_in_a_loop(p[1]); });
}
