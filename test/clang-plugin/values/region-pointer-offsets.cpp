// A pointer and a constant offset is one place, counted in bytes, however it is written; other offsets, types of other sizes and pointers that change are other places, or none that is known.
// RUN: %record %s
// RUN: %summary %t.json | FileCheck-22 %s
#include "fusion.hpp"

template <int> class A;
template <int> class B;

void run(queue q, int *p, int n) {
  fusion_wrapper fw{q};
  constexpr int half = 8;
  fw.start_fusion();
  q.parallel_for<A<0>>(64, [a = p, b = p + 16, c = p + half + 8, d = 16 + p, e = &p[16]](id<1> i) {
    a[i] = b[i] = c[i] = d[i] = e[i] = 0;
  });
  q.parallel_for<A<1>>(
      64, [a = (p + 32) - 16, b = p + 16 - 16, c = reinterpret_cast<int *>(reinterpret_cast<char *>(p) + 64)](id<1> i) {
        a[i] = b[i] = c[i] = 0;
      });
  // The same numbers, other bytes; what only a run knows.
  q.parallel_for<A<2>>(64, [a = reinterpret_cast<char *>(p) + 16, b = reinterpret_cast<double *>(p) + 16, c = p - 16,
                            d = p + n, e = &p[n]](id<1> i) { a[i] = 0, b[i] = 0, c[i] = d[i] = e[i] = 0; });
  fw.complete_fusion();
}
// CHECK-DAG: submit A<0> {{.*}}; a=p b=p+64 bytes c=p+64 bytes d=p+64 bytes e=p+64 bytes
// CHECK-DAG: submit A<1> {{.*}}; a=p+64 bytes b=p c=p+64 bytes
// CHECK-DAG: submit A<2> {{.*}}; a=p+16 bytes b=p+128 bytes c=p-64 bytes d=? e=?

void moving(queue q, int *p) {
  fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for<B<0>>(64, [a = p + 4](id<1> i) { a[i] = 0; });
  p += 4;
  q.parallel_for<B<1>>(64, [a = p + 4, b = p](id<1> i) { a[i] = b[i] = 0; });
  fw.complete_fusion();
}
// CHECK-DAG: submit B<0> {{.*}}; a=p+16 bytes
// CHECK-DAG: submit B<1> {{.*}}; a=? b=?
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
