// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <sycl/sycl.hpp>

void steps(sycl::queue &q, int *p);

int main() {
  sycl::queue q{sycl::property::queue::in_order()};
  int *p = sycl::malloc_shared<int>(64, q);
  steps(q, p);
  q.wait();
  const int result = p[63];
  sycl::free(p, q);
  return result == 3 ? 0 : 1;
}
