// A named functor's kernel lies at its operator(); its fields are its parameters, inherited ones too.
// RUN: %record %s
// RUN: %summary %t.json | FileCheck-22 %s
#include "fusion.hpp"

struct base {
  float *out;
};
template <class T> struct add : base {
  accessor<T, 1, access_mode::read> in;
  T constant;
  void operator()(id<1> i) const { out[i] = in[i] + constant; }
};

void run(queue &q, buffer<float> &b, float *out) {
  q.submit([&](handler &cgh) {
    cgh.parallel_for(range<1>{8}, add<float>{{out}, accessor<float, 1, access_mode::read>{b, cgh}, 2.0f});
  });
}

// CHECK: kernel add<float> range/1 kernel-functor.cpp:12:8 size=64 align=8
// CHECK-NEXT: pointer out float/4 dims=0 none - @0+8
// CHECK-NEXT: accessor in float/4 dims=1 read device @8+48
// CHECK-NEXT: std_layout constant float/4 dims=0 none - @56+4
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
