// Graphs that only a run knows fuse when they are finalized: recorded and added ones, with what was captured built in,
// and by the JIT worker; arguments of their kernels are updated.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Not for test/gpu: it says other things before its record is built.
// REQUIRES: target-native
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: rm -rf %t.dir && env SYCL_FUSE_RECORD=%t.dir %t 2> %t.refused | FileCheck-22 %s --check-prefixes=BEFORE,CHECK
// BEFORE: required: {{.*}}fused-graphs.cpp:[[#]]: finalize: the graph requires fusion, but no region with this sequence of kernels was recorded [SF6102]
// BEFORE: internal: written
// RUN: cat %t.dir/*.fusion.json | FileCheck-22 %s --check-prefix=MANIFEST
// MANIFEST: "kind": "graph"
// RUN: cp %t.dir/*.fusion.json %t.captured.json
// RUN: sycl-fuse build %t.o --add-manifest %t.captured.json -o %t.again.o
// RUN: clang++-22 %t.o %t.again.o %runtime_lib -o %t.again
// RUN: env SYCL_FUSE_STATS=1 %t.again 2> %t.stats | FileCheck-22 %s --check-prefixes=AFTER,CHECK
// AFTER: required: fused
// AFTER: internal: untouched
// RUN: FileCheck-22 %s --check-prefix=STATS < %t.stats
// STATS: {{^}}finish {{.*}} 13 13 0 0 0
// STATS-NOT: SF6
// STATS: {{^}}total 13 13 0 0 0 -{{$}}
// RUN: env SYCL_FUSE_JIT=sync SYCL_FUSE_CACHE_DIR=%t.cache %t | FileCheck-22 %s --check-prefixes=AFTER,CHECK
// A graph without a fused kernel is decided once, not at each execution: until the worker brings one.
// RUN: env SYCL_FUSE_JIT=off SYCL_FUSE_LOG=info %t 2>&1 | grep -c "region runs unfused" > %t.decided
// RUN: env SYCL_FUSE_JIT=auto SYCL_FUSE_TOOL=/nowhere SYCL_FUSE_LOG=info SYCL_FUSE_CACHE_DIR=%t.none %t 2>&1 | grep -c "region runs unfused" | cmp - %t.decided
// RUN: printf '#!/bin/sh\nwhile [ ! -e %t.gate ]; do sleep 0.02; done\nexec %build_root/bin/sycl-fuse "$@"\n' > %t.late && chmod +x %t.late
// RUN: rm -f %t.gate && env SYCL_FUSE_JIT=async SYCL_FUSE_JIT_TIMEOUT=60 SYCL_FUSE_TOOL=%t.late SYCL_FUSE_CACHE_DIR=%t.late-cache %t %t.gate | FileCheck-22 %s --check-prefixes=LATE,CHECK
// LATE: before: unfused unfused
// LATE-NEXT: then: jit
// LATE-NEXT: compiler in the process: no
// CHECK: all results right
#include "e2e.hpp"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <sycl/ext/syclfuse/graph_parts.hpp>
#include <thread>

using namespace sycl;
namespace x = sycl::ext::oneapi::experimental;
namespace p = x::property;

namespace {

constexpr std::size_t n = 1000;

struct scale {
  accessor<float, 1, access_mode::read> in;
  accessor<float, 1, access_mode::write> out;
  void operator()(id<1> i) const { out[i] = in[i] * 3; }
};
struct add_one {
  accessor<float, 1, access_mode::read> in;
  accessor<float, 1, access_mode::read_write> out;
  void operator()(id<1> i) const { out[i] += in[i] + 1; }
};

volatile int once = 1; // a loop that is not known when it is built

using executable_graph = x::command_graph<x::graph_state::executable>;
executable_graph finish(const x::command_graph<> &g) { return g.finalize(p::graph::enable_fusion()); }

// out += 3 * in + 1, through a temporary that only the graph knows.
struct chain {
  std::vector<float> in = e2e::random_values<float>(n, 1), out = e2e::random_values<float>(n, 2), wanted = out;
  buffer<float> bin{in.data(), range<1>(n)}, bout{out.data(), range<1>(n)}, tmp;
  queue q;
  x::command_graph<> g{q.get_context(), q.get_device(), {p::graph::assume_buffer_outlives_graph()}};

  explicit chain(const property_list &of_tmp) : tmp(range<1>(n), of_tmp) {
    bin.set_write_back(false);
    bout.set_write_back(false);
  }
  void first(handler &h) {
    h.parallel_for(range<1>(n), scale{accessor(bin, h, read_only), accessor(tmp, h, write_only, no_init)});
  }
  void second(handler &h) {
    h.parallel_for(range<1>(n), add_one{accessor(tmp, h, read_only), accessor(bout, h, read_write)});
  }
  void record() {
    g.begin_recording(q);
    for (int i = 0; i < once; ++i)
      q.submit([&](handler &h) { first(h); });
    q.submit([&](handler &h) { second(h); });
    g.end_recording();
  }
  void run(executable_graph e, const char *what) {
    for (int i = 0; i < 3; ++i) {
      q.ext_oneapi_graph(e);
      for (std::size_t k = 0; k < n; ++k)
        wanted[k] += in[k] * 3 + 1;
    }
    host_accessor a(bout, read_only);
    e2e::expect_equal(what, std::vector<float>(a.begin(), a.end()), wanted);
  }
};

void recorded_and_added() {
  const property_list internal{p::fusion_internal_memory()};
  chain recorded(internal), added(internal);
  recorded.record();
  recorded.run(finish(recorded.g), "recorded");
  for (int i = 0; i < once; ++i) {
    x::node a = added.g.add([&](handler &h) { added.first(h); });
    added.g.add([&](handler &h) { added.second(h); }, p::node::depends_on(a));
  }
  added.run(finish(added.g), "added");
  // What is promised need not be proved: another sequence, since the hints are part of it.
  chain promised({p::fusion_internal_memory(), p::access_scope_work_item(), no_init});
  promised.record();
  promised.run(finish(promised.g), "promised");
  try {
    recorded.g.finalize(p::graph::require_fusion());
    std::printf("required: fused\n");
  } catch (const exception &e) {
    e2e::expect("the code of a refusal", e.code() == errc::kernel_not_supported);
    std::printf("required: %s\n", e.what());
  }
}

// A fused graph in another one, between a copy and a host task.
void child_of_another() {
  chain c({p::fusion_internal_memory()});
  c.record();
  executable_graph inner = finish(c.g);
  x::command_graph outer(c.q.get_context(), c.q.get_device(), {p::graph::assume_buffer_outlives_graph()});
  std::vector<float> seen(n);
  outer.begin_recording(c.q);
  c.q.ext_oneapi_graph(inner);
  c.q.submit([&](handler &h) { h.copy(accessor(c.bout, h, read_only), seen.data()); });
  outer.end_recording();
  executable_graph e = outer.finalize();
  c.run(e, "child");
  e2e::expect_equal("what the parent copied", seen, c.wanted);
}

// The same with USM: what only the graph knows is written to its memory by kernels one by one alone.
void pointers() {
  queue q;
  const std::vector<int> in = e2e::random_values<int>(n, 3);
  int *tmp = malloc_shared<int>(n, q), *data = malloc_shared<int>(n, q);
  std::copy(in.begin(), in.end(), data);
  std::fill_n(tmp, n, -7);
  x::annotated_ptr internal(tmp, p::fusion_internal_memory(), no_init);
  x::command_graph<> g(q);
  x::node last = g.add(
      [&](handler &h) { h.parallel_for<class ToPointer>(range<1>(n), [=](id<1> i) { internal[i] = data[i] * 3; }); });
  for (int i = 0; i < once; ++i)
    last = g.add(
        [&](handler &h) {
          h.parallel_for<class FromPointer>(range<1>(n), [=](id<1> i) { data[i] = internal[i] + 1; });
        },
        p::node::depends_on(last));
  executable_graph e = finish(g);
  q.ext_oneapi_graph(e).wait();
  std::vector<int> wanted(n);
  for (std::size_t i = 0; i < n; ++i)
    wanted[i] = in[i] * 3 + 1;
  e2e::expect_equal("pointers", std::vector<int>(data, data + n), wanted);
  const bool untouched = std::all_of(tmp, tmp + n, [](int v) { return v == -7; });
  std::printf("internal: %s\n", untouched ? "untouched" : "written");
  free(tmp, q);
  free(data, q);
}

std::string outcomes(const executable_graph &e) {
  std::string text;
  for (const auto &part : ext::syclfuse::parts_of(e))
    text += std::string(" ") + to_string(part.outcome);
  return text;
}
bool maps_compiler() {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);)
    if (line.find("libLLVM") != std::string::npos || line.find("libclang") != std::string::npos)
      return true;
  return false;
}

// The worker begins once the gate is there.
void late_worker(const char *gate) {
  chain c({p::fusion_internal_memory()});
  c.record();
  executable_graph e = finish(c.g);
  c.run(e, "before the worker");
  std::printf("before:%s\n", outcomes(e).c_str());
  std::ofstream(gate).flush();
  for (int i = 0; i < 6000 && outcomes(e) != " jit"; ++i) {
    c.q.ext_oneapi_graph(e);
    for (std::size_t k = 0; k < n; ++k)
      c.wanted[k] += c.in[k] * 3 + 1;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  c.run(e, "with the worker's kernel");
  std::printf("then:%s\ncompiler in the process: %s\n", outcomes(e).c_str(), maps_compiler() ? "yes" : "no");
}

template <class T, class By>
x::node add_scaled(x::command_graph<> &g, x::dynamic_parameter<T *> &to, By &by, T *first, T factor) {
  return g.add([&](handler &h) {
    h.parallel_for<class Scaled>(range<1>(n), [first, factor](id<1> i) { first[i] = first[i] * factor + 1; });
    h.set_args(to, by);
  });
}

void dynamic_arguments() {
  queue q;
  int *a = malloc_shared<int>(n, q), *b = malloc_shared<int>(n, q);
  std::fill(a, a + n, 1);
  std::fill(b, b + n, 1);
  x::command_graph g(q);
  x::dynamic_parameter<int *> to(a);
  x::dynamic_parameter<int> by(2);
  x::node node = add_scaled(g, to, by, b, 0); // the parameters' values count
  executable_graph e = g.finalize(p::graph::updatable());
  q.ext_oneapi_graph(e).wait();
  e2e::expect("first values", a[n - 1] == 3 && b[n - 1] == 1);
  to.update(b);
  by.update(5);
  q.ext_oneapi_graph(e).wait();
  e2e::expect("values before the update", a[n - 1] == 7 && b[n - 1] == 1);
  e.update(node);
  node.update_range(range<1>(n - 1));
  q.ext_oneapi_graph(e).wait();
  e2e::expect("values after it", a[n - 1] == 7 && b[n - 1] == 6);
  int bytes = 3;
  x::dynamic_parameter<x::raw_kernel_arg> raw(x::raw_kernel_arg(&bytes, sizeof(bytes)));
  x::command_graph of_bytes(q);
  add_scaled(of_bytes, to, raw, a, 0);
  bytes = 4;
  raw.update(x::raw_kernel_arg(&bytes, sizeof(bytes)));
  executable_graph with_bytes = of_bytes.finalize();
  q.ext_oneapi_graph(with_bytes).wait();
  e2e::expect("bytes", b[n - 1] == 25);
  try {
    raw.update(x::raw_kernel_arg(&bytes, 1));
    e2e::expect("other bytes", false);
  } catch (const exception &refused) {
    e2e::expect("other bytes", refused.code() == errc::invalid);
  }
  const int five = 5;
  x::command_graph of_values(q);
  add_scaled(of_values, to, five, a, 0);
  executable_graph with_values = of_values.finalize();
  q.ext_oneapi_graph(with_values).wait();
  e2e::expect("a value beside a parameter", b[n - 1] == 126);
  x::dynamic_parameter<double> wide(1.0);
  try {
    g.add([&](handler &h) {
      h.set_arg(1, wide);
      h.parallel_for<class Refused>(range<1>(n), [a, factor = 1](id<1> i) { a[i] = factor; });
    });
    e2e::expect("a parameter of another size", false);
  } catch (const exception &refused) {
    e2e::expect("a parameter of another size", refused.code() == errc::invalid);
  }
  free(a, q);
  free(b, q);
}

} // namespace

int main(int count, char **arguments) {
  if (count > 1) {
    late_worker(arguments[1]);
    return e2e::finish();
  }
  recorded_and_added();
  child_of_another();
  pointers();
  dynamic_arguments();
  return e2e::finish();
}
