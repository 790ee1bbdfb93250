// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The least a program can do: one kernel. Timed from outside, from exec to exit.
#include <sycl/sycl.hpp>

int main() {
  sycl::queue q{sycl::cpu_selector_v};
  int value = 0, *p = &value;
  q.single_task<class Set>([=] { *p = 1; });
  q.wait();
  return value == 1 ? 0 : 1;
}
