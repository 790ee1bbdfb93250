// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../prelude.hpp"

// bad
void bad(queue &q, fusion_wrapper &fw, float *a, float *b, float *c, float *d) {
  const nd_range<2> shape{{64, 64}, {16, 16}};
  fw.start_fusion(); // SF3085
  q.parallel_for<class Bad1>(shape, [=](nd_item<2> it) {
    const auto i = it.get_global_linear_id();
    b[i] = a[i] * 2;
    d[i] = a[i] - 1;
  });
  q.submit([&](handler &cgh) {
    local_accessor<float, 2> tile{range{16, 16}, cgh};
    cgh.parallel_for<class Bad2>(shape, [=](nd_item<2> it) {
      tile[it.get_local_id(0)][it.get_local_id(1)] = c[it.get_global_linear_id()];
      group_barrier(it.get_group());
      c[it.get_global_linear_id()] = tile[it.get_local_id(1)][it.get_local_id(0)];
    });
  });
  fw.complete_fusion();
}

// good
// The kernels share nothing: only the one that gains stays in a region.
void good(queue &q, fusion_wrapper &fw, float *a, float *b, float *d) {
  const range<2> shape{64, 64};
  fw.start_fusion();
  q.parallel_for<class Good1>(shape, [=](item<2> it) { b[it.get_linear_id()] = a[it.get_linear_id()] * 2; });
  q.parallel_for<class Good2>(shape, [=](item<2> it) { d[it.get_linear_id()] = b[it.get_linear_id()] - 1; });
  fw.complete_fusion();
}
