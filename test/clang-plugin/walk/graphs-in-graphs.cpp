// A graph in a graph that requires fusion is a part of its run of kernels, at the place where it is executed; in one that
// does not, it stays apart. Copies in it are where the edges have them, and its memory orders what is around it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %record %s 2>&1 | FileCheck-22 %s --check-prefix=SAYS --allow-empty
// SAYS-NOT: warning:
// RUN: %summary %t.json | grep -vE '^  (buffer|nd_range)' | FileCheck-22 %s --implicit-check-not=region --implicit-check-not=submit
#include "fusion.hpp"

namespace x = sycl::ext::oneapi::experimental;
namespace pg = x::property::graph;
using graph = x::command_graph<>;
using x::property::node::depends_on;
template <int> struct K {};
template <int I> void put(handler &h, int *p) {
  h.single_task<K<I>>([=] { *p += I; });
}

// The copy from the host goes before all kernels.
void required(queue &q, int *p, int *copy, int (&host)[4]) {
  graph inner(q), outer(q);
  auto a = inner.add([&](handler &h) { put<1>(h, p); });
  auto b = inner.add([&](handler &h) { h.memcpy(copy, host, sizeof host); });
  inner.add([&](handler &h) { put<2>(h, copy); }, depends_on(a, b));
  auto of_inner = inner.finalize(pg::enable_fusion());
  auto child = outer.add([&](handler &h) { h.ext_oneapi_graph(of_inner); });
  auto third = outer.add([&](handler &h) { put<3>(h, p); }, depends_on(child));
  outer.add([&](handler &h) { put<4>(h, p); }, depends_on(third));
  auto apart = outer.finalize(pg::enable_fusion());
  auto one = outer.finalize(pg::require_fusion());
}
// Recorded ones, one in the other, that share a buffer: it is the same memory.
void recorded(queue &q) {
  buffer<int> shared{range{64}}, other{range{64}};
  graph innermost(q, pg::assume_buffer_outlives_graph{}), inner(q, pg::assume_buffer_outlives_graph{}),
      outer(q, pg::assume_buffer_outlives_graph{});
  innermost.begin_recording(q);
  q.submit([&](handler &h) {
    accessor s{shared, h, read_write};
    h.parallel_for<K<11>>(range{64}, [=](id<1> i) { s[i] += 1; });
  });
  innermost.end_recording();
  auto of_innermost = innermost.finalize();
  inner.begin_recording(q);
  q.ext_oneapi_graph(of_innermost);
  inner.end_recording();
  auto of_inner = inner.finalize();
  outer.begin_recording(q);
  q.submit([&](handler &h) {
    accessor o{other, h, read_only};
    accessor s{shared, h, write_only};
    h.parallel_for<K<10>>(range{64}, [=](id<1> i) { s[i] = o[i]; });
  });
  q.ext_oneapi_graph(of_inner);
  q.submit([&](handler &h) {
    accessor s{shared, h, read_only};
    accessor o{other, h, write_only};
    h.parallel_for<K<12>>(range{64}, [=](id<1> i) { o[i] = s[i]; });
  });
  outer.end_recording();
  auto e = outer.finalize(pg::require_fusion());
}
// CHECK: {{^}}region recorded [[#]]-[[#]] no_barriers
// CHECK-NEXT: submit K<10> {{.*}}; s=shared o=other
// CHECK-NEXT: submit K<11> {{.*}}; s=shared
// CHECK-NEXT: submit K<12> {{.*}}; o=other s=shared
// CHECK: {{^}}region required [[#]]-[[#]] no_barriers
// CHECK-NEXT: submit K<1>
// CHECK-NEXT: submit K<2>
// CHECK: {{^}}region required.2 [[#]]-[[#]] no_barriers
// CHECK-NEXT: submit K<3>
// CHECK-NEXT: submit K<4>
// CHECK: {{^}}region required.3 [[#]]-[[#]] no_barriers
// CHECK-NEXT: submit K<1>
// CHECK-NEXT: submit K<2>
// CHECK-NEXT: submit K<3>
// CHECK-NEXT: submit K<4>
// CHECK: regions{{$}}
