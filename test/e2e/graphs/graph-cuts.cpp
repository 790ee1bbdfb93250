// Graphs are cut where the ND-range of a kernel does not fit: by the build, through a job folder, and by the JIT worker.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: target-native
// RUN: %sycl_cxx -O1 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o 2>&1 | FileCheck-22 %s --allow-empty --check-prefix=BUILD
// BUILD-NOT: error:
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// CHECK: ranges: 2 aot
// CHECK-NEXT: ranges: 2 aot
// CHECK: mirrored: 2 aot
// CHECK-NEXT: mirrored: 2 aot
// CHECK: required: refused
// CHECK: all results right
// RUN: rm -rf %t.jobs && sycl-fuse build --job-dir=%t.jobs %t.o -o %t.first.o && cmp %t.first.o %t.fusion.o
// RUN: sycl-fuse build --job-dir=%t.jobs %t.o -o %t.again.o && cmp %t.again.o %t.fusion.o
// RUN: env SYCL_FUSE_JIT=sync SYCL_FUSE_CACHE_DIR=%t.cache %t | FileCheck-22 %s --check-prefix=JIT
// JIT: hidden ranges: 2 jit
// JIT-NEXT: hidden ranges: 2 jit
// JIT: hidden mirrored: 2 jit
// JIT-NEXT: hidden mirrored: 2 jit
// JIT: all results right
// RUN: env SYCL_FUSE=off %t | FileCheck-22 %s --check-prefix=OFF
// OFF: required: switched off
// OFF: all results right
#include "graph_kernels.hpp"

using namespace sycl;
using e2e::executable, e2e::lives, e2e::mirror, e2e::n;
namespace x = sycl::ext::oneapi::experimental;
namespace p = x::property;

namespace {

template <int> struct Step;
template <int> struct Group;

void print(const char *name, const executable &e) {
  for (const auto &part : ext::syclfuse::parts_of(e))
    std::printf("%s: %zu %s\n", name, part.nodes.size(), to_string(part.outcome));
}
template <int I> void step(queue &q, buffer<int> &to) {
  q.submit([&](handler &h) {
    accessor a(to, h, read_write);
    h.parallel_for<Step<I>>(range<1>(n), [=](id<1> i) { a[i] = a[i] * 3 + I; });
  });
}
// Work-groups that are not those of the others.
template <int I> void group(queue &q, int *to, std::size_t size) {
  q.submit([&](handler &h) {
    local_accessor<int> l(range<1>(size), h);
    h.parallel_for<Group<I>>(nd_range<1>(n, size), [=](nd_item<1> i) {
      const std::size_t me = i.get_local_id(0);
      l[me] = to[i.get_global_id(0)];
      group_barrier(i.get_group());
      to[i.get_global_id(0)] += l[me] + I;
    });
  });
}

volatile int once = 1; // a loop that is not known when it is built

struct data {
  queue q{property::queue::in_order()};
  int *p = malloc_shared<int>(n, q);
  std::vector<int> in = std::vector<int>(n);
  buffer<int> a{in.data(), range<1>(n)}, b{range<1>(n)};
  data() {
    for (std::size_t i = 0; i < n; ++i)
      p[i] = in[i] = static_cast<int>(i);
    a.set_write_back(false);
  }
  ~data() { free(p, q); }
  bool has(int factor, int more) {
    host_accessor got(b, read_only);
    for (std::size_t i = 0; i < n; ++i)
      if (got[i] != static_cast<int>(n - 1 - i) * factor + more)
        return false;
    return true;
  }
  bool groups_have(int more) {
    for (std::size_t i = 0; i < n; ++i)
      if (p[i] != static_cast<int>(i) * 16 + more)
        return false;
    return true;
  }
};

// Groups of 10, then of 8.
void ranges() {
  data d;
  x::command_graph<> g(d.q, lives);
  g.begin_recording(d.q);
  group<0>(d.q, d.p, 10);
  group<1>(d.q, d.p, 10);
  group<2>(d.q, d.p, 8);
  group<3>(d.q, d.p, 8);
  g.end_recording();
  executable e = g.finalize({p::graph::enable_fusion(), p::graph::insert_barriers()});
  d.q.ext_oneapi_graph(e).wait();
  print("ranges", e);
  e2e::expect("ranges", d.groups_have((1 * 2 + 2) * 2 + 3));
}

// Sequences that only the run knows.
void hidden() {
  data d;
  x::command_graph<> groups(d.q), steps(d.q, lives);
  groups.begin_recording(d.q);
  for (int i = 0; i < once; ++i)
    group<3>(d.q, d.p, 8);
  group<2>(d.q, d.p, 8);
  group<1>(d.q, d.p, 10);
  group<0>(d.q, d.p, 10);
  groups.end_recording();
  steps.begin_recording(d.q);
  for (int i = 0; i < once; ++i)
    step<1>(d.q, d.a);
  step<0>(d.q, d.a);
  mirror<2>(d.q, d.a, d.b);
  step<1>(d.q, d.b);
  steps.end_recording();
  executable first = groups.finalize({p::graph::enable_fusion(), p::graph::insert_barriers()}),
             second = steps.finalize(p::graph::enable_fusion());
  d.q.ext_oneapi_graph(first);
  d.q.ext_oneapi_graph(second).wait();
  print("hidden ranges", first);
  print("hidden mirrored", second);
  e2e::expect("hidden", d.groups_have(((3 * 2 + 2) * 2 + 1) * 2) && d.has(27, (3 + 2) * 3 + 1));
}

void mirrored() {
  data d;
  x::command_graph<> g(d.q, lives);
  g.begin_recording(d.q);
  step<0>(d.q, d.a);
  step<1>(d.q, d.a);
  mirror<2>(d.q, d.a, d.b);
  step<3>(d.q, d.b);
  g.end_recording();
  executable e = g.finalize(p::graph::enable_fusion());
  d.q.ext_oneapi_graph(e).wait();
  print("mirrored", e);
  e2e::expect("mirrored", d.has(27, (1 + 2) * 3 + 3));
  try {
    g.finalize(p::graph::require_fusion());
  } catch (const exception &refused) {
    std::printf("required: %s\n", refused.code() == errc::feature_not_supported  ? "switched off"
                                  : refused.code() == errc::kernel_not_supported ? "refused"
                                                                                 : "?");
  }
}

} // namespace

int main() {
  ranges();
  hidden();
  mirrored();
  return e2e::finish();
}
