// Each instantiation of a template is a kernel; templates that are not instantiated are none.
// RUN: %record %s
// RUN: %summary %t.json | FileCheck-22 %s
#include "fusion.hpp"

template <class T> class Fill;
template <class T> void fill(queue &q, T *p) {
  q.parallel_for<Fill<T>>(range<1>{4}, [=](id<1> i) { p[i] = T(1); });
}
template <class T> void never(queue &q, T *p) {
  q.parallel_for<class Never>(range<1>{4}, [=](id<1> i) { p[i] = T(1); });
}
void run(queue &q, int *i, double *d) {
  fill(q, i);
  fill(q, d);
}

// CHECK-NOT: Never
// CHECK: kernel Fill<double> range/1 kernel-template.cpp:8:40
// CHECK-NEXT: pointer p double/8
// CHECK: kernel Fill<int> range/1 kernel-template.cpp:8:40
// CHECK-NEXT: pointer p int/4
// CHECK-NEXT: 2 kernels
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
