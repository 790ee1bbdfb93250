// Buffers, queues and wrappers that are members of the object.
// RUN: %record %s
// RUN: %summary %t.json | FileCheck-22 %s
#include "fusion.hpp"

class pipeline {
  queue q_;
  buffer<float> in_, tmp_, pair_[2] = {buffer<float>{range{4}}, buffer<float>{range{4}}};
  buffer<float> late_{range{32}, {fusion::property::promote_private{}}};
  fusion_wrapper fw_;

public:
  explicit pipeline(const queue &q)
      : q_(q), in_(range{16}), tmp_(range{16}, fusion::property::promote_private{}), fw_(q_) {}
  void run() {
    fw_.start_fusion();
    q_.submit([&](handler &cgh) {
      accessor x{in_, cgh};
      accessor y{this->tmp_, cgh};
      accessor z{late_, cgh};
      accessor w{pair_[1], cgh};
      cgh.parallel_for<class K>(in_.get_range(), [=](id<1> i) { x[i] = y[i] + z[i] + w[i]; });
    });
    fw_.complete_fusion();
  }
};
void run(queue &q) { pipeline(q).run(); }

// CHECK: region pipeline::run 16-24
// CHECK-DAG: buffer in_ float/4 dims=1 range=[16] promote=none
// CHECK-DAG: buffer tmp_ float/4 dims=1 range=[16] promote=private
// CHECK-DAG: buffer late_ float/4 dims=1 range=[32] promote=private
// CHECK-DAG: buffer pair_[1] float/4
// CHECK: submit K range/1 global=[16] offset=[0]; x=in_ y=tmp_:private z=late_:private w=pair_[1]
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
