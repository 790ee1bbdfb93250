// What is known of each argument and ND-range: values, ranged accessors, sub-buffers, and sizes that are the same though not constant.
// RUN: %record %s 2>&1 | count 0
// RUN: %summary %t.json --ids | FileCheck-22 %s
#include "fusion.hpp"

struct fill {
  accessor<int, 1, access_mode::write> out;
  int value;
  void operator()(id<1> i) const { out[i] = value; }
};
void values(queue &q, fusion_wrapper &fw, buffer<int> &b, float unknown) {
  const float third = 1.f / 4;
  bool changes = true;
  short s = -2;
  fw.start_fusion();
  changes = !changes;
  q.submit([&](handler &cgh) {
    accessor out{b, cgh, range<1>{8}, id<1>{2}, write_only};
    cgh.parallel_for<class A1>(8, [=](id<1> i) { out[i] = third + s + changes + unknown; });
  });
  for (int k = 0; k < 2; ++k)
    q.submit([&](handler &cgh) { cgh.parallel_for(8, fill{{b, cgh}, k + 1}); });
  fw.complete_fusion();
}
// CHECK: region parts
// CHECK-NEXT: buffer front int/4 dims=1 range=[4] promote=none of whole at [0]
// CHECK-NEXT: buffer whole int/4 dims=1 range=[8] promote=none{{$}}
// CHECK-NEXT: buffer back int/4 dims=1 range=[4] promote=none of whole at [4]
void parts(queue &q, fusion_wrapper &fw) {
  buffer<int> whole{range{8}}, front{whole, id<1>{0}, range<1>{4}}, back{whole, id<1>{4}, range<1>{4}};
  fw.start_fusion();
  q.submit([&](handler &cgh) {
    accessor x{front, cgh}, y{whole, cgh}, z{back, cgh};
    cgh.parallel_for<class B1>(4, [=](id<1> i) { x[i] = y[i] + z[i]; });
  });
  fw.complete_fusion();
}
// CHECK: region same_sizes
// CHECK: submit C1 range/1 offset=[0] #0;
// CHECK-NEXT: submit C2 range/1 offset=[0] #0;
// CHECK-NEXT: submit C3 range/1 offset=[0] #1;
// CHECK-NEXT: submit C4 range/1 offset=[0] #1;
// CHECK-NEXT: submit C5 nd_range/1 local=[8] offset=[0] #2;
// CHECK-NEXT: submit C6 nd_range/1 local=[8] offset=[0] #2;
// CHECK-NEXT: submit C7 range/1 offset=[0];
template <class N> void put(queue &q, int *p, range<1> r) {
  q.parallel_for<N>(r, [=](id<1> i) { p[i] = 1; });
}
void same_sizes(queue &q, fusion_wrapper &fw, int *p, const std::size_t n, std::size_t m) {
  buffer<int> b{range<1>{n}};
  const range<1> r{2 * n + 1};
  fw.start_fusion();
  put<class C1>(q, p, b.get_range());
  q.parallel_for<class C2>(b.get_range(), [=](id<1> i) { p[i] = 1; });
  put<class C3>(q, p, r);
  put<class C4>(q, p, range<1>{2 * n + 1});
  q.parallel_for<class C5>(nd_range<1>{n, 8}, [=](nd_item<1> i) { p[i.get_global_id(0)] = 1; });
  q.parallel_for<class C6>(nd_range<1>{n, 8}, [=](nd_item<1> i) { p[i.get_global_id(0)] = 1; });
  put<class C7>(q, p, m);
  m += 1;
  put<class C8>(q, p, m);
  fw.complete_fusion();
}
// CHECK: region values
// CHECK: submit A1 {{.*}}; out=br[8]o[2] third=#0000803e s=#feff{{$}}
// CHECK-NEXT: submit fill {{.*}}; out=? value=#01000000
// CHECK-NEXT: submit fill {{.*}}; out=? value=#02000000
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
