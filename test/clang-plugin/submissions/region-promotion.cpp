// Promotion hints: on the buffer, on its accessors, in every way in which properties can be written.
// RUN: %record %s
// RUN: %summary %t.json | FileCheck-22 %s
#include "fusion.hpp"

using fusion::property::no_barriers;
using fusion::property::promote_local;
using fusion::property::promote_private;

void run(queue &q) {
  const property_list list{promote_private{}};
  buffer<int> braces{range{8}, {promote_private{}}};
  buffer<int> variable{range{8}, list};
  buffer<int> local{range{8}, property_list{promote_local()}};
  buffer<int> accessors{range{8}};
  buffer<int> plain{range{8}};
  fusion_wrapper fw{q};
  fw.start_fusion();
  q.submit([&](handler &cgh) {
    accessor a{braces, cgh};
    accessor b{variable, cgh};
    accessor c{local, cgh};
    accessor d{accessors, cgh, write_only, {promote_private{}, no_init}};
    accessor e{plain, cgh, no_init};
    cgh.parallel_for<class K>(8, [=](id<1> i) { a[i] = b[i] = c[i] = d[i] = e[i]; });
  });
  fw.complete_fusion(no_barriers{});
}

// CHECK: region run 18-27 no_barriers
// CHECK-DAG: buffer braces int/4 dims=1 range=[8] promote=private
// CHECK-DAG: buffer variable int/4 dims=1 range=[8] promote=private
// CHECK-DAG: buffer local int/4 dims=1 range=[8] promote=local
// CHECK-DAG: buffer accessors int/4 dims=1 range=[8] promote=none
// CHECK: submit K range/1 global=[8] offset=[0]; a=braces:private b=variable:private c=local:local d=accessors:private e=plain{{$}}
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
