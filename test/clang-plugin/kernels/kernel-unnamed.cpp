// An unnamed kernel is called after its function and line.
// RUN: %record %s
// RUN: %summary %t.json | FileCheck-22 %s
#include "fusion.hpp"

namespace outer {
struct solver {
  void step(queue &q, int *p) {
    q.single_task([=] { *p = 1; });
    q.parallel_for(nd_range<2>{{8, 8}, {4, 4}}, [=](nd_item<2> i) { p[i.get_global_linear_id()] = 2; });
  }
};
} // namespace outer

// CHECK: kernel outer::solver::step::lambda:9 single_task/1 kernel-unnamed.cpp:9:19
// CHECK: kernel outer::solver::step::lambda:10 nd_range/2 kernel-unnamed.cpp:10:49
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
