// A coroutine that suspends inside a region leaves it open: whoever goes on meanwhile may submit to the queue. One that does so outside of it does not.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %record -std=c++20 %s 2>&1 | FileCheck-22 %s --check-prefix=SAYS --implicit-check-not=warning:
// RUN: %summary %t.json | FileCheck-22 %s
// CHECK: {{^}}region outside
// CHECK-NEXT: buffer p
// CHECK-NEXT: submit D
// CHECK: open region in_a_loop
// CHECK-NEXT: open call line [[#]]: 1+0 co_await
// CHECK: open region inside
// CHECK-NEXT: open call line [[#]]: 1+0 co_yield
// CHECK: submit A
// CHECK-NEXT: submit B
#include "fusion.hpp"

#include <coroutine>

struct task {
  struct promise_type {
    task get_return_object() { return {}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
    std::suspend_always yield_value(int) { return {}; }
  };
};

// SAYS: region-coroutine.cpp:[[#@LINE+5]]:3: warning: 'co_yield' may submit kernels
task inside(queue &q, int *p) {
  fusion_wrapper fw{q};
  fw.start_fusion();
  q.single_task<class A>([=] { *p = 1; });
  co_yield 1;
  q.single_task<class B>([=] { *p += 2; });
  fw.complete_fusion();
}

// SAYS: region-coroutine.cpp:[[#@LINE+6]]:5: warning: 'co_await' may submit kernels
task in_a_loop(queue &q, int *p, int n) {
  fusion_wrapper fw{q};
  fw.start_fusion();
  q.single_task<class C>([=] { *p = 1; });
  for (int i = 0; i < n; ++i)
    co_await std::suspend_always{};
  fw.complete_fusion();
}

task outside(queue &q, int *p) {
  co_await std::suspend_always{};
  fusion_wrapper fw{q};
  fw.start_fusion();
  q.single_task<class D>([=] { *p = 1; });
  fw.complete_fusion();
  co_return;
}
