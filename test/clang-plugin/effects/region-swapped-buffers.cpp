// Assignments and swaps of buffers, pointers, and objects that have some are followed in a region; what cannot be followed has no identity.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %record %s
// RUN: %summary %t.json --ids | FileCheck-22 %s
#include "fusion.hpp"
#include <algorithm>
#include <utility>
#include <vector>

void buffers(queue &q, buffer<int> a, buffer<int> b, buffer<int> c) {
  fusion_wrapper fw{q};
  fw.start_fusion();
  for (int i = 0; i < 2; ++i) {
    q.submit([&](handler &cgh) {
      accessor x{a, cgh}, y{b, cgh}, z{c, cgh};
      cgh.parallel_for<class K>(8, [=](id<1> i) { x[i] = y[i] + z[i]; });
    });
    std::swap(a, b);
  }
  fw.complete_fusion();
  std::swap(b, c);
}

// CHECK: region buffers
// CHECK: submit K {{.*}}; x=a y=b z=c
// CHECK-NEXT: submit K {{.*}}; x=b y=a z=c

template <class N> void step(queue &q, float *out, const float *in, std::size_t n) {
  q.parallel_for<N>(range<1>(n), [=](id<1> i) { out[i] = in[i]; });
}

// Members, through a function that submits nothing.
struct members {
  queue q;
  float *now, *next, *kept;
  std::size_t n;
  void flip() { std::swap(now, next); }
  void run() {
    fusion_wrapper fw{q};
    fw.start_fusion();
    for (int k = 0; k < 2; ++k) {
      step<class M>(q, next, now, n);
      flip();
    }
    float *old = now;
    now = kept;
    step<class N>(q, next, old, n);
    step<class O>(q, now, next, n / 2);
    n = 3;
    step<class P>(q, now, next, n / 2);
    fw.complete_fusion();
  }
};
// CHECK: region members::run
// CHECK: submit M {{.*}} #0; out=next in=now
// CHECK-NEXT: submit M {{.*}} #0; out=now in=next
// CHECK-NEXT: submit N {{.*}} #0; out=next in=now
// CHECK-NEXT: submit O {{.*}} #1; out=kept in=next
// CHECK-NEXT: submit P range/1 offset=[0]; out=kept in=next

struct pair {
  float *a, *b;
};
void turn(float *x, float *y, queue &q) {
  for (int k = 0; k < 2; ++k) {
    step<class T>(q, x, y, 8);
    std::swap(x, y);
  }
}
void objects(queue q, pair p, pair other, float *const table[2], bool again, int k, std::vector<float *> v) {
  float *before = other.a;
  fusion_wrapper fw{q};
  fw.start_fusion();
  float *in = p.a, *out = table[1];
  step<class Q>(q, out, in, 8);
  p = other;
  std::swap(p.a, p.b);
  step<class R>(q, p.b, before, 8);
  turn(in, out, q);
  if (again)
    in = out;
  v[k] = in;
  step<class S>(q, in, v[0], 8);
  fw.complete_fusion();
}
// CHECK: region objects
// CHECK: submit Q {{.*}}; out=table[1] in=p.a
// CHECK-NEXT: submit R {{.*}}; out=other.a in=other.a
// CHECK-NEXT: submit T {{.*}}; out=p.a in=table[1]
// CHECK-NEXT: submit T {{.*}}; out=table[1] in=p.a
// CHECK-NEXT: submit S {{.*}}; out=? in=?

// What a lambda has copied before, and what an algorithm moves.
void unknown(queue q, float *a, float *b, std::vector<float *> v) {
  auto later = [=]() mutable { step<class U>(q, a, b, 8); };
  fusion_wrapper fw{q};
  fw.start_fusion();
  std::swap(a, b);
  later();
  std::reverse(v.begin(), v.end());
  step<class V>(q, v[0], a, 8);
  fw.complete_fusion();
}
// CHECK: region unknown
// CHECK: submit U {{.*}}; out=? in=?
// CHECK-NEXT: submit V {{.*}}; out=? in=?
