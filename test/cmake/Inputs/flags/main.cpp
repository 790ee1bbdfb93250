// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <sycl/sycl.hpp>

int main() {
  sycl::queue q;
  int *p = sycl::malloc_shared<int>(2, q);
  q.single_task([=] {
     p[0] = KEPT;
     p[1] = ALSO;
   }).wait();
  std::cout << (p[0] + p[1] == 2 ? "right" : "wrong") << std::endl;
  sycl::free(p, q);
}
