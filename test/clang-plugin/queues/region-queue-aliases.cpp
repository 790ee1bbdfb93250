// Queues that are one under several names: what may be the region's queue, or another one, leaves the region open, with a warning; what is another one is not in the region.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %record %s 2>&1 | FileCheck-22 %s --check-prefix=SAYS --implicit-check-not=warning: --implicit-check-not=remark:
// RUN: %summary %t.json | grep -v buffer | FileCheck-22 %s
#include "fusion.hpp"
#include <memory>
#include <optional>

template <class N> void put(queue &q, int *p) {
  q.single_task<N>([=] { *p = 1; });
}

// Members of one object, which its only constructor makes of one queue.
struct has_queue {
  queue base;
};
struct members : has_queue {
  queue copy, other;
  queue &reference = copy, *pointer = &copy;
  fusion_wrapper fw;
  members(queue &q, queue &o) : has_queue{q}, copy(base), other(o), fw(*pointer) {}
  queue get() const { return copy; }
  void run(int *p) {
    fw.start_fusion();
    put<class A1>(copy, p), put<class A2>(base, p), put<class A3>(reference, p), put<class A4>(*pointer, p);
    queue mine = get();
    put<class A5>(mine, p);
    fw.complete_fusion();
  }
};
// One that may come to be another one.
struct changing {
  queue first, second;
  changing(queue &q) : first(q), second(q) {}
  void set(queue &q) { second = q; }
  void run(int *p) {
    fusion_wrapper fw{first};
    fw.start_fusion();
    put<class B1>(first, p);
    // SAYS: aliases.cpp:[[#@LINE+1]]:5: warning: the sequence of kernels of this fusion region depends on run-time values [SF1005]
    put<class B2>(second, p);
    fw.complete_fusion();
  }
};
void parameters(queue &q, queue &other, int *p) {
  fusion_wrapper fw{q};
  fw.start_fusion();
  put<class C1>(q, p);
  // SAYS: aliases.cpp:[[#@LINE+1]]:3: warning: the sequence of kernels of this fusion region depends on run-time values [SF1005]
  put<class C2>(other, p);
  fw.complete_fusion();
}
void assigned(queue &q, queue &other, int *p) {
  queue a = q;
  fusion_wrapper fw{a};
  fw.start_fusion();
  put<class D1>(a, p);
  a = other;
  // SAYS: aliases.cpp:[[#@LINE+1]]:3: warning: the sequence of kernels of this fusion region depends on run-time values [SF1005]
  put<class D2>(a, p);
  fw.complete_fusion();
}
void chosen(queue &q, queue &other, int *p, bool b) {
  fusion_wrapper fw{b ? q : other};
  fw.start_fusion();
  // SAYS: aliases.cpp:[[#@LINE+1]]:3: warning: the sequence of kernels of this fusion region depends on run-time values [SF1005]
  put<class E1>(q, p);
  put<class E2>(other, p);
  fw.complete_fusion();
}
void waits(queue &q, queue &other, int *p) {
  auto r = fusion::fusion_region::start(q);
  put<class F1>(q, p);
  // SAYS: aliases.cpp:[[#@LINE+1]]:9: remark: this ends the fusion region at run time if its queue is the region's, which is not known here [SF1048]
  other.wait();
  r.complete();
}
// Two regions at a time are of two queues, and what a function makes is no queue of its caller's.
void others(queue &q, queue &o, int *p) {
  queue mine;
  auto r = fusion::fusion_region::start(q);
  auto s = fusion::fusion_region::start(o);
  put<class G1>(q, p), put<class G2>(o, p), put<class Apart>(mine, p);
  r.complete();
  put<class G3>(o, p), put<class Apart2>(mine, p);
  s.complete();
}
// Every wrapper of the queue completes it; the only queue in a region of an unknown one is its queue.
void wrappers(queue &q, fusion_wrapper &given, int *p) {
  fusion_wrapper a{q}, b{q}, c = a;
  a.start_fusion();
  put<class H1>(q, p);
  b.complete_fusion();
  c.start_fusion();
  put<class H2>(q, p);
  a.complete_fusion();
  given.start_fusion();
  put<class H3>(q, p), put<class H4>(q, p);
  given.complete_fusion();
}
// All callers of a function object are known.
template <class F> void fused(queue &q, F &&body) {
  auto r = fusion::fusion_region::start(q);
  body(q);
  r.complete();
}
void calls(queue &q, int *p) {
  fused(q, [&](queue &same) { put<class I1>(same, p), put<class I2>(q, p); });
}
// Too many ways leave it open.
void many(queue &q, queue &a, queue &b, queue &c, queue &d, int *p) {
  auto r = fusion::fusion_region::start(q);
  put<class J1>(q, p);
  // SAYS: aliases.cpp:[[#@LINE+1]]:3: warning: the sequence of kernels of this fusion region depends on run-time values [SF1005]
  put<class J2>(a, p), put<class J3>(b, p), put<class J4>(c, p), put<class J5>(d, p);
  r.complete();
}
// CHECK: region fused
// CHECK-NEXT: submit I1
// CHECK-NEXT: submit I2
// CHECK-NEXT: region members::run
// CHECK-NEXT: submit A1
// CHECK-NEXT: submit A2
// CHECK-NEXT: submit A3
// CHECK-NEXT: submit A4
// CHECK-NEXT: submit A5
// CHECK-NEXT: region others
// CHECK-NEXT: submit G1
// CHECK-NEXT: region others.2
// CHECK-NEXT: submit G2
// CHECK-NEXT: submit G3
// CHECK-NEXT: region waits
// CHECK-NEXT: submit F1
// CHECK-NEXT: region wrappers
// CHECK-NEXT: submit H1
// CHECK-NEXT: region wrappers.2
// CHECK-NEXT: submit H2
// CHECK-NEXT: region wrappers.3
// CHECK-NEXT: submit H3
// CHECK-NEXT: submit H4
// CHECK-NEXT: open region assigned
// CHECK-NEXT: open branch line {{[0-9]+}}: 1+0
// CHECK-NEXT: submit D1
// CHECK-NEXT: open region changing::run
// CHECK-NEXT: open branch line {{[0-9]+}}: 1+0
// CHECK-NEXT: submit B1
// CHECK-NEXT: open region chosen
// CHECK-NEXT: open branch line {{[0-9]+}}: 0+0
// CHECK-NEXT: open branch line {{[0-9]+}}: 0+0
// CHECK-NEXT: open region many
// CHECK-NEXT: open branch line {{[0-9]+}}: 1+0
// CHECK-NEXT: open branch line {{[0-9]+}}: 1+0
// CHECK-NEXT: open branch line {{[0-9]+}}: 1+0
// CHECK-NEXT: open branch line {{[0-9]+}}: 1+0
// CHECK-NEXT: submit J1
// CHECK-NEXT: open region parameters
// CHECK-NEXT: open branch line {{[0-9]+}}: 1+0
// CHECK-NEXT: submit C1
// CHECK-NEXT: 30 kernels, 8 regions
