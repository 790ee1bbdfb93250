// Functions whose bodies are visible are followed; what callers have made of one is not recorded again.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %record -fplugin-arg-sycl-fuse-automatic %s 2>&1 | count 0
// RUN: %summary %t.json | grep -E "region|submit|kernels" | FileCheck-22 %s
#include "fusion.hpp"
#include <algorithm>
#include <functional>
#include <vector>

void log(int);
void elsewhere(queue &q);

template <class Name> void scale(queue &q, const float *in, float *out, float factor) {
  q.parallel_for<Name>(range<1>(64), [=](id<1> i) { out[i] = in[i] * factor; });
}
struct solver {
  queue q;
  float *u, *v;
  void step() {
    scale<class S1>(q, u, v, 1);
    log(1);
    scale<class S2>(q, v, u, 2);
  }
  void finish() {
    scale<class S3>(q, u, v, 1);
    if (*u > 0)
      q.wait();
    scale<class S4>(q, u, v, 1);
  }
};
static void norm(queue &q, float *v) { scale<class N1>(q, v, v, 1); }

// CHECK: region main#1
// CHECK-NEXT: submit S1 {{.*}}; out=s.v in=s.u
// CHECK-NEXT: submit S2 {{.*}}; out=s.u in=s.v
// CHECK-NEXT: submit N1 {{.*}}; out=s.v in=s.v
// CHECK-NEXT: region main#2
// CHECK-NEXT: submit S4
// CHECK-NEXT: submit L1
// CHECK-NEXT: submit L2
// CHECK-NEXT: region main#3
// CHECK-NEXT: submit S3
// CHECK-NEXT: submit S4
// CHECK-NEXT: submit L1
// CHECK-NEXT: submit L2
int main() {
  solver s;
  for (int i = 0; i < 10; ++i) {
    s.step();
    norm(s.q, s.v);
  }
  s.q.wait();
  s.finish();
  auto both = [&](float *p) {
    scale<class L1>(s.q, p, p, 1);
    scale<class L2>(s.q, p, p, 1);
  };
  both(s.u);
}
// CHECK-NEXT: region passed#1
// CHECK-NEXT: submit P1
// CHECK-NEXT: submit P2
// A function that is not seen and is given the queue ends a run, and so does a lambda that the library calls.
// CHECK-NEXT: region passed#2
// CHECK-NEXT: submit P3
// CHECK-NEXT: submit P4
// CHECK-NEXT: region passed#3
// CHECK-NEXT: submit I1
// CHECK-NEXT: submit I2
// CHECK-NEXT: 13 kernels, 6 regions
void passed(queue &q, float *p, std::vector<int> &list) {
  scale<class P1>(q, p, p, 1);
  scale<class P2>(q, p, p, 1);
  elsewhere(q);
  scale<class P3>(q, p, p, 1);
  scale<class P4>(q, p, p, 1);
  std::for_each(list.begin(), list.end(), [&](int) {
    scale<class I1>(q, p, p, 1);
    scale<class I2>(q, p, p, 1);
  });
}
