// Sizes in objects are one as long as nobody who was given a way to them may have changed them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %record %s
// RUN: %summary %t.json --ids | FileCheck-22 %s
#include "fusion.hpp"

struct state {
  std::size_t n, m;
  float *data;
  queue q;
  std::size_t half() const { return n / 2; }
  void look();
  void set(std::size_t k) { n = k; }
};
void grow(state &);
void grow_pointed(state *);
void look_at(const state &);
void use(float *);
void count(std::size_t &);
void log(state &s) { look_at(s); }
void deeper(state &s) { grow(s); }
// Many ways to functions that change nothing.
template <int Depth> void nothing(state &s) {
  if constexpr (Depth != 0)
    nothing<Depth - 1>(s), nothing<Depth - 1>(s), nothing<Depth - 1>(s), nothing<Depth - 1>(s), nothing<Depth - 1>(s),
        nothing<Depth - 1>(s);
}
template <class K> void step(queue &q, float *p, std::size_t n) {
  q.parallel_for<K>(range<1>(n), [=](id<1> i) { p[i] += 1; });
}

void given_away(queue &q, float *p, state a, state b, state c, state d, state e, state *f) {
  std::size_t &reference = d.n, *pointer = &e.n;
  fusion_wrapper fw{q};
  fw.start_fusion();
  step<class F>(q, p, a.n);
  grow(a);
  step<class G>(q, p, a.n);
  deeper(b);
  step<class H>(q, p, b.n);
  count(c.n);
  step<class I>(q, p, c.n);
  step<class J>(q, p, c.m);
  reference = 3;
  step<class K>(q, p, d.n);
  *pointer = 5;
  step<class L>(q, p, e.n);
  step<class M>(q, p, e.m);
  grow_pointed(f);
  step<class N>(q, p, f->n);
  fw.complete_fusion();
}
// CHECK: region solver::flip
// CHECK: submit R {{.*}} #0;
// CHECK-NEXT: submit S range/1 offset=[0];
// CHECK: region solver::run
// CHECK: submit O {{.*}} #0;
// CHECK-NEXT: submit P {{.*}} #0;
// CHECK: open region given_away
// CHECK: submit F {{.*}} #0;
// CHECK-NEXT: submit G range/1 offset=[0];
// CHECK-NEXT: submit H range/1 offset=[0];
// CHECK-NEXT: submit I range/1 offset=[0];
// CHECK-NEXT: submit J {{.*}} #1;
// CHECK-NEXT: submit K range/1 offset=[0];
// CHECK-NEXT: submit L range/1 offset=[0];
// An assignment through a pointer may change the numbers of all objects.
// CHECK-NEXT: submit M range/1 offset=[0];
// CHECK-NEXT: submit N range/1 offset=[0];

void kept(queue &q, float *p, state s, state *t) {
  fusion_wrapper fw{q};
  fw.start_fusion();
  step<class A>(q, p, s.n);
  look_at(s);
  log(s);
  nothing<16>(s);
  use(s.data);
  s.q.wait();
  count(s.m);
  state copy = s;
  step<class B>(s.q, p, s.n);
  q.parallel_for<class C>(range<1>(s.n), [=, m = s.m](id<1> i) { p[i] += m; });
  step<class D>(q, p, t->n);
  if (t)
    use(t->data);
  step<class E>(q, p, t->n);
  grow(s);
  fw.complete_fusion();
}
// CHECK: open region kept
// CHECK: submit A {{.*}} #0; p=p
// CHECK-NEXT: submit C {{.*}} #0;
// CHECK-NEXT: submit D {{.*}} #1;
// CHECK-NEXT: submit E {{.*}} #1;

// Members of the object itself; what its members do is followed, where that is known.
struct solver {
  queue q;
  std::size_t n;
  float *p;
  void set(std::size_t k) { n = k; }
  void flip();
  void run();
};
void change(solver &);
void solver::run() {
  fusion_wrapper fw{q};
  fw.start_fusion();
  step<class O>(q, p, n);
  step<class P>(q, p, n);
  fw.complete_fusion();
  fw.start_fusion();
  change(*this);
  step<class Q>(q, p, n);
  fw.complete_fusion();
}
void solver::flip() {
  fusion_wrapper fw{q};
  fw.start_fusion();
  step<class R>(q, p, n);
  set(7);
  step<class S>(q, p, n);
  fw.complete_fusion();
}
// CHECK: open region solver::run
// CHECK: submit Q range/1 offset=[0] offset 0;
