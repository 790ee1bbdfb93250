// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../prelude.hpp"

// bad
void bad(queue &q, int *p, std::array<int, 4> factors) {
#ifdef __SYCL_DEVICE_ONLY__
  q.single_task<class Bad>([=] { p[0] *= factors[0]; });
#else
  q.single_task<class Bad>([=] { p[0] *= 2; }); // SF4005
#endif
}

// good
void good(queue &q, int *p, std::array<int, 4> factors) {
  q.single_task<class Good>([=] { p[0] *= factors[0]; });
}
