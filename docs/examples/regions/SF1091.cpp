// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../prelude.hpp"

// bad
void bad(queue &q, int *p) {
  auto set = [=](nd_item<1> it) [[sycl::reqd_work_group_size(sizeof(int))]] { // SF1091
    p[it.get_global_id(0)] = 1;
  };
  q.parallel_for<class Bad>(nd_range<1>{64, 4}, set);
}

// good
void good(queue &q, int *p) {
  constexpr std::size_t size = sizeof(int);
  auto set = [=](nd_item<1> it) [[sycl::reqd_work_group_size(size)]] { p[it.get_global_id(0)] = 1; };
  q.parallel_for<class Good>(nd_range<1>{64, 4}, set);
}
