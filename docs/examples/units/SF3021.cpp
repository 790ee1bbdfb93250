// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../prelude.hpp"

// bad
SYCL_EXTERNAL int is_even(int n);
SYCL_EXTERNAL int is_odd(int n);
#ifndef OTHER_UNIT
int is_even(int n) { return n == 0 ? 1 : is_odd(n - 1); } // SF3021
void bad(queue &q, int *p) {
  q.single_task<class Bad>([=] { p[0] = is_even(p[1]); });
}
#else
int is_odd(int n) { return n == 0 ? 0 : is_even(n - 1); }
#endif

// good
SYCL_EXTERNAL int is_multiple(int n);
#ifndef OTHER_UNIT
void good(queue &q, int *p) {
  q.single_task<class Good>([=] { p[0] = is_multiple(p[1]); });
}
#else
int is_multiple(int n) { return n % 2 == 0; }
#endif
