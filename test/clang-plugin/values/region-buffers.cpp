// Records a region: its submissions in order, which buffer each accessor is of, and constant sizes.
// RUN: %record %s
// RUN: %summary %t.json | FileCheck-22 %s
#include "fusion.hpp"

constexpr std::size_t n = 4096;
void run(queue &q, buffer<float> &in) {
  buffer<float> tmp{range{n}}, out{range{n}};
  fusion_wrapper fw{q};
  fw.start_fusion();
  q.submit([&](handler &cgh) {
    accessor x{in, cgh, read_only};
    accessor y{tmp, cgh, write_only, no_init};
    cgh.parallel_for<class First>(n, [=](id<1> i) { y[i] = x[i]; });
  });
  q.submit([&](handler &cgh) {
    auto x = tmp.get_access<access_mode::read>(cgh);
    auto y = out.get_access(cgh);
    cgh.parallel_for<class Second>(range<1>{n}, [=](id<1> i) { y[i] = x[i]; });
  });
  fw.complete_fusion();
}

// CHECK: region run 10-21{{$}}
// CHECK-NEXT: buffer tmp float/4 dims=1 range=[4096] promote=none
// CHECK-NEXT: buffer in float/4 dims=1 range=[] promote=none
// CHECK-NEXT: buffer out float/4 dims=1 range=[4096] promote=none
// CHECK-NEXT: submit First range/1 global=[4096] offset=[0]; y=tmp x=in
// CHECK-NEXT: submit Second range/1 global=[4096] offset=[0]; y=out x=tmp
// CHECK-NEXT: nd_range global=[4096] source
// CHECK-NEXT: 2 kernels, 1 regions
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
