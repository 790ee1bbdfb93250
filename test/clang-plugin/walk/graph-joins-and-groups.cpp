// Queues that join a recording because their commands wait for recorded ones record from then on; each function of a
// dynamic_command_group may be the active one.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %record %s 2>&1 | FileCheck-22 %s --check-prefix=SAYS --implicit-check-not=warning: --implicit-check-not=remark:
// RUN: %summary %t.json | grep -vE '^  (buffer|nd_range)' | FileCheck-22 %s --implicit-check-not=region
#include "fusion.hpp"

namespace x = sycl::ext::oneapi::experimental;
namespace pg = x::property::graph;
using graph = x::command_graph<>;
using x::property::node::depends_on;
template <int> struct K {};
template <int I> void put(handler &h, int *p) {
  h.single_task<K<I>>([=] { *p += I; });
}

// One after the other: each waits for a command of a queue that joined before.
void joined(int *p) {
  queue a, b, c;
  graph g(a);
  b.single_task<K<90>>([=] { *p += 1; });
  g.begin_recording(a);
  event first = a.submit([&](handler &h) { put<1>(h, p); });
  c.single_task<K<91>>([=] { *p += 1; }); // waits for nothing that is recorded
  event second = b.submit([&](handler &h) {
    h.depends_on(first);
    put<2>(h, p);
  });
  event third = c.single_task<K<3>>(second, [=] { *p += 3; });
  b.memset(static_cast<void *>(p), 0, 4);
  c.submit([&](handler &h) {
    h.depends_on({first, third});
    put<4>(h, p);
  });
  g.end_recording();
  c.single_task<K<92>>([=] { *p += 1; });
  auto e = g.finalize(pg::enable_fusion());
}

// An event of another graph's, or of none, joins nothing.
void apart(int *p) {
  queue a, b;
  graph g(a);
  event before = a.single_task<K<93>>([=] { *p += 1; });
  g.begin_recording(a);
  a.submit([&](handler &h) { put<5>(h, p); });
  b.single_task<K<94>>(before, [=] { *p += 1; });
  a.submit([&](handler &h) { put<6>(h, p); });
  g.end_recording();
  auto e = g.finalize(pg::enable_fusion());
}

void groups(queue &q, int *p) {
  graph g(q);
  x::dynamic_command_group either(g, {[&](handler &h) { put<11>(h, p); }, [&](handler &h) { put<12>(h, p); }});
  auto first = g.add([&](handler &h) { put<10>(h, p); });
  auto second = g.add(either, {depends_on(first)});
  auto e = g.finalize({pg::enable_fusion{}, pg::updatable{}});
  either.set_active_index(1);
  e.update(second);
}
// SAYS: :[[#]]:19: remark: this fusion region has 2 sequences of kernels, as this dynamic_command_group decides at run time; each is recorded [SF1040]

// The functions in variables.
void functions(queue &q, int *p) {
  graph g(q);
  auto one = [&](handler &h) { put<14>(h, p); };
  std::function<void(handler &)> two = [&](handler &h) { put<15>(h, p); };
  const std::vector<std::function<void(handler &)>> all{one, two};
  x::dynamic_command_group either(g, all);
  g.add(either);
  g.add([&](handler &h) { put<13>(h, p); }, x::property::node::depends_on_all_leaves());
  auto e = g.finalize(pg::enable_fusion());
}
// SAYS: :[[#]]:5: remark: this fusion region has 2 sequences of kernels, as this dynamic_command_group decides

// Which ones a run decides.
void unseen(queue &q, int *p, const std::vector<std::function<void(handler &)>> &all) {
  graph g(q);
  x::dynamic_command_group any(g, all);
  g.add([&](handler &h) { put<16>(h, p); });
  g.add(any);
  auto e = g.finalize(pg::enable_fusion());
}
// SAYS: warning: 'add' may submit kernels
// CHECK: {{^}}region apart [[#]]-[[#]] no_barriers
// CHECK-NEXT: submit K<5>
// CHECK-NEXT: submit K<6>
// CHECK: {{^}}region functions [[#]]-[[#]] no_barriers
// CHECK-NEXT: submit K<15>
// CHECK-NEXT: submit K<13>
// CHECK: {{^}}region functions [[#]]-[[#]] no_barriers
// CHECK-NEXT: submit K<14>
// CHECK-NEXT: submit K<13>
// CHECK: {{^}}region groups [[#]]-[[#]] no_barriers
// CHECK-NEXT: submit K<10>
// CHECK-NEXT: submit K<11>
// CHECK: {{^}}region groups [[#]]-[[#]] no_barriers
// CHECK-NEXT: submit K<10>
// CHECK-NEXT: submit K<12>
// CHECK: {{^}}region joined [[#]]-[[#]] no_barriers
// CHECK-NEXT: submit K<1>
// CHECK-NEXT: submit K<2>
// CHECK-NEXT: submit K<3>
// CHECK-NEXT: submit K<4>
// CHECK: {{^}}open region unseen [[#]]-[[#]] no_barriers
// CHECK-NEXT: open call line [[#]]: 1+0 add
// CHECK-NEXT: submit K<16>
// CHECK: regions{{$}}
