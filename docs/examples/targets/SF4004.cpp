// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../prelude.hpp"

// bad
void bad(queue &q, int *p, int size, nd_range<1> shape) {
  q.parallel_for<class Bad>(shape, [=](nd_item<1> it) { // SF4004
    int values[100000];
    for (int i = 0; i < size; ++i)
      values[i] = p[i];
    group_barrier(it.get_group());
    p[it.get_global_id(0)] = values[size - 1 - it.get_local_id(0)];
  });
}

// good
void good(queue &q, int *p, int size, nd_range<1> shape) {
  q.parallel_for<class Good>(shape, [=](nd_item<1> it) {
    int values[1000];
    for (int i = 0; i < size; ++i)
      values[i] = p[i];
    group_barrier(it.get_group());
    p[it.get_global_id(0)] = values[size - 1 - it.get_local_id(0)];
  });
}
