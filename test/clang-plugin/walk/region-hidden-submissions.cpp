// Submissions where no call is written: destructors of members and bases, inherited constructors, initializers of members, iterators, conditions of loops, handlers of exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %record %s 2>&1 | FileCheck-22 %s --check-prefix=SAYS --implicit-check-not=warning:
// RUN: %summary %t.json | grep -v buffer | FileCheck-22 %s
#include "fusion.hpp"
using fusion::fusion_region;

template <class N> void put(queue &q, int *p) {
  q.single_task<N>([=] { *p = 1; });
}

struct base {
  queue &q;
  int *p;
  base(queue &q, int *p) : q(q), p(p) { put<class A1>(q, p); }
  ~base() { put<class A2>(q, p); }
};
struct derived : base {
  using base::base;
  ~derived() { put<class A3>(q, p); }
};
struct holder {
  base b;
  derived d;
  holder(queue &q, int *p) : b(q, p), d(q, p) {}
};
void destroyed(queue &q, int *p) {
  auto r = fusion_region::start(q);
  // Whose queue an object has that an object holds is not known.
  // SAYS: submissions.cpp:[[#@LINE+4]]:3: warning: the sequence of kernels of this fusion region depends on run-time values [SF1005]
  {
    holder h{q, p};
    put<class A4>(q, p);
  }
  r.complete();
}
void temporary(queue &q, int *p) {
  auto r = fusion_region::start(q);
  // SAYS: submissions.cpp:[[#@LINE+1]]:3: warning: '~base' may submit kernels in a fusion region, but what it does cannot be seen here [SF1009]
  base{q, p};
  put<class B1>(q, p);
  r.complete();
}
struct initialized {
  queue q;
  int *p;
  fusion_wrapper fw;
  bool started = (fw.start_fusion(), true);
  int first = (put<class C1>(q, p), 1);
  initialized(queue &of, int *p) : q(of), p(p), fw(q) {
    put<class C2>(q, p);
    fw.complete_fusion();
  }
};
struct iterator {
  queue &q;
  int *p, i;
  int operator*() const { return put<class D1>(q, p), i; }
  iterator &operator++() { return ++i, *this; }
  bool operator!=(const iterator &o) const { return i != o.i; }
};
struct numbers {
  queue &q;
  int *p;
  iterator begin() const { return {q, p, 0}; }
  iterator end() const { return {q, p, 2}; }
};
void iterators(queue &q, int *p) {
  auto r = fusion_region::start(q);
  put<class D2>(q, p);
  // SAYS: submissions.cpp:[[#@LINE+1]]:3: warning: the sequence of kernels of this fusion region depends on run-time values [SF1005]
  for (int x : numbers{q, p})
    (void)x;
  r.complete();
}
void conditions(queue &q, int *p) {
  auto r = fusion_region::start(q);
  // SAYS: submissions.cpp:[[#@LINE+1]]:3: warning: the sequence of kernels
  for (int i = 0; i < 2; put<class E1>(q, p), ++i)
    ;
  while (put<class E2>(q, p), *p)
    ;
  do {
  } while (put<class E3>(q, p), *p);
  r.complete();
}
void handlers(queue &q, int *p, void (*may_throw)()) {
  auto r = fusion_region::start(q);
  put<class F1>(q, p);
  // SAYS: submissions.cpp:[[#@LINE+2]]:3: remark: this fusion region has 2 sequences of kernels, as this try decides at run time
  // SAYS: submissions.cpp:[[#@LINE+1]]:3: warning: the sequence of kernels
  try {
    may_throw();
    put<class F2>(q, p);
  } catch (int) {
    put<class F3>(q, p);
  }
  r.complete();
  // These do not go on with the region.
  auto s = fusion_region::start(q);
  try {
    put<class F4>(q, p);
  } catch (int) {
    throw;
  } catch (...) {
    return;
  }
  s.complete();
}
// CHECK: region handlers
// CHECK-NEXT: submit F1
// CHECK-NEXT: submit F2
// CHECK-NEXT: region handlers.2
// CHECK-NEXT: submit F4
// CHECK-NEXT: region initialized::initialized
// CHECK-NEXT: submit C1
// CHECK-NEXT: submit C2
// CHECK-NEXT: open region conditions
// CHECK-NEXT: open loop line {{[0-9]+}}: 0+1
// CHECK-NEXT: open loop line {{[0-9]+}}: 1+1
// CHECK-NEXT: open loop line {{[0-9]+}}: 2+1
// CHECK-NEXT: submit E1
// CHECK-NEXT: submit E2
// CHECK-NEXT: submit E3
// CHECK-NEXT: open region destroyed
// CHECK: submit A1
// CHECK-NEXT: submit A1
// CHECK-NEXT: submit A4
// CHECK-NEXT: submit A2
// CHECK-NEXT: open region handlers
// CHECK-NEXT: open branch line {{[0-9]+}}: 1+0
// CHECK-NEXT: submit F1
// CHECK-NEXT: submit F2
// CHECK-NEXT: open region iterators
// CHECK-NEXT: open loop line {{[0-9]+}}: 1+1
// CHECK-NEXT: submit D2
// CHECK-NEXT: submit D1
// CHECK-NEXT: open region temporary
// CHECK-NEXT: open call line {{[0-9]+}}: 1+0 ~base
// CHECK-NEXT: submit A1
// CHECK-NEXT: submit B1
// CHECK-NEXT: 16 kernels, 3 regions
