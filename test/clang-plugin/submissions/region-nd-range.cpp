// Constant ND-ranges, through variables, constructor arguments and arithmetic; what is not constant is left out.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %record %s
// RUN: %summary %t.json | FileCheck-22 %s
#include "fusion.hpp"

void run(queue &q, int *p, std::size_t unknown) {
  constexpr range<2> global{64, 32};
  const std::size_t side = 4;
  std::size_t twice = 2 * side;
  std::size_t changing = 16;
  changing += unknown;
  fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for<class A>(nd_range<2>{global, range<2>{side, twice}}, [=](nd_item<2>) { *p = 1; });
  q.parallel_for<class B>(nd_range<1>{range<1>{side * 16}, range<1>{8}}, [=](nd_item<1>) { *p = 2; });
  q.parallel_for<class C>(range{unknown}, [=](id<1>) { *p = 3; });
  q.parallel_for<class D>(changing, [=](id<1>) { *p = 4; });
  q.parallel_for<class E>({2, 3, 4}, [=](id<3>) { *p = 5; });
  q.parallel_for<class F>(nd_range<1>{unknown, 8}, [=](nd_item<1>) { *p = 6; });
  q.single_task<class G>([=] { *p = 7; });
  fw.complete_fusion();
}

// CHECK: submit A nd_range/2 global=[64, 32] local=[4, 8] offset=[0, 0];
// CHECK-NEXT: submit B nd_range/1 global=[64] local=[8] offset=[0];
// CHECK-NEXT: submit C range/1 offset=[0];
// CHECK-NEXT: submit D range/1 offset=[0];
// CHECK-NEXT: submit E range/3 global=[2, 3, 4] offset=[0, 0, 0];
// CHECK-NEXT: submit F nd_range/1 local=[8] offset=[0];
// CHECK-NEXT: submit G single_task/1;
// CHECK-NOT: nd_range global
