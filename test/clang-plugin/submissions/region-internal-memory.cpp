// fusion_internal_memory, on buffers and accessors: promoted as far as it can be proved; a promise comes first where one is given.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %record %s 2>&1 | FileCheck-22 %s --check-prefix=WARN
// RUN: %summary %t.json | FileCheck-22 %s
#include "fusion.hpp"

using internal = sycl::ext::oneapi::experimental::property::fusion_internal_memory;
using fusion::property::promote_local;
using fusion::property::promote_private;

void run(queue &q) {
  buffer<int> whole{range{8}, {internal{}, no_init}};
  buffer<int> both{range{8}, {internal{}, promote_local{}}};
  buffer<int> promised{range{8}, {promote_private{}}};
  buffer<int> accessors{range{8}}, mixed{range{8}}, partly{range{8}}, plain{range{8}};
  fusion_wrapper fw{q};
  fw.start_fusion();
  q.submit([&](handler &cgh) {
    accessor a{whole, cgh};
    accessor b{both, cgh};
    accessor c{promised, cgh, write_only, {internal{}}};
    accessor d{accessors, cgh, write_only, {internal{}, no_init}};
    accessor e{mixed, cgh, {internal{}}};
    accessor f{partly, cgh, {internal{}}};
    cgh.parallel_for<class First>(8, [=](id<1> i) { a[i] = b[i] = c[i] = d[i] = e[i] = f[i]; });
  });
  q.submit([&](handler &cgh) {
    accessor d{accessors, cgh, {promote_private{}, internal{}}};
    accessor e{mixed, cgh, {promote_local{}}};
    accessor f{partly, cgh};
    accessor a{whole, cgh, {promote_private{}}};
    cgh.parallel_for<class Second>(8, [=](id<1> i) { d[i] = e[i] = f[i] = a[i]; });
  });
  fw.complete_fusion();
}
// WARN: warning: buffer 'partly' is promoted by some of its accessors only, and stays in global memory [SF1006]
// WARN-NOT: warning:
// CHECK-DAG: buffer whole {{.*}}promote=automatic
// CHECK-DAG: buffer both {{.*}}promote=local
// CHECK-DAG: buffer promised {{.*}}promote=private
// CHECK-DAG: buffer accessors {{.*}}promote=automatic
// CHECK-DAG: buffer mixed {{.*}}promote=automatic
// CHECK-DAG: buffer partly {{.*}}promote=none
// CHECK: submit First {{.*}}; a=whole:automatic b=both:local c=promised:private d=accessors:automatic e=mixed:automatic f=partly{{$}}
// CHECK: submit Second {{.*}}; d=accessors:automatic e=mixed:automatic f=partly a=whole:automatic{{$}}
