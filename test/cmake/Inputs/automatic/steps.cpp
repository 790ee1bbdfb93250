// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <sycl/sycl.hpp>

void steps(sycl::queue &q, int *p) {
  q.parallel_for<class first>(sycl::range<1>(64), [=](sycl::id<1> i) { p[i] = 1; });
  q.parallel_for<class second>(sycl::range<1>(64), [=](sycl::id<1> i) { p[i] += 2; });
}
