// Functor kernels: arguments of constructors and of aggregate initialization lead to the buffers.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %record %s
// RUN: %summary %t.json | FileCheck-22 %s
#include "fusion.hpp"

using reader = accessor<int, 1, access_mode::read>;
using writer = accessor<int, 1, access_mode::write>;
struct aggregate {
  writer out;
  struct {
    reader in;
  } nested;
  void operator()(id<1> i) const { out[i] = nested.in[i]; }
};
class constructed {
  writer out_;
  reader in_;

public:
  constructed(reader in, writer out) : out_(std::move(out)), in_(in) {}
  void operator()(id<1> i) const { out_[i] = in_[i]; }
};
void run(queue &q, buffer<int> a, buffer<int> b) {
  fusion_wrapper fw{q};
  fw.start_fusion();
  q.submit([&](handler &cgh) {
    writer w{b, cgh};
    cgh.parallel_for(8, aggregate{w, {reader{a, cgh}}});
  });
  q.submit([&](handler &cgh) {
    constructed kernel{reader{b, cgh}, writer{a, cgh}};
    cgh.parallel_for(8, kernel);
  });
  fw.complete_fusion();
}

// CHECK: submit aggregate range/1 global=[8] offset=[0]; out=b nested.in=a
// CHECK: submit constructed range/1 global=[8] offset=[0]; out_=a in_=b
