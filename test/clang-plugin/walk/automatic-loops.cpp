// Loops are taken for one round, and across the border of two where nothing ends the run there.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %record -fplugin-arg-sycl-fuse-automatic %s 2>&1 | count 0
// RUN: %summary %t.json | grep -E "region|submit" | FileCheck-22 %s
#include "fusion.hpp"

template <class Name> void use(queue &q, int *p) {
  q.single_task<Name>([=] { *p = 1; });
}
// CHECK: region border#1
// CHECK-NEXT: submit A0
// CHECK-NEXT: submit A1
// CHECK-NEXT: region border#2
// CHECK-NEXT: submit A2
// CHECK-NEXT: submit A3
// CHECK-NEXT: submit A1
// CHECK-NEXT: region border#3
// CHECK-NEXT: submit A2
// CHECK-NEXT: submit A3
// CHECK-NEXT: submit A4
void border(queue &q, int *p, int n) {
  use<class A0>(q, p);
  for (int i = 0; i < n; ++i) {
    use<class A1>(q, p);
    q.wait();
    use<class A2>(q, p);
    use<class A3>(q, p);
  }
  use<class A4>(q, p);
}
// A round that nothing ends is a run; what is before it goes on into the first one.
// CHECK: region endless#1
// CHECK-NEXT: submit E0
// CHECK-NEXT: submit E1
// CHECK-NEXT: submit E2
// CHECK-NEXT: region endless#2
// CHECK-NEXT: submit E1
// CHECK-NEXT: submit E2
// CHECK-NEXT: region endless#3
// CHECK-NEXT: submit E3
// CHECK-NEXT: submit E4
void endless(queue &q, int *p, int n) {
  use<class E0>(q, p);
  while (n-- > 0) {
    use<class E1>(q, p);
    use<class E2>(q, p);
  }
  use<class E3>(q, p);
  use<class E4>(q, p);
}
// CHECK: region nested#1
// CHECK-NEXT: submit N1
// CHECK-NEXT: submit N2
// CHECK-NEXT: submit N3
// CHECK-NEXT: region nested#2
// CHECK-NEXT: submit N2
// CHECK-NEXT: submit N3
// CHECK-NEXT: region nested#3
// CHECK-NEXT: submit N4
// CHECK-NEXT: submit N1
// CHECK-NEXT: submit N2
// CHECK-NEXT: submit N3
void nested(queue &q, int *p, int n) {
  do {
    use<class N1>(q, p);
    for (int k = 0; k < 3; ++k) {
      use<class N2>(q, p);
      use<class N3>(q, p);
    }
    use<class N4>(q, p);
  } while (--n);
}
// Pointers that are swapped have the names that they have when the run begins; what a loop declares is another in each round.
// CHECK: region swapped#1
// CHECK-NEXT: submit S1 {{.*}} in=a out=b
// CHECK-NEXT: submit S2 {{.*}} in=b out=a
// CHECK-NEXT: region swapped#2
// CHECK-NEXT: submit S2 {{.*}} in=a out=b
// CHECK-NEXT: submit S1 {{.*}} in=b out=a
template <class Name> void step(queue &q, int *in, int *out) {
  q.parallel_for<Name>(range<1>(64), [in, out](id<1> i) { out[i] = in[i]; });
}
void swapped(queue &q, int *a, int *b, int n) {
  for (int i = 0; i < n; ++i) {
    step<class S1>(q, a, b);
    std::swap(a, b);
    if (n > 100)
      q.wait();
    step<class S2>(q, a, b);
    std::swap(a, b);
  }
}
// CHECK: region temporaries#1
// CHECK-NEXT: submit T2 {{.*}} a=tmp
// CHECK-NEXT: submit T3 {{.*}} a=tmp
void temporaries(queue &q, int n) {
  for (int i = 0; i < n; ++i) {
    buffer<int> tmp{range{64}};
    q.submit([&](handler &h) {
      accessor a{tmp, h};
      h.single_task<class T2>([=] { a[0] = 1; });
    });
    q.submit([&](handler &h) {
      accessor a{tmp, h};
      h.single_task<class T3>([=] { a[0] = 1; });
    });
  }
}
