// A region is called after the function it is in; further ones of that function are numbered in source order.
// RUN: %record %s
// RUN: %summary %t.json | FileCheck-22 %s
#include "fusion.hpp"

template <class N> void one(queue &q, fusion_wrapper &fw, int *p) {
  fw.start_fusion();
  q.single_task<N>([=] { *p = 1; });
  fw.complete_fusion();
}
namespace app {
template <class T> struct solver {
  queue &q;
  fusion_wrapper fw{q};
  void step(int *p) {
    auto nested = [&] { one<class InLambda>(q, fw, p); };
    nested();
    fw.start_fusion();
    q.single_task<class First>([=] { *p = 1; });
    fw.complete_fusion();
    auto inner = [&] {
      fw.start_fusion();
      q.single_task<class Second>([=] { *p = 2; });
      fw.complete_fusion();
    };
    inner();
  }
};
} // namespace app
void run(queue &q, int *p) { app::solver<int>{q}.step(p); }

// CHECK: region app::solver::step 18-20
// CHECK: submit First
// CHECK: region app::solver::step.2 22-24
// CHECK: submit Second
// CHECK: region one 7-9
// CHECK: submit InLambda
// CHECK: 3 kernels, 3 regions
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
