// Graphs whose kernels cannot all be one run as a few fused kernels, and say what became of each.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: target-native
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o 2>&1 | FileCheck-22 %s --check-prefix=BUILD
// BUILD: warning: kernel '{{.*}}Mirror<2>' is not fused with '{{.*}}Step<1>'
// BUILD-NOT: error:
// BUILD-NOT: 'several' is internalized
// BUILD: remark: argument 'tmp' of 'several (kernels 1 to 2)' is internalized to private memory
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t %t.dot %t.child.dot | FileCheck-22 %s
// RUN: env SYCL_FUSE_CHECK=1 %t %t.dot %t.child.dot 2>&1 | FileCheck-22 %s --check-prefix=SAME
// SAME-NOT: SF6172
// SAME: all results right
// CHECK: one: 2 aot none tmp 4000
// CHECK: several: 2 aot none tmp 4000
// CHECK-NEXT: several: 2 aot none
// CHECK: scopes: 2 aot none scoped 4000
// CHECK: pointers: 2 aot none between 4000
// CHECK-NEXT: groups: 2 aot none between 3996
// CHECK-NEXT: copied: 3 aot none{{$}}
// CHECK: hidden: 2 aot-generic promoted_buffer_aliased
// CHECK: child: 2 aot none tmp 4000
// CHECK-NEXT: child: 1 unfused none
// CHECK-NEXT: nodes of the child: 2
// CHECK: all results right
// RUN: FileCheck-22 %s --check-prefix=PICTURE < %t.dot
// PICTURE: digraph graph_
// PICTURE-NEXT: subgraph cluster_0 {
// PICTURE-NEXT: label="one kernel: aot\ntmp: 4000 bytes in registers";
// PICTURE-NEXT: n0 [label="ID = 0\nTYPE = kernel\nNAME = {{.*}}Step<0>{{.*}}"];
// PICTURE-NEXT: n1 [label="ID = 1\nTYPE = kernel
// PICTURE-NEXT: }
// PICTURE-NEXT: n0 -> n1;
// RUN: FileCheck-22 %s --check-prefix=CHILD < %t.child.dot
// CHILD: n1 [label="ID = 1\nTYPE = kernel
// CHILD-NEXT: subgraph cluster_graph_0 {
// CHILD-NEXT: label="graph";
// CHILD-NEXT: n0 [label="ID = 0\nTYPE = subgraph"];
// CHILD-NEXT: subgraph cluster_0_0 {
// CHILD-NEXT: label="one kernel: aot\ntmp: 4000 bytes in registers";
// CHILD-NEXT: n0_0 [label="ID = 0\nTYPE = kernel
// CHILD-NEXT: n0_1 [label="ID = 1\nTYPE = kernel
// CHILD-NEXT: }
// CHILD-NEXT: n0_0 -> n0_1;
// CHILD-NEXT: }
// CHILD-NEXT: n0 -> n1;
#include "graph_kernels.hpp"

#include <cstdlib>

using namespace sycl;
using e2e::executable, e2e::lives, e2e::mirror, e2e::n;
namespace x = sycl::ext::oneapi::experimental;
namespace p = x::property;

namespace {

template <int> struct Step;

template <int I> void step(queue &q, buffer<int> &from, buffer<int> &to) {
  q.submit([&](handler &h) {
    accessor in(from, h, read_only);
    accessor tmp(to, h, write_only, no_init);
    h.parallel_for<Step<I>>(range<1>(n), [=](id<1> i) { tmp[i] = in[i] * 3 + I; });
  });
}

void print(const char *name, const executable &e) {
  for (const auto &part : ext::syclfuse::parts_of(e)) {
    std::printf("%s: %zu %s %s", name, part.nodes.size(), to_string(part.outcome), to_string(part.reason));
    for (const auto &kept : part.kept)
      std::printf(" %s %zu", kept.accessor.c_str(), kept.bytes);
    std::printf("\n");
  }
}

struct data {
  std::vector<int> in = e2e::random_values<int>(n, 1);
  buffer<int> first{in.data(), range<1>(n)}, a{range<1>(n), {p::fusion_internal_memory()}},
      b{range<1>(n), {p::fusion_internal_memory()}}, c{range<1>(n)}, d{range<1>(n)};
  data() { first.set_write_back(false); }
};

void one(const char *picture) {
  data all;
  queue q;
  x::command_graph<> g(q, lives);
  g.begin_recording(q);
  step<0>(q, all.first, all.a);
  step<1>(q, all.a, all.c);
  g.end_recording();
  executable e = g.finalize(p::graph::enable_fusion());
  q.ext_oneapi_graph(e).wait();
  print("one", e);
  if (picture)
    e.print_graph(picture);
  host_accessor got(all.c, read_only);
  bool right = true;
  for (std::size_t i = 0; i < n; ++i)
    right &= got[i] == all.in[i] * 9 + 1;
  e2e::expect("one", right);
}

// The third kernel needs all of the second: two and two. What is in registers within a part stays there.
void several() {
  data all;
  queue q;
  x::command_graph<> g(q, lives);
  g.begin_recording(q);
  step<0>(q, all.first, all.a);
  step<1>(q, all.a, all.b);
  mirror<2>(q, all.b, all.c);
  step<3>(q, all.c, all.d);
  g.end_recording();
  executable e = g.finalize(p::graph::enable_fusion());
  for (int i = 0; i < 3; ++i)
    q.ext_oneapi_graph(e);
  print("several", e);
  host_accessor got(all.d, read_only);
  bool right = true;
  for (std::size_t i = 0; i < n; ++i)
    right &= got[i] == ((all.in[n - 1 - i] * 3 + 0) * 3 + 1 + 2) * 3 + 3;
  e2e::expect("several", right);
}

// Each kernel promises something else of the buffer, which both write before they read: what is left is to be proved.
void scopes() {
  data all;
  buffer<int> between{range<1>(n)};
  queue q;
  x::command_graph<> g(q, lives);
  g.begin_recording(q);
  q.submit([&](handler &h) {
    accessor in(all.first, h, read_only);
    accessor scoped(between, h, write_only, {p::fusion_internal_memory(), p::access_scope_work_item(), no_init});
    accessor out(all.c, h, write_only, no_init);
    h.parallel_for<Step<10>>(range<1>(n), [=](id<1> i) { out[i] = (scoped[i] = in[i] * 3) + 1; });
  });
  q.submit([&](handler &h) {
    accessor in(all.c, h, read_only);
    accessor scoped(between, h, write_only, {p::fusion_internal_memory(), p::access_scope_work_group(), no_init});
    accessor out(all.d, h, write_only, no_init);
    h.parallel_for<Step<11>>(range<1>(n), [=](id<1> i) { out[i] = (scoped[i] = in[i] * 5) + 2; });
  });
  g.end_recording();
  executable e = g.finalize(p::graph::enable_fusion());
  q.ext_oneapi_graph(e).wait();
  print("scopes", e);
  host_accessor got(all.d, read_only);
  bool right = true;
  for (std::size_t i = 0; i < n; ++i)
    right &= got[i] == (all.in[i] * 3 + 1) * 5 + 2;
  e2e::expect("scopes", right);
}

// Memory that an annotated_ptr says is internal to the graph: what was there before is still there if no kernel has
// written to it, as kernels do that run one by one for comparison.
const bool compared = std::getenv("SYCL_FUSE_CHECK");

struct allocations {
  static constexpr int untouched = -7;
  std::vector<int> in = e2e::random_values<int>(n, 2);
  queue q;
  int *tmp = malloc_shared<int>(n, q), *from = malloc_shared<int>(n, q), *to = malloc_shared<int>(n, q),
      *copy = malloc_shared<int>(n, q);
  x::command_graph<> g{q};
  allocations() {
    std::copy(in.begin(), in.end(), from);
    std::fill_n(tmp, n, untouched);
  }
  ~allocations() {
    for (int *p : {tmp, from, to, copy})
      sycl::free(p, q);
  }
  // Out of memory, by one fused kernel.
  static bool kept(const executable &e) {
    const auto parts = ext::syclfuse::parts_of(e);
    return !parts.front().kept.empty() && !compared;
  }
  void check(const char *what, int times, int plus) {
    executable e = g.finalize(p::graph::enable_fusion());
    q.ext_oneapi_graph(e).wait();
    print(what, e);
    const bool is_kept = kept(e);
    bool right = true;
    for (std::size_t i = 0; i < n; ++i)
      right &= to[i] == in[i] * times + plus && (!is_kept || tmp[i] == untouched);
    e2e::expect(what, right);
  }
};

void pointers() {
  allocations a;
  const int *from = a.from;
  int *to = a.to;
  x::annotated_ptr between(a.tmp, p::fusion_internal_memory());
  x::node first =
      a.g.add([&](handler &h) { h.parallel_for<Step<20>>(range<1>(n), [=](id<1> i) { between[i] = from[i] * 3; }); });
  a.g.add([&](handler &h) { h.parallel_for<Step<21>>(range<1>(n), [=](id<1> i) { to[i] = between[i] + 4; }); },
          p::node::depends_on(first));
  a.check("pointers", 3, 4);
}

// In local memory, as it is promised that no other group uses an element.
void groups() {
  constexpr std::size_t local = 27, items = n / local * local;
  queue q;
  int *tmp = malloc_shared<int>(items, q), *to = malloc_shared<int>(items, q);
  std::fill_n(tmp, items, allocations::untouched);
  x::command_graph<> g{q};
  using p::access_scope_work_group, p::fusion_internal_memory;
  x::annotated_ptr between(tmp, access_scope_work_group(), fusion_internal_memory(), no_init);
  const nd_range<1> shape{items, local};
  x::node first = g.add([&](handler &h) {
    h.parallel_for<Step<22>>(
        shape, [=](nd_item<1> i) { between[i.get_global_id(0)] = static_cast<int>(i.get_global_id(0)) * 5; });
  });
  g.add(
      [&](handler &h) {
        h.parallel_for<Step<23>>(shape, [=](nd_item<1> i) {
          to[i.get_global_id(0)] = between[i.get_group(0) * local + (local - 1 - i.get_local_id(0))];
        });
      },
      p::node::depends_on(first));
  executable e = g.finalize({p::graph::enable_fusion(), p::graph::insert_barriers()});
  q.ext_oneapi_graph(e).wait();
  print("groups", e);
  const bool is_kept = allocations::kept(e);
  bool right = true;
  for (std::size_t i = 0; i < items; ++i)
    right &= (!is_kept || tmp[i] == allocations::untouched) &&
             to[i] == static_cast<int>(i / local * local + local - 1 - i % local) * 5;
  e2e::expect("groups", right);
  sycl::free(tmp, q);
  sycl::free(to, q);
}

// A copy of the graph, which is fused too, reads it: it stays in memory.
void copied() {
  allocations a;
  const int *from = a.from;
  int *tmp = a.tmp, *to = a.to, *copy = a.copy;
  x::annotated_ptr between(tmp, p::fusion_internal_memory());
  x::node first =
      a.g.add([&](handler &h) { h.parallel_for<Step<24>>(range<1>(n), [=](id<1> i) { between[i] = from[i] * 6; }); });
  x::node second =
      a.g.add([&](handler &h) { h.parallel_for<Step<25>>(range<1>(n), [=](id<1> i) { to[i] = between[i] + 7; }); },
              p::node::depends_on(first));
  a.g.add([&](handler &h) { h.memcpy(copy, tmp, n * sizeof(int)); }, p::node::depends_on(second));
  a.check("copied", 6, 7);
  bool right = true;
  for (std::size_t i = 0; i < n; ++i)
    right &= copy[i] == a.in[i] * 6;
  e2e::expect("copy", right);
}

// That a plain pointer leads there too shows in the run alone.
int *volatile elsewhere = nullptr;

void hidden() {
  allocations a;
  const int *from = a.from;
  elsewhere = a.tmp;
  const int *same = elsewhere;
  int *to = a.to;
  x::annotated_ptr between(a.tmp, p::fusion_internal_memory());
  x::node first =
      a.g.add([&](handler &h) { h.parallel_for<Step<26>>(range<1>(n), [=](id<1> i) { between[i] = from[i] * 8; }); });
  a.g.add([&](handler &h) { h.parallel_for<Step<27>>(range<1>(n), [=](id<1> i) { to[i] = between[i] + same[i]; }); },
          p::node::depends_on(first));
  a.check("hidden", 16, 0);
}

// What is in another graph is told as well, as nodes of that one.
void child(const char *picture) {
  data all;
  queue q;
  x::command_graph<> inner(q, lives), outer(q, lives);
  inner.begin_recording(q);
  step<0>(q, all.first, all.a);
  step<1>(q, all.a, all.c);
  inner.end_recording();
  executable of_inner = inner.finalize(p::graph::enable_fusion());
  outer.begin_recording(q);
  q.ext_oneapi_graph(of_inner);
  mirror<2>(q, all.c, all.d);
  outer.end_recording();
  executable e = outer.finalize(p::graph::enable_fusion());
  q.ext_oneapi_graph(e).wait();
  print("child", e);
  if (picture)
    e.print_graph(picture);
  std::size_t of_child = 0;
  for (const auto &part : ext::syclfuse::parts_of(e))
    for (const x::node &node : part.nodes)
      for (const x::node &known : inner.get_nodes())
        of_child += node == known;
  std::printf("nodes of the child: %zu\n", of_child);
  host_accessor got(all.d, read_only);
  bool right = true;
  for (std::size_t i = 0; i < n; ++i)
    right &= got[i] == all.in[n - 1 - i] * 9 + 1 + 2;
  e2e::expect("child", right);
}

} // namespace

int main(int count, char **arguments) {
  one(count > 1 ? arguments[1] : nullptr);
  several();
  scopes();
  pointers();
  groups();
  copied();
  hidden();
  child(count > 2 ? arguments[2] : nullptr);
  return e2e::finish();
}
