// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../prelude.hpp"

// bad
void bad(queue &q, int *p) {
  q.parallel_for<class Bad>(nd_range<1>{64, 16}, [=](nd_item<1> it) [[sycl::reqd_sub_group_size(16)]] { // SF4014
    p[it.get_global_id(0)] = reduce_over_group(it.get_sub_group(), 1, plus<int>());
  });
}

// good
void good(queue &q, int *p) {
  q.parallel_for<class Good>(nd_range<1>{64, 16}, [=](nd_item<1> it) [[sycl::reqd_sub_group_size(32)]] {
    p[it.get_global_id(0)] = reduce_over_group(it.get_sub_group(), 1, plus<int>());
  });
}
