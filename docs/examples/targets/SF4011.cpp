// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../prelude.hpp"

// bad
void bad(queue &q, int *p) {
  q.parallel_for<class Bad>(nd_range<1>{64, 16}, [=](nd_item<1> it) { // SF4011
    if (it.get_local_id(0) == 0)
      group_barrier(it.get_group());
    p[it.get_global_id(0)] = 1;
  });
}

// good
void good(queue &q, int *p) {
  q.parallel_for<class Good>(nd_range<1>{64, 16}, [=](nd_item<1> it) {
    group_barrier(it.get_group());
    p[it.get_global_id(0)] = 1;
  });
}
