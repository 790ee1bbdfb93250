// Graphs that the source shows are built ahead of time, through all doors the same kernel: recorded, added, in fusion mode.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: target-native
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --require %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: env SYCL_FUSE_STATS=1 %t 2> %t.stats | FileCheck-22 %s
// CHECK: all results right
// RUN: FileCheck-22 %s --check-prefix=STATS < %t.stats
// A part of a buffer that the copy of the whole reads: the kernels behind the copy are fused without it.
// STATS: {{^}}total 16 15 0 0 1 - buffers_aliased 1
// DEFINE: %{code} = llvm-objcopy-22 %t.fusion.o /dev/null --dump-section .text.sycl_fuse_
// DEFINE: %{of} = _specialized_1000_internalized.%native_level=%t
// RUN: %{code}added%{of}.added && %{code}fusion_mode%{of}.mode && cmp %t.added %t.mode
// One of two graphs with the same kernels is built.
// RUN: sycl-fuse plan %t.o | FileCheck-22 %s --check-prefix=PLAN --implicit-check-not=recorded.
// PLAN: "id": "added.specialized-1000.internalized.native
// RUN: sycl-fuse plan --region-off=added %t.o | FileCheck-22 %s --check-prefix=OTHER
// OTHER: "id": "recorded.specialized-1000.internalized.native
// RUN: sycl-fuse inspect %t.o | grep -E "region (recorded|added|fusion_mode)" | sed "s/.*signature/signature/" | sort -u | count 1
#include "e2e.hpp"

#include <functional>
#include <optional>

using namespace sycl;
namespace x = sycl::ext::oneapi::experimental;
namespace p = x::property;
using graph = x::command_graph<>;
using executable = x::command_graph<x::graph_state::executable>;

namespace {

constexpr std::size_t n = 1000;

struct scale {
  accessor<int, 1, access_mode::read> in;
  accessor<int, 1, access_mode::write> out;
  void operator()(id<1> i) const { out[i] = in[i] * 3; }
};
struct add_one {
  accessor<int, 1, access_mode::read> in;
  accessor<int, 1, access_mode::read_write> out;
  void operator()(id<1> i) const { out[i] += in[i] + 1; }
};

// out += 3 * in + 1, each time that it is run.
struct data {
  std::vector<int> in = e2e::random_values<int>(n, 1), out = e2e::random_values<int>(n, 2), wanted = out;
  buffer<int> bin{in.data(), range<1>(n)}, bout{out.data(), range<1>(n)};
  buffer<int> tmp{range<1>(n), {p::fusion_internal_memory()}};
  data() {
    bin.set_write_back(false);
    bout.set_write_back(false);
  }
  void first(handler &h) {
    h.parallel_for(range<1>(n), scale{accessor(bin, h, read_only), accessor(tmp, h, write_only, no_init)});
  }
  void second(handler &h) {
    h.parallel_for(range<1>(n), add_one{accessor(tmp, h, read_only), accessor(bout, h, read_write)});
  }
  void check(const char *what, int times) {
    for (int t = 0; t < times; ++t)
      for (std::size_t i = 0; i < n; ++i)
        wanted[i] += in[i] * 3 + 1;
    host_accessor a(bout, read_only);
    e2e::expect_equal(what, std::vector<int>(a.begin(), a.end()), wanted);
  }
};
const property_list lives{p::graph::assume_buffer_outlives_graph()};

void recorded() {
  data d;
  queue q;
  graph g(q, lives);
  g.begin_recording(q);
  q.submit([&](handler &h) { d.first(h); });
  q.submit([&](handler &h) { d.second(h); });
  g.end_recording();
  executable e = g.finalize(p::graph::require_fusion());
  for (int i = 0; i < 3; ++i)
    q.ext_oneapi_graph(e);
  d.check("recorded", 3);
}

void added() {
  data d;
  queue q;
  graph g(q, lives);
  x::node a = g.add([&](handler &h) { d.first(h); });
  g.add([&](handler &h) { d.second(h); }, p::node::depends_on(a));
  executable e = g.finalize(p::graph::require_fusion());
  q.ext_oneapi_graph(e);
  d.check("added", 1);
}

void fusion_mode() {
  data d;
  queue q = e2e::make_queue();
  e2e::fusion_wrapper fw(q);
  fw.start_fusion();
  q.submit([&](handler &h) { d.first(h); });
  q.submit([&](handler &h) { d.second(h); });
  fw.complete_fusion({e2e::fusion::property::no_barriers()});
  d.check("fusion mode", 1);
}

// A class that owns its graph, records it in several methods and to two queues, and adds to it in a loop.
class simulation {
public:
  simulation() { a = malloc_shared<int>(n, q), b = malloc_shared<int>(n, q); }
  ~simulation() {
    free(a, q);
    free(b, q);
  }
  void run() {
    start();
    for (int round = 0; round < 3; ++round)
      step();
    g.end_recording();
    e = g.finalize({p::graph::enable_fusion(), p::graph::insert_barriers()});
    q.ext_oneapi_graph(*e).wait();
    bool right = true;
    for (std::size_t i = 0; i < n; ++i)
      right &= a[i] == static_cast<int>(i) * 8 + 7 && b[i] == a[i] + 1;
    e2e::expect("simulation", right);
  }

private:
  void start() {
    g.begin_recording({q, other});
    last = q.submit([&](handler &h) {
      h.parallel_for<class Start>(range<1>(n), [a = a](id<1> i) { a[i] = static_cast<int>(i); });
    });
  }
  void step() {
    last = other.submit([&](handler &h) {
      h.depends_on(last);
      h.parallel_for<class Step>(range<1>(n), [a = a, b = b](id<1> i) {
        a[i] = 2 * a[i] + 1;
        b[i] = a[i] + 1;
      });
    });
  }
  queue q, other{q.get_context(), q.get_device()};
  graph g{q.get_context(), q.get_device()};
  event last;
  int *a, *b;
  std::optional<executable> e;
};

template <int> class Work;
template <int I> void work(graph &g, int *p) {
  g.add([&](handler &h) { h.parallel_for<Work<I>>(range<1>(n), [p](id<1> i) { p[i] = p[i] * 2 + I; }); },
        p::node::depends_on_all_leaves());
}

// Runs of kernels around commands that cannot be fused: each is a region. A fused graph in another one.
void parts() {
  queue q;
  int *p = malloc_shared<int>(n, q), *copy = malloc_shared<int>(n, q);
  int tasks = 0;
  graph g(q), outer(q);
  work<1>(g, p);
  work<2>(g, p);
  x::node task = g.add([&](handler &h) { h.host_task([&tasks] { ++tasks; }); }, p::node::depends_on_all_leaves());
  g.add([&](handler &h) { h.memcpy(copy, p, n * sizeof(int)); }, p::node::depends_on(task));
  work<3>(g, p);
  work<4>(g, p);
  executable inner = g.finalize(p::graph::enable_fusion());
  outer.begin_recording(q);
  event set = q.fill(p, 1, n);
  event run = q.ext_oneapi_graph(inner, set);
  event again = q.submit([&](handler &h) {
    h.depends_on(run);
    h.parallel_for<Work<5>>(range<1>(n), [p](id<1> i) { p[i] += 5; });
  });
  q.parallel_for<Work<6>>(range<1>(n), again, [p](id<1> i) { p[i] *= 6; });
  outer.end_recording();
  executable e = outer.finalize({p::graph::enable_fusion()});
  q.ext_oneapi_graph(e).wait();
  const int half = (1 * 2 + 1) * 2 + 2;
  e2e::expect("parts", copy[n - 1] == half && p[n - 1] == (((half * 2 + 3) * 2 + 4) + 5) * 6 && tasks == 1);
  free(p, q);
  free(copy, q);
}

// A barrier waits for what its queue was given, and only later commands of that queue wait for it.
void barriers() {
  queue q, other(q.get_context(), q.get_device());
  int *p = malloc_shared<int>(n, q);
  std::fill(p, p + n, 1);
  graph g(q);
  g.begin_recording({q, other});
  event first = q.parallel_for<class BeforeTask>(range<1>(n), [p](id<1> i) { p[i] += 6; });
  q.submit([&](handler &h) {
    h.depends_on(first);
    h.host_task([p] { p[0] += 1; });
  });
  event beside = other.parallel_for<class Beside>(range<1>(n), [](id<1>) {});
  q.ext_oneapi_submit_barrier();
  event then = q.parallel_for<class BehindBarrier>(range<1>(n), [p](id<1> i) { p[i] *= 3; });
  q.parallel_for<class Last>(range<1>(n), {then, beside}, [p](id<1> i) { p[i] += 9; });
  g.end_recording();
  executable e = g.finalize(p::graph::enable_fusion());
  q.ext_oneapi_graph(e).wait();
  e2e::expect("barriers", p[0] == (7 + 1) * 3 + 9 && p[n - 1] == 7 * 3 + 9);
  free(p, q);
}

// Part of a buffer is written before all of it is copied.
void sub_buffers() {
  std::vector<int> zeros(n);
  buffer<int> whole(zeros.data(), range<1>(n)), half(whole, id<1>(n / 2), range<1>(n / 2)), copy{range<1>(n)};
  whole.set_write_back(false);
  queue q;
  graph g(q, lives);
  g.begin_recording(q);
  q.submit([&](handler &h) {
    accessor a(half, h, write_only, no_init);
    h.parallel_for<class OfHalf>(range<1>(n / 2), [=](id<1> i) { a[i] = 5; });
  });
  q.submit([&](handler &h) { h.copy(accessor(whole, h, read_only), accessor(copy, h, write_only, no_init)); });
  q.submit([&](handler &h) {
    accessor a(copy, h, read_write);
    h.parallel_for<class OfCopy>(range<1>(n), [=](id<1> i) { a[i] = a[i] * 3 + 1; });
  });
  q.submit([&](handler &h) {
    accessor a(copy, h, read_write);
    h.parallel_for<class OfCopyAgain>(range<1>(n), [=](id<1> i) { a[i] = a[i] * 2 + 1; });
  });
  g.end_recording();
  executable e = g.finalize(p::graph::enable_fusion());
  q.ext_oneapi_graph(e);
  host_accessor got(copy, read_only);
  e2e::expect("sub-buffers", got[0] == 3 && got[n - 1] == (5 * 3 + 1) * 2 + 1);
}

// A queue that is not asked to records because its kernel waits for a recorded one.
void joined() {
  queue q, other(q.get_context(), q.get_device());
  int *p = malloc_shared<int>(n, q);
  std::fill(p, p + n, 1);
  graph g(q);
  g.begin_recording(q);
  event first = q.parallel_for<class BeforeJoin>(range<1>(n), [p](id<1> i) { p[i] += 2; });
  other.parallel_for<class Joins>(range<1>(n), first, [p](id<1> i) { p[i] *= 5; });
  g.end_recording();
  executable e = g.finalize(p::graph::require_fusion());
  q.ext_oneapi_graph(e).wait();
  e2e::expect("joined", p[0] == 15 && p[n - 1] == 15);
  free(p, q);
}

// Whichever of its functions is active, there is a kernel.
void groups() {
  queue q;
  int *p = malloc_shared<int>(n, q);
  std::fill(p, p + n, 1);
  graph g(q);
  x::dynamic_command_group either(
      g, {[&](handler &h) { h.parallel_for<class Triple>(range<1>(n), [p](id<1> i) { p[i] *= 3; }); },
          [&](handler &h) { h.parallel_for<class Negate>(range<1>(n), [p](id<1> i) { p[i] = -p[i]; }); }});
  x::node first =
      g.add([&](handler &h) { h.parallel_for<class BeforeGroup>(range<1>(n), [p](id<1> i) { p[i] += 2; }); });
  x::node second = g.add(either, p::node::depends_on(first));
  executable e = g.finalize({p::graph::require_fusion(), p::graph::updatable()});
  q.ext_oneapi_graph(e).wait();
  either.set_active_index(1);
  e.update(second);
  q.ext_oneapi_graph(e).wait();
  e2e::expect("groups", p[0] == -11 && p[n - 1] == -11);
  free(p, q);
}

} // namespace

int main() {
  recorded();
  added();
  fusion_mode();
  simulation().run();
  parts();
  barriers();
  sub_buffers();
  joined();
  groups();
  return e2e::finish();
}
