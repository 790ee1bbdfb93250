// A run goes on into each way of a branch, and from there behind it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %record -fplugin-arg-sycl-fuse-automatic %s 2>&1 | count 0
// RUN: %summary %t.json | grep -E "region|submit" | FileCheck-22 %s
#include "fusion.hpp"
#include <cstdio>

template <class Name> void use(queue &q, int *p) {
  q.single_task<Name>([=] { *p = 1; });
}
void alternate(queue &q, int *p, int n) {
  for (int i = 0; i < n; ++i) {
    if (i % 2)
      use<class A1>(q, p);
    else
      use<class A2>(q, p);
    use<class A3>(q, p);
    if (i == 10)
      std::puts("ten");
    use<class A4>(q, p);
    if (*p)
      break;
  }
}
// CHECK: region alternate#1
// CHECK-NEXT: submit A1
// CHECK-NEXT: submit A3
// CHECK-NEXT: submit A4
// CHECK-NEXT: region alternate#2
// CHECK-NEXT: submit A2
// CHECK-NEXT: submit A3
// CHECK-NEXT: submit A4
// CHECK-NEXT: region cases#1
// CHECK-NEXT: submit C0
// CHECK-NEXT: submit C1
// CHECK-NEXT: submit C3
// CHECK-NEXT: region cases#2
// CHECK-NEXT: submit C0
// CHECK-NEXT: submit C2
// CHECK-NEXT: submit C3
// CHECK-NEXT: region cases#3
// CHECK-NEXT: submit C0
// CHECK-NEXT: submit C3
void cases(queue &q, int *p, int kind) {
  use<class C0>(q, p);
  switch (kind) {
  case 1:
    use<class C1>(q, p);
    break;
  case 2:
    use<class C2>(q, p);
    break;
  }
  use<class C3>(q, p);
}
// One command group with another kernel in each way.
// CHECK-NEXT: region groups#1
// CHECK-NEXT: submit G1
// CHECK-NEXT: submit G3
// CHECK-NEXT: region groups#2
// CHECK-NEXT: submit G2
// CHECK-NEXT: submit G3
void groups(queue &q, int *p, bool b) {
  q.submit([&](handler &h) {
    if (b)
      h.single_task<class G1>([=] { *p = 1; });
    else
      h.single_task<class G2>([=] { *p = 2; });
  });
  use<class G3>(q, p);
}
// What leaves ends the run; a condition that is constant is decided.
// CHECK-NEXT: region leaves#1
// CHECK-NEXT: submit L1
// CHECK-NEXT: submit L2
// CHECK-NEXT: region leaves#2
// CHECK-NEXT: submit L1
// CHECK-NEXT: submit L3
int leaves(queue &q, int *p, bool b) {
  use<class L1>(q, p);
  if (b) {
    use<class L2>(q, p);
    return 1;
  }
  if constexpr (sizeof(int) == 1)
    q.wait();
  if (0)
    q.wait();
  use<class L3>(q, p);
  return 0;
}
// Where there are too many ways, the runs end before the branch, and each way begins anew.
// CHECK-NEXT: region many#1
// CHECK: submit M5
// CHECK-NEXT: region many#10
// CHECK-NEXT: submit M8
// CHECK-NEXT: submit M9
// CHECK-NEXT: submit M10
// CHECK-NEXT: region many#2
// CHECK: region many#9
// CHECK-NEXT: submit M7
// CHECK-NEXT: submit M9
// CHECK-NEXT: submit M10
// CHECK-NEXT: region ways#1
void many(queue &q, int *p, const bool *b) {
  use<class M0>(q, p);
  b[0] ? use<class M1>(q, p) : use<class M2>(q, p);
  b[1] ? use<class M3>(q, p) : use<class M4>(q, p);
  b[2] ? use<class M5>(q, p) : use<class M6>(q, p);
  b[3] ? use<class M7>(q, p) : use<class M8>(q, p);
  use<class M9>(q, p);
  use<class M10>(q, p);
}
// A wait in one way ends the run there only.
// CHECK-NEXT: submit W1
// CHECK-NEXT: submit W2
// CHECK-NEXT: region ways#2
// CHECK-NEXT: submit W1
// CHECK-NEXT: submit W2
// CHECK-NEXT: submit W3
// CHECK-NEXT: region ways#3
// CHECK-NEXT: submit W3
// CHECK-NEXT: submit W1
// CHECK-NEXT: submit W2
void ways(queue &q, int *p, int n, int warm) {
  for (int i = 0; i < n; ++i) {
    use<class W1>(q, p);
    use<class W2>(q, p);
    if (i == warm)
      q.wait();
    use<class W3>(q, p);
  }
}
