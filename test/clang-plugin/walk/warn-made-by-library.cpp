// A region that an object starts and ends is not followed where the library makes the object: it is not recorded, with its reason.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %record %s 2>&1 | FileCheck-22 %s --check-prefix=SAYS --implicit-check-not=warning:
// RUN: %summary %t.json | grep -v '^  buffer' | FileCheck-22 %s
#include "fusion.hpp"
#include <memory>
#include <optional>

template <class N> void put(queue &q, int *p) {
  q.single_task<N>([=] { *p = 1; });
}
struct scope {
  fusion_wrapper fw;
  // SAYS: library.cpp:[[#@LINE+1]]:12: warning: fusion region is started but not completed in this function [SF1003]
  explicit scope(queue &q) : fw(q) { fw.start_fusion(); }
  ~scope() { fw.complete_fusion(); }
};
struct held {
  fusion_wrapper fw;
  // SAYS: library.cpp:[[#@LINE+1]]:40: warning: fusion region is started but not completed in this function [SF1003]
  explicit held(queue &q) : fw(q) { fw.start_fusion(); }
  ~held() { fw.complete_fusion(); }
};
void object(queue &q, int *p) {
  scope s{q};
  put<class A>(q, p);
}
void pointer(queue &q, int *p) {
  auto s = std::make_unique<scope>(q);
  put<class B>(q, p);
}
void optional(queue &q, int *p) {
  std::optional<held> s;
  s.emplace(q);
  put<class C>(q, p);
}
// CHECK: region object
// CHECK-NEXT: submit A
// CHECK-NEXT: 3 kernels, 1 regions
