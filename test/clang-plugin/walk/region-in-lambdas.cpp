// Command groups and kernels in every form: generic and stored lambdas, function objects, lambdas that are called at once.
// RUN: %record %s 2>&1 | count 0
// RUN: %summary %t.json | FileCheck-22 %s
#include "fusion.hpp"

struct fill_one {
  buffer<int> &to;
  int value;
  void operator()(handler &cgh) const {
    accessor out{to, cgh};
    cgh.single_task<class InGroup>([=, v = value] { out[0] = v; });
  }
};
void run(queue &q, fusion_wrapper *wrappers, int which, buffer<int> &b) {
  wrappers[which].start_fusion();
  q.submit([&](auto &cgh) {
    accessor x{b, cgh};
    cgh.template single_task<class Generic>([=] { x[0] = 1; });
  });
  auto stored = [=](handler &cgh) mutable {
    accessor x{b, cgh};
    auto kernel = [x] { x[0] = 2; };
    cgh.single_task<class Stored>(kernel);
  };
  q.submit(stored);
  q.submit(fill_one{b, 3});
  [&] {
    q.submit([&](handler &cgh) {
      accessor x{b, cgh};
      cgh.single_task<class Nested>([=] { x[0] = 4; });
    });
  }();
  wrappers[which].complete_fusion();
}

// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A lambda that another one returns has the variables that it was made with, each time others.
void returned(queue &q, fusion_wrapper &fw, float *x, float *y) {
  auto make = [&](float *&out, float *&in) {
    return [&] { q.parallel_for<class Returned>(8, [=](id<1> i) { out[i] = in[i]; }); };
  };
  auto first = make(x, y);
  fw.start_fusion();
  first();
  make(y, x)();
  fw.complete_fusion();
}
// CHECK: region returned
// CHECK: submit Returned {{.*}}; out=x in=y
// CHECK-NEXT: submit Returned {{.*}}; out=y in=x
// CHECK: region run 15-33
// CHECK-NEXT: buffer b int/4
// CHECK-NEXT: submit Generic single_task/1; x=b
// CHECK-NEXT: submit Stored single_task/1; x=b
// CHECK-NEXT: submit InGroup single_task/1; out=b
// CHECK-NEXT: submit Nested single_task/1; x=b
// CHECK-NEXT: 5 kernels, 2 regions
