// Submissions in a function that a library function calls, and recursion that a run decides, have no known sequence.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %record %s 2>&1 | FileCheck-22 %s
// RUN: %summary %t.json | FileCheck-22 %s --check-prefix=JSON
#include "fusion.hpp"
#include <algorithm>
#include <functional>
#include <tuple>
#include <vector>

void each(queue &q, fusion_wrapper &fw, std::vector<int *> &pointers) {
  fw.start_fusion();
  // CHECK: cpp:[[#@LINE+1]]:3: warning: {{.*}}[SF1005]
  std::for_each(pointers.begin(), pointers.end(), [&](int *p) { q.single_task<class A>([=] { *p = 1; }); });
  fw.complete_fusion();
}
void again(queue &q, int *p, int n) {
  q.single_task<class B>([=] { *p = 1; });
  if (n > 1)
    // CHECK: cpp:[[#@LINE+1]]:5: warning: {{.*}}[SF1005]
    again(q, p, n - 1);
}
void recursion(queue &q, fusion_wrapper &fw, int *p, int n) {
  fw.start_fusion();
  again(q, p, n);
  fw.complete_fusion();
}

// Of constant depth it is followed; what no condition ends is not.
void down(queue &q, int *p, int n) {
  q.single_task<class D>([=] { *p = 1; });
  if (n > 1)
    down(q, p, n - 1);
}
void endless(queue &q, int *p) {
  q.single_task<class E>([=] { *p = 1; });
  // CHECK: cpp:[[#@LINE+1]]:3: warning: {{.*}}[SF1005]
  endless(q, p);
}
void depths(queue &q, fusion_wrapper &fw, int *p) {
  fw.start_fusion();
  down(q, p, 3);
  fw.complete_fusion();
  fw.start_fusion();
  endless(q, p);
  fw.complete_fusion();
}

// Functions and objects that the library calls.
struct functor {
  queue &q;
  void operator()(int *p) const {
    q.single_task<class F>([=] { *p = 1; });
  }
  void member(int *p) { (*this)(p); }
};
void objects(queue &q, fusion_wrapper &fw, std::vector<int *> &pointers, int *p) {
  functor f{q};
  auto bound = std::bind(&functor::member, &f, p);
  fw.start_fusion();
  // CHECK: cpp:[[#@LINE+1]]:3: warning: {{.*}}[SF1005]
  std::for_each(pointers.begin(), pointers.end(), f);
  fw.complete_fusion();
  fw.start_fusion();
  // CHECK: cpp:[[#@LINE+1]]:3: warning: a function that only a run knows may submit kernels in a fusion region, but what it does cannot be seen here [SF1009]
  bound();
  fw.complete_fusion();
  fw.start_fusion();
  // CHECK: cpp:[[#@LINE+1]]:3: warning: 'std::invoke' may submit kernels in a fusion region, but what it does cannot be seen here [SF1009]
  std::invoke(&functor::member, f, p);
  (f.*(&functor::member))(p);
  std::apply([&](int *a, int *b) { q.single_task<class G>([=] { *a = *b; }); }, std::tie(p, pointers[0]));
  fw.complete_fusion();
}
// JSON: region depths
// JSON-NEXT: buffer p
// JSON-NEXT: submit D
// JSON-NEXT: submit D
// JSON-NEXT: submit D
// JSON: region recursion
// JSON-NEXT: buffer p
// JSON-NEXT: submit B
// JSON-NEXT: open region depths.2
// JSON: open region objects.3
// JSON-NEXT: open call {{.*}}: 0+0 std::invoke
// JSON-NEXT: open call {{.*}}: 1+0 std::apply
// JSON: submit F
// JSON: 2 regions
