// Which kernels of a graph are one region: those between which nothing else has to run, in the order in which the runtime has them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %record %s 2>&1 | FileCheck-22 %s --check-prefix=SAYS --allow-empty
// SAYS-NOT: warning:
// RUN: %summary %t.json | grep -vE '^  (buffer|nd_range)' | FileCheck-22 %s --implicit-check-not=region
#include "fusion.hpp"

namespace x = sycl::ext::oneapi::experimental;
namespace pg = x::property::graph;
using graph = x::command_graph<>;
using executable = x::command_graph<x::graph_state::executable>;
using x::property::node::depends_on;
template <int> struct K {};
template <int I> void put(handler &h, int *p) {
  h.single_task<K<I>>([=] { *p += I; });
}

static void step(graph &g, int *p) {
  g.add([&](handler &h) { put<6>(h, p); });
}

// A copy that the first kernel waits for comes before both; the second host task parts the kernels.
void between(queue &q, int *p, int *from) {
  graph g(q);
  auto a = g.add([&](handler &h) { put<12>(h, p); });
  auto copy = g.add([&](handler &h) { h.memcpy(static_cast<void *>(p), from, 4); });
  auto b = g.add([&](handler &h) { put<13>(h, p); }, {depends_on(a, copy)});
  auto task = g.add(
      [&](handler &h) {
        h.depends_on(sycl::event());
        h.host_task([] {});
      },
      depends_on(b));
  auto c = g.add([&](handler &h) { put<14>(h, p); }, depends_on(task));
  auto d = g.add([&](handler &h) { put<15>(h, p); }, depends_on(b));
  auto f = g.add([&](handler &h) { put<16>(h, p); }, depends_on(c));
  auto e = g.finalize(pg::enable_fusion());
}

// The same by the order of a queue, by events and by buffers.
void in_order(int *p, buffer<int> &b) {
  queue q{property::queue::in_order()}, free;
  graph g(q), h(free);
  g.begin_recording(q);
  q.single_task<K<17>>([=] { *p = 1; });
  q.single_task<K<18>>([=] { *p = 2; });
  q.memset(static_cast<void *>(p), 0, 4);
  q.single_task<K<19>>([=] { *p = 3; });
  g.end_recording();
  auto e = g.finalize(pg::enable_fusion());
  h.begin_recording(free);
  free.submit([&](handler &c) {
    accessor a(b, c, write_only, no_init);
    c.parallel_for<K<20>>(64, [=](id<1> i) { a[i] = 1; });
  });
  event done = free.submit([&](handler &c) {
    accessor a(b, c, read_write);
    c.parallel_for<K<21>>(64, [=](id<1> i) { a[i] += 1; });
  });
  free.submit([&](handler &c) {
    accessor a(b, c, read_only);
    c.copy(a, p);
  });
  free.submit([&](handler &c) {
    accessor a(b, c, read_write);
    c.parallel_for<K<22>>(64, [=](id<1> i) { a[i] += 2; });
  });
  free.submit([&](handler &c) {
    c.depends_on(done);
    c.single_task<K<23>>([=] { *p = 4; });
  });
  free.submit([&](handler &c) {
    accessor a(b, c, read_write);
    c.parallel_for<K<24>>(64, [=](id<1> i) { a[i] += 2; });
  });
  h.end_recording();
  auto two = h.finalize(pg::enable_fusion());
}

// What reductions end, and a fused graph in another one.
void parts(queue &q, int *p, int *sum) {
  graph g(q), outer(q);
  step(g, p);
  g.add([&](handler &h) {
    h.parallel_for<K<26>>(64, reduction(sum, plus<int>()), [=](id<1> i, auto &s) { s += p[i]; });
  });
  step(g, p);
  step(g, p);
  auto e = g.finalize(pg::enable_fusion());
  outer.begin_recording(q);
  q.single_task<K<27>>([=] { *p = 1; });
  q.ext_oneapi_graph(e);
  q.submit([&](handler &h) { h.ext_oneapi_graph(e); });
  q.single_task<K<28>>([=] { *p = 2; });
  outer.end_recording();
  auto f = outer.finalize(pg::enable_fusion());
}

// CHECK: {{^}}region between [[#]]-[[#]] no_barriers
// CHECK-NEXT: submit K<14>
// CHECK-NEXT: submit K<16>
// CHECK: {{^}}region between [[#]]-[[#]] no_barriers
// CHECK-NEXT: submit K<12>
// CHECK-NEXT: submit K<13>
// CHECK-NEXT: submit K<15>
// CHECK: {{^}}region in_order [[#]]-[[#]] no_barriers
// CHECK-NEXT: submit K<17>
// CHECK-NEXT: submit K<18>
// CHECK: {{^}}region in_order.2 [[#]]-[[#]] no_barriers
// CHECK-NEXT: submit K<20>
// CHECK-NEXT: submit K<21>
// CHECK-NEXT: submit K<23>
// CHECK: {{^}}region in_order.2 [[#]]-[[#]] no_barriers
// CHECK-NEXT: submit K<22>
// CHECK-NEXT: submit K<24>
// CHECK: {{^}}region parts [[#]]-[[#]] no_barriers
// CHECK-NEXT: submit K<6>
// CHECK-NEXT: submit K<6>
// CHECK: {{^}}region parts [[#]]-[[#]] no_barriers
// CHECK-NEXT: submit K<6>
// CHECK-NEXT: submit sycl::detail::reduction_elements<K<26>>
// CHECK: {{^}}region parts.2 [[#]]-[[#]] no_barriers
// CHECK-NEXT: submit K<27>
// CHECK-NEXT: submit K<28>
// CHECK: regions{{$}}
