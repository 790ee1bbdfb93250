// An access scope is a promise where the data is internal and nothing is read that was there before, of the buffer or the
// accessor; else the fuser proves it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %record %s 2>&1 | FileCheck-22 %s --check-prefix=SAYS --allow-empty
// SAYS-NOT: warning:
// RUN: %summary %t.json | FileCheck-22 %s
#include "fusion.hpp"

namespace p = sycl::ext::oneapi::experimental::property;

void run(queue &q) {
  const property_list item{p::access_scope_work_item{}, p::fusion_internal_memory{}, no_init};
  buffer<int> whole{range{64}, item}, scope{range{64}, {p::access_scope_work_group{}, p::fusion_internal_memory{}}},
      none{range{64}}, alone{range{64}, {p::access_scope_work_item{}, no_init}};
  fusion_wrapper fw{q};
  fw.start_fusion();
  q.submit([&](handler &h) {
    accessor a{whole, h, read_only};
    accessor b{scope, h, write_only, no_init};
    accessor c{none, h, read_write, item};
    accessor d{alone, h, read_only};
    h.parallel_for<class K>(range{64}, [=](id<1> i) { b[i] = a[i] + c[i] + d[i]; });
  });
  fw.complete_fusion();
}
// CHECK: submit K {{.*}}; b=scope:local a=whole:private c=none:private d=alone{{$}}

// Accessors of a graph with different scopes have none between them; in fusion mode the lesser one counts.
void through_a_graph(queue &q) {
  namespace x = sycl::ext::oneapi::experimental;
  buffer<int> both{range{64}};
  x::command_graph<> g{q, p::graph::assume_buffer_outlives_graph{}};
  g.add([&](handler &h) {
    accessor e{both, h, write_only, {p::access_scope_work_item{}, p::fusion_internal_memory{}, no_init}};
    h.parallel_for<class First>(range{64}, [=](id<1> i) { e[i] = 1; });
  });
  g.add([&](handler &h) {
    accessor f{both, h, write_only, {p::access_scope_work_group{}, p::fusion_internal_memory{}, no_init}};
    h.parallel_for<class Second>(range{64}, [=](id<1> i) { f[i] = 2; });
  });
  g.finalize(p::graph::enable_fusion{});
}
// CHECK: submit First {{.*}}; e=both:automatic{{$}}
// CHECK: submit Second {{.*}}; f=both:automatic{{$}}
