// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../prelude.hpp"

// bad
SYCL_EXTERNAL int elsewhere(int x); // and no input of sycl-fuse build defines it
void bad(queue &q, int *p) {
  q.parallel_for<class Bad>(64, [=](id<1> i) {
    p[i] = elsewhere(p[i]); // SF3017
  });
}

// good
SYCL_EXTERNAL int here(int x) { return x + 1; }
void good(queue &q, int *p) {
  q.parallel_for<class Good>(64, [=](id<1> i) { p[i] = here(p[i]); });
}
