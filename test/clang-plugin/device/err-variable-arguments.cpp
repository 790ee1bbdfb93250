// Functions with `...` in device code are errors at the call, in them at va_arg.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %device %s 2>&1 | FileCheck-22 %s
#include <cstdarg>
#include <sycl/sycl.hpp>

int sum(int n, ...) { return n; }
SYCL_EXTERNAL int last(va_list list) {
  // CHECK-DAG: cpp:[[#@LINE+2]]:10: error: device code uses 'va_arg', a function with variable arguments [SF1028]
  // CHECK-DAG: note: in SYCL_EXTERNAL function 'last'
  return va_arg(list, int);
}
template <class... T> int pack(T... values) { return (values + ...); }

void run(sycl::queue &q, int *p) {
  q.single_task<class Kernel>([=] {
    // CHECK-DAG: cpp:[[#@LINE+3]]:12: error: device code uses 'sum', a function with variable arguments [SF1028] [-Wsycl-fuse-device-variadic]
    // CHECK-DAG: note: in kernel 'Kernel'
    // CHECK-DAG: note: use a template parameter pack
    p[0] = sum(1, p[1]);
    p[1] = pack(1, 2, p[1]);
  });
}
// CHECK-DAG: 2 errors generated
