// Access scopes and fusion_internal_memory hold for the kernels of a graph, whatever copies and fills, host tasks and
// other graphs do with the memory: allocations that are made with the properties, plain ones and buffers. What kernels
// of the graph read outside of the fused one stays in memory. A graph in a graph that requires fusion fuses with it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o 2>&1 | FileCheck-22 %s --check-prefix=SAYS --allow-empty
// SAYS-NOT: warning:
// RUN: sycl-fuse build %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s --check-prefixes=FUSED,CHECK
// FUSED: device: fused, 1 kept
// FUSED: shared: fused, 1 kept
// FUSED: host: fused, 1 kept
// FUSED: buffers: fused, 1 kept
// FUSED: moved in the run: fused, 0 kept
// FUSED: parted: fused, 0 kept
// FUSED: region: aot none
// FUSED: with graphs: fused, 1 kept
// RUN: env SYCL_FUSE=off %t | FileCheck-22 %s
// CHECK: all results right
#include "e2e.hpp"

#include <sycl/ext/syclfuse/graph_parts.hpp>

#include <algorithm>
#include <cstdlib>
#include <numeric>

using namespace sycl;
namespace x = sycl::ext::oneapi::experimental;
namespace p = x::property;

namespace {

constexpr std::size_t n = 1009;
constexpr range<1> all{n};
const bool off = std::getenv("SYCL_FUSE");
using executable = x::command_graph<x::graph_state::executable>;
using promises = decltype(x::properties{p::access_scope_work_item(), p::fusion_internal_memory(), no_init});
using memory = x::annotated_ptr<int, promises>;

executable finish(const x::command_graph<> &g) {
  return off ? g.finalize(p::graph::enable_fusion()) : g.finalize(p::graph::require_fusion());
}

// How the kernels run, and how much memory is kept by those that are fused.
void print(const char *what, const executable &e) {
  std::size_t fused = 0, kept = 0;
  for (const auto &part : ext::syclfuse::parts_of(e)) {
    fused += part.nodes.size() > 1;
    kept += part.kept.size();
  }
  std::printf("%s: %s, %zu kept\n", what, fused ? "fused" : "apart", kept);
}

struct data {
  queue q;
  std::vector<int> in = e2e::random_values<int>(n, 11), out = std::vector<int>(n), seen = out, marks;
  int *from = malloc_device<int>(n, q), *to = malloc_device<int>(n, q);
  data() : marks(n, -7) {}
  ~data() {
    free(from, q);
    free(to, q);
  }
  data(const data &) = delete;
  // Each element of `to` is in * 3 + 1. What was kept out of memory is there no more.
  void check(const char *what, const executable &e) {
    for (int times = 0; times < 2; ++times)
      q.ext_oneapi_graph(e).wait();
    std::vector<int> wanted(n);
    for (std::size_t i = 0; i < n; ++i)
      wanted[i] = in[i] * 3 + 1;
    e2e::expect_equal(what, out, wanted);
  }
};

template <int> class First;
template <int> class Second;

// The memory is written before the kernels and read behind them by copies of the host's.
template <int Kind> void allocated(const char *what, memory tmp) {
  data d;
  int *from = d.from, *to = d.to;
  x::command_graph g(d.q);
  x::node fill = g.add([&](handler &h) { h.memcpy(tmp.get(), d.marks.data(), n * sizeof(int)); });
  x::node load = g.add([&](handler &h) { h.memcpy(from, d.in.data(), n * sizeof(int)); });
  x::node first = g.add([&](handler &h) { h.parallel_for<First<Kind>>(all, [=](id<1> i) { tmp[i] = from[i] * 3; }); },
                        p::node::depends_on(fill, load));
  x::node second = g.add([&](handler &h) { h.parallel_for<Second<Kind>>(all, [=](id<1> i) { to[i] = tmp[i] + 1; }); },
                         p::node::depends_on(first));
  g.add([&](handler &h) { h.memcpy(d.seen.data(), tmp.get(), n * sizeof(int)); }, p::node::depends_on(second));
  g.add([&](handler &h) { h.memcpy(d.out.data(), to, n * sizeof(int)); }, p::node::depends_on(second));
  executable e = finish(g);
  d.check(what, e);
  print(what, e);
  if (!off)
    e2e::expect_equal(what, d.seen, d.marks);
}
void allocations() {
  queue q;
  memory device = x::malloc_device_annotated<int>(n, q, promises());
  allocated<0>("device", device);
  x::free(device, q);
  memory shared = x::malloc_shared_annotated<int>(n, q, promises());
  allocated<1>("shared", shared);
  x::free(shared, q);
  memory host = x::malloc_host_annotated<int>(n, q, promises());
  allocated<2>("host", host);
  x::free(host, q);
}

// A host task and a copy use the buffer behind the kernels.
void buffers() {
  data d;
  buffer<int> bin(d.in.data(), all), bout(all),
      tmp(all, {p::access_scope_work_item(), p::fusion_internal_memory(), no_init});
  bin.set_write_back(false);
  bool ran = false;
  x::command_graph g(d.q, p::graph::assume_buffer_outlives_graph());
  g.begin_recording(d.q);
  d.q.submit([&](handler &h) {
    accessor from(bin, h, read_only);
    accessor to(tmp, h, write_only);
    h.parallel_for(all, [=](id<1> i) { to[i] = from[i] * 3; });
  });
  d.q.submit([&](handler &h) {
    accessor from(tmp, h, read_only);
    accessor to(bout, h, write_only, no_init);
    h.parallel_for(all, [=](id<1> i) { to[i] = from[i] + 1; });
  });
  d.q.submit([&](handler &h) {
    accessor<int, 1, access_mode::read, target::host_task> last(tmp, h);
    h.host_task([last, &ran] { ran = last.size() == n; });
  });
  d.q.submit([&](handler &h) { h.copy(accessor(tmp, h, read_only), d.seen.data()); });
  d.q.submit([&](handler &h) { h.copy(accessor(bout, h, read_only), d.out.data()); });
  g.end_recording();
  executable e = finish(g);
  d.check("buffers", e);
  e2e::expect("host task", ran);
  print("buffers", e);
}

// Copies and fills between the kernels are part of the run, by plain pointers: what they move is there.
void moved_in_run() {
  data d;
  memory tmp = x::malloc_device_annotated<int>(n, d.q, promises());
  int *from = d.from, *to = d.to, *copy = malloc_device<int>(n, d.q);
  x::command_graph g(d.q);
  x::node load = g.add([&](handler &h) { h.memcpy(from, d.in.data(), n * sizeof(int)); });
  x::node first = g.add([&](handler &h) { h.parallel_for<First<4>>(all, [=](id<1> i) { tmp[i] = from[i] * 3; }); },
                        p::node::depends_on(load));
  x::node moved = g.add([&](handler &h) { h.memcpy(copy, tmp.get(), n * sizeof(int)); }, p::node::depends_on(first));
  x::node second = g.add(
      [&](handler &h) { h.parallel_for<Second<4>>(all, [=](id<1> i) { to[i] = copy[i] + tmp[i] - tmp[i] + 1; }); },
      p::node::depends_on(moved));
  g.add([&](handler &h) { h.memcpy(d.out.data(), to, n * sizeof(int)); }, p::node::depends_on(second));
  executable e = finish(g);
  d.check("moved in the run", e);
  print("moved in the run", e);
  x::free(tmp, d.q);
  free(copy, d.q);
}

// The graph has two runs of kernels, and the second one reads what the first has left.
void parted() {
  data d;
  memory tmp = x::malloc_device_annotated<int>(n, d.q, promises());
  int *from = d.from, *to = d.to, *sum = malloc_device<int>(n, d.q);
  queue q{property::queue::in_order()};
  x::command_graph g(q);
  g.begin_recording(q);
  q.memcpy(from, d.in.data(), n * sizeof(int));
  q.parallel_for<First<5>>(all, [=](id<1> i) { tmp[i] = from[i]; });
  q.parallel_for<class Doubled>(all, [=](id<1> i) { sum[i] = tmp[i] * 2; });
  q.submit([&](handler &h) { h.host_task([] {}); });
  q.parallel_for<Second<5>>(all, [=](id<1> i) { sum[i] += tmp[i]; });
  q.parallel_for<class Added>(all, [=](id<1> i) { to[i] = sum[i] + 1; });
  q.memcpy(d.out.data(), to, n * sizeof(int));
  g.end_recording();
  executable e = g.finalize(p::graph::enable_fusion());
  d.check("parted", e);
  print("parted", e);
  x::free(tmp, d.q);
  free(sum, d.q);
}

void region() {
  queue q = e2e::make_queue();
  memory tmp = x::malloc_shared_annotated<int>(n, q, promises());
  int *out = malloc_shared<int>(n, q);
  std::fill_n(tmp.get(), n, -7);
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for<First<6>>(all, [=](id<1> i) { tmp[i] = static_cast<int>(i[0]) * 3; });
  q.parallel_for<Second<6>>(all, [=](id<1> i) { out[i] = tmp[i] + 1; });
  fw.complete_fusion();
  q.wait();
  e2e::report("region", fw);
  bool right = true;
  for (std::size_t i = 0; i < n; ++i)
    right &= out[i] == static_cast<int>(i) * 3 + 1 && (off || tmp[i] == -7);
  e2e::expect("region", right);
  x::free(tmp, q);
  free(out, q);
}

// One kernel is in the graph, two are in one inside of it, and a last one in one inside of that; what is copied in
// these stays around the kernels.
void with_graphs() {
  data d;
  memory tmp = x::malloc_device_annotated<int>(n, d.q, promises());
  int *from = d.from, *to = d.to;
  x::command_graph innermost(d.q), inner(d.q), outer(d.q);
  innermost.begin_recording(d.q);
  d.q.parallel_for<class Last>(all, [=](id<1> i) { to[i] += 1; });
  innermost.end_recording();
  executable of_innermost = innermost.finalize();
  x::node first = inner.add([&](handler &h) { h.parallel_for<First<7>>(all, [=](id<1> i) { tmp[i] = from[i] * 2; }); });
  x::node second =
      inner.add([&](handler &h) { h.parallel_for<Second<7>>(all, [=](id<1> i) { to[i] = tmp[i] + to[i]; }); },
                p::node::depends_on(first));
  inner.add([&](handler &h) { h.ext_oneapi_graph(of_innermost); }, p::node::depends_on(second));
  executable of_inner = inner.finalize(p::graph::enable_fusion());
  x::node load = outer.add([&](handler &h) { h.memcpy(from, d.in.data(), n * sizeof(int)); });
  x::node begin = outer.add([&](handler &h) { h.parallel_for<class Begin>(all, [=](id<1> i) { to[i] = from[i]; }); },
                            p::node::depends_on(load));
  x::node all_inner = outer.add([&](handler &h) { h.ext_oneapi_graph(of_inner); }, p::node::depends_on(begin));
  outer.add([&](handler &h) { h.memcpy(d.out.data(), to, n * sizeof(int)); }, p::node::depends_on(all_inner));
  executable e = finish(outer);
  d.check("with graphs", e);
  print("with graphs", e);
  std::size_t kernels = 0;
  for (const auto &part : ext::syclfuse::parts_of(e))
    kernels = std::max(kernels, part.nodes.size());
  e2e::expect("kernels of all graphs", off || kernels == 4);
  x::free(tmp, d.q);
}

} // namespace

int main() {
  allocations();
  buffers();
  moved_in_run();
  parted();
  region();
  with_graphs();
  return e2e::finish();
}
