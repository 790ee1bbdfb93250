// Graphs become regions when they are finalized with fusion, however they are built.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %record %s 2>&1 | FileCheck-22 %s --check-prefix=SAYS --implicit-check-not=warning: --implicit-check-not=remark:
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

void recorded(queue &q, int *p) {
  graph g(q);
  q.submit([&](handler &h) { put<90>(h, p); }); // not recorded
  g.begin_recording(q);
  q.submit([&](handler &h) { put<1>(h, p); });
  q.single_task<K<2>>([=] { *p += 2; });
  g.end_recording();
  q.submit([&](handler &h) { put<91>(h, p); });
  auto none = g.finalize();
  auto e = g.finalize(pg::enable_fusion());
  while (p)
    q.ext_oneapi_graph(e);
}

// An edge to a node that was added before; a list of properties that is a variable.
void added(queue &q, int *p) {
  graph g(q.get_context(), q.get_device(), {pg::no_cycle_check{}});
  auto a = g.add([&](handler &h) { put<3>(h, p); });
  auto last = g.add([&](handler &h) { put<5>(h, p); });
  for (int i = 0; i < 2; ++i) {
    auto b = g.add([&](handler &h) { put<4>(h, p); }, {depends_on(a)});
    g.make_edge(b, last);
  }
  const property_list both{pg::require_fusion{}, pg::insert_barriers{}};
  auto e = g.finalize(both);
}

// Helpers that are given the graph, and one that gives it back; more nodes after it was finalized.
void step(graph &g, int *p) {
  g.add([&](handler &h) { put<6>(h, p); });
}
executable finish(const graph &g) { return g.finalize(pg::enable_fusion()); }
graph make(queue &q) {
  graph g(q);
  return g;
}
void helpers(queue &q, int *p) {
  auto g = make(q);
  step(g, p);
  step(g, p);
  auto two = finish(g), same = finish(g);
  step(g, p);
  auto three = finish(g);
}

// A class that owns its graph, and queues.
class pipeline {
public:
  explicit pipeline(int *p) : p(p) {
    g.begin_recording(q);
    g.begin_recording(std::vector<queue>{other});
    q.submit([&](handler &h) { put<7>(h, p); });
    other.submit([&](handler &h) { put<8>(h, p); });
    g.end_recording(other);
    other.submit([&](handler &h) { put<92>(h, p); });
  }
  void more() {
    q.submit([&](handler &h) { put<9>(h, p); });
    g.end_recording();
  }
  executable finish() const { return g.finalize(pg::enable_fusion()); }

private:
  int *p;
  queue q, other;
  graph g{q.get_context(), q.get_device()};
};
void classes(int *p) {
  pipeline a(p);
  a.more();
  auto e = a.finish();
}

// Made elsewhere.
executable given(graph &g, queue &q, int *p) {
  g.begin_recording(q);
  q.submit([&](handler &h) { put<10>(h, p); });
  q.submit([&](handler &h) { put<11>(h, p); });
  g.end_recording(q);
  return g.finalize({pg::enable_fusion{}});
}

// One sequence each.
void conditions(queue &q, int *p, bool more) {
  graph g(q);
  step(g, p);
  if (more)
    g.add([&](handler &h) { put<25>(h, p); });
  step(g, p);
  auto e = g.finalize(pg::enable_fusion());
  if (*p)
    return;
  q.ext_oneapi_graph(e);
}

void unseen(graph &);
void loops(queue &q, int *p, int n) {
  graph g(q), h(q), k(q);
  for (int i = 0; i < n; ++i)
    step(g, p);
  auto e = g.finalize(pg::enable_fusion());
  step(h, p);
  unseen(h);
  step(h, p);
  auto f = h.finalize(pg::enable_fusion());
  for (int i = 0; i < n; ++i) {
    graph inner(q);
    step(inner, p);
    step(inner, p);
    auto e = inner.finalize(pg::enable_fusion());
  }
}

// Graphs behind pointers, in aggregates and in lambdas.
struct holder {
  queue q;
  graph g{q.get_context(), q.get_device()};
  std::optional<executable> e;
};
void held(int *p) {
  holder h;
  auto add = [&](auto name) { h.q.submit([&](handler &c) { c.single_task<decltype(name)>([=] { *p += 1; }); }); };
  h.g.begin_recording(h.q);
  add(K<29>());
  add(K<30>());
  h.g.end_recording();
  h.e = h.g.finalize(pg::enable_fusion());
  auto g = std::make_unique<graph>(h.q);
  step(*g, p);
  g->add([&](handler &c) { put<31>(c, p); });
  h.e.emplace(g->finalize(pg::enable_fusion()));
}
// SAYS: :[[#]]:3: remark: this fusion region has 2 sequences of kernels, as this if decides at run time; each is recorded [SF1040]
// SAYS: note: the graph is finalized here
// SAYS: warning: the sequence of kernels of this fusion region depends on run-time values [SF1005]
// SAYS: note: the submission in this loop is here
// SAYS: note: the graph is made here
// SAYS: warning: 'unseen' may submit kernels in a fusion region, but what it does cannot be seen here [SF1009]
// CHECK: {{^}}region added [[#]]-[[#]]
// CHECK-NEXT: submit K<3>
// CHECK-NEXT: submit K<4>
// CHECK-NEXT: submit K<4>
// CHECK-NEXT: submit K<5>
// CHECK: {{^}}region conditions [[#]]-[[#]] no_barriers
// CHECK-NEXT: submit K<6>
// CHECK-NEXT: submit K<6>
// CHECK: {{^}}region conditions [[#]]-[[#]] no_barriers
// CHECK-NEXT: submit K<6>
// CHECK-NEXT: submit K<25>
// CHECK-NEXT: submit K<6>
// CHECK: {{^}}region finish [[#]]-[[#]] no_barriers
// CHECK-NEXT: submit K<6>
// CHECK-NEXT: submit K<6>
// CHECK-NEXT: submit K<6>
// CHECK: {{^}}region finish [[#]]-[[#]] no_barriers
// CHECK-NEXT: submit K<6>
// CHECK-NEXT: submit K<6>
// CHECK: {{^}}region given [[#]]-[[#]] no_barriers
// CHECK-NEXT: submit K<10>
// CHECK-NEXT: submit K<11>
// CHECK: {{^}}region held [[#]]-[[#]] no_barriers
// CHECK-NEXT: submit K<29>
// CHECK-NEXT: submit K<30>
// CHECK: {{^}}region held.2 [[#]]-[[#]] no_barriers
// CHECK-NEXT: submit K<6>
// CHECK-NEXT: submit K<31>
// CHECK: {{^}}region loops.3 [[#]]-[[#]] no_barriers
// CHECK-NEXT: submit K<6>
// CHECK-NEXT: submit K<6>
// CHECK: {{^}}region pipeline::finish [[#]]-[[#]] no_barriers
// CHECK-NEXT: submit K<7>
// CHECK-NEXT: submit K<8>
// CHECK-NEXT: submit K<9>
// CHECK: {{^}}region recorded [[#]]-[[#]] no_barriers
// CHECK-NEXT: submit K<1>
// CHECK-NEXT: submit K<2>
// CHECK: {{^}}open region loops [[#]]-[[#]] no_barriers
// CHECK-NEXT: open loop line [[#]]: 0+1
// CHECK-NEXT: submit K<6>
// CHECK: {{^}}open region loops.2 [[#]]-[[#]] no_barriers
// CHECK-NEXT: open call line [[#]]: 1+0 unseen
// CHECK-NEXT: submit K<6>
// CHECK-NEXT: submit K<6>
// CHECK: regions{{$}}
