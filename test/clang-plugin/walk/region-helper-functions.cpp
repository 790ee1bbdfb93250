// Functions and lambdas that submit for the region are followed, with their arguments.
// RUN: %record %s
// RUN: %summary %t.json | FileCheck-22 %s
#include "fusion.hpp"

template <class Name> void copy(queue &q, buffer<int> &from, buffer<int> &to, std::size_t n) {
  q.submit([&](handler &cgh) {
    accessor in{from, cgh, read_only};
    accessor out{to, cgh, write_only};
    cgh.parallel_for<Name>(range<1>{n}, [=](id<1> i) { out[i] = in[i]; });
  });
}
void run(queue q) {
  buffer<int> a{range{8}}, b{range{8}, {fusion::property::promote_private{}}}, c{range{8}};
  fusion_wrapper fw{q};
  auto last = [&](buffer<int> &from) { copy<class Two>(q, from, c, 8); };
  fw.start_fusion();
  copy<class One>(q, a, b, 8);
  last(b);
  fw.complete_fusion();
}

// CHECK: region run 17-20
// CHECK: submit One range/1 global=[8] offset=[0]; out=b:private in=a
// CHECK: submit Two range/1 global=[8] offset=[0]; out=c in=b:private
// CHECK: nd_range global=[8] source
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
