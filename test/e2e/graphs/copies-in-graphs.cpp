// Copies and fills of the device's memory are kernels of a graph's runs, recorded and added, of USM and of buffers;
// a run that a copy of the host's memory parts stays parted. The results are those of a host, in every execution.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: env SYCL_FUSE_STATS=%t.stats.json %t | FileCheck-22 %s
// RUN: %python -c 'import json, sys; [print(r["name"], "fused" if r["unfused"] == 0 else "unfused") for r in json.load(open(sys.argv[1]))["regions"]]' %t.stats.json | FileCheck-22 %s --check-prefix=STATS
// STATS-DAG: recorded fused
// STATS-DAG: added fused
// STATS-DAG: of_buffers fused
// RUN: env SYCL_FUSE=off %t | FileCheck-22 %s
// RUN: env SYCL_FUSE_CHECK=1 %t 2>&1 | FileCheck-22 %s --implicit-check-not=SF6172
// CHECK: all results right
#include "e2e.hpp"

#include <sycl/ext/oneapi/experimental/graph.hpp>

#include <algorithm>
#include <cstdlib>

namespace syclex = sycl::ext::oneapi::experimental;
using sycl::id;
using sycl::range;

namespace {

constexpr std::size_t n = 2999;
const syclex::property::graph::enable_fusion fuse;

struct memory {
  sycl::queue q;
  float *a, *b, *sum;
  std::vector<float> ha, hb, hsum;
  explicit memory(sycl::queue queue) : q(queue), ha(e2e::random_values<float>(n, 3)), hb(n), hsum(n, 1.0f) {
    a = sycl::malloc_device<float>(n, q);
    b = sycl::malloc_device<float>(n, q);
    sum = sycl::malloc_device<float>(n, q);
    q.copy(ha.data(), a, n);
    q.copy(hsum.data(), sum, n);
    q.wait();
  }
  ~memory() {
    for (float *p : {a, b, sum})
      sycl::free(p, q);
  }
  memory(const memory &) = delete;
  void check(const char *what) {
    std::vector<float> got(n);
    for (auto [p, wanted] : {std::pair(a, &ha), std::pair(b, &hb), std::pair(sum, &hsum)}) {
      q.copy(p, got.data(), n).wait();
      e2e::expect_equal(what, got, *wanted);
    }
  }
};

// A step: what was a goes to b, a changes, and the differences are added up anew.
void host_step(memory &m) {
  for (std::size_t i = 0; i < n; ++i) {
    m.hb[i] = m.ha[i];
    m.ha[i] = m.ha[i] * 0.5f + 1;
    m.hsum[i] = 0;
    m.hsum[i] += m.ha[i] - m.hb[i];
  }
}

void recorded() {
  sycl::queue q{sycl::property::queue::in_order{}};
  memory m(q);
  float *a = m.a, *b = m.b, *sum = m.sum;
  syclex::command_graph<> g(q);
  g.begin_recording(q);
  q.memcpy(b, a, n * sizeof(float));
  q.parallel_for(range<1>(n), [=](id<1> i) { a[i] = a[i] * 0.5f + 1; });
  q.memset(sum, 0, n * sizeof(float));
  q.parallel_for(range<1>(n), [=](id<1> i) { sum[i] += a[i] - b[i]; });
  g.end_recording();
  auto e = g.finalize(fuse);
  for (int step = 0; step < 3; ++step) {
    q.ext_oneapi_graph(e);
    host_step(m);
  }
  q.wait();
  m.check("recorded");
}

void added() {
  sycl::queue q;
  memory m(q);
  float *a = m.a, *b = m.b, *sum = m.sum;
  syclex::command_graph<> g(q);
  using syclex::property::node::depends_on;
  auto save = g.add([&](sycl::handler &h) { h.copy(a, b, n); });
  auto change = g.add([&](sycl::handler &h) { h.parallel_for(range<1>(n), [=](id<1> i) { a[i] = a[i] * 0.5f + 1; }); },
                      depends_on(save));
  auto zero = g.add([&](sycl::handler &h) { h.fill(sum, 0.0f, n); });
  g.add([&](sycl::handler &h) { h.parallel_for(range<1>(n), [=](id<1> i) { sum[i] += a[i] - b[i]; }); },
        {depends_on(change), depends_on(zero)});
  auto e = g.finalize(fuse);
  for (int step = 0; step < 3; ++step) {
    q.ext_oneapi_graph(e).wait();
    host_step(m);
  }
  m.check("added");
}

// The copy to the host lies between kernels that need each other.
void parted() {
  sycl::queue q{sycl::property::queue::in_order{}};
  memory m(q);
  float *a = m.a, *b = m.b, *sum = m.sum;
  std::vector<float> seen(n);
  syclex::command_graph<> g(q);
  g.begin_recording(q);
  q.copy(a, b, n);
  q.parallel_for(range<1>(n), [=](id<1> i) { a[i] = a[i] * 0.5f + 1; });
  q.copy(a, seen.data(), n);
  q.fill(sum, 0.0f, n);
  q.parallel_for(range<1>(n), [=](id<1> i) { sum[i] += a[i] - b[i]; });
  g.end_recording();
  auto e = g.finalize(fuse);
  for (int step = 0; step < 2; ++step) {
    q.ext_oneapi_graph(e);
    host_step(m);
  }
  q.wait();
  m.check("parted");
  e2e::expect_equal("seen", seen, m.ha);
}

void of_buffers() {
  sycl::queue q;
  const std::vector<int> in = e2e::random_values<int>(61 * 47, 5);
  std::vector<int> out(in.size()), wanted(in.size());
  for (std::size_t i = 0; i < in.size(); ++i)
    wanted[i] = in[i] % 1000 * 3 + 9;
  {
    const range<2> r(61, 47);
    sycl::buffer<int, 2> a(in.data(), r), copy(r), sum(out.data(), r);
    syclex::command_graph<> g(q, syclex::property::graph::assume_buffer_outlives_graph{});
    a.set_write_back(false);
    sum.set_write_back(false);
    g.begin_recording(q);
    q.submit([&](sycl::handler &h) {
      sycl::accessor from(a, h, sycl::read_only);
      sycl::accessor to(copy, h, sycl::write_only);
      h.copy(from, to);
    });
    q.submit([&](sycl::handler &h) {
      sycl::accessor to(sum, h, sycl::write_only, sycl::no_init);
      h.fill(to, 9);
    });
    q.submit([&](sycl::handler &h) {
      sycl::accessor from(copy, h, sycl::read_only);
      sycl::accessor to(sum, h, sycl::read_write);
      h.parallel_for(r, [=](id<2> i) { to[i] += from[i] % 1000 * 3; });
    });
    g.end_recording();
    auto e = g.finalize(fuse);
    q.ext_oneapi_graph(e).wait();
    sycl::host_accessor seen(sum);
    for (std::size_t i = 0; i < in.size(); ++i)
      out[i] = seen[i / 47][i % 47];
  }
  e2e::expect_equal("of buffers", out, wanted);
}

// Where a graph requires fusion, its kernels have to be one; a copy of shifted elements is the driver's, and so are
// copies behind a host task. A kernel that needs what other work-items do is refused all the same.
template <class Rest> bool is_fused(memory &m, Rest rest) {
  sycl::queue q{m.q.get_context(), m.q.get_device(), sycl::property::queue::in_order{}};
  float *a = m.a, *b = m.b;
  syclex::command_graph<> g(q);
  g.begin_recording(q);
  q.parallel_for(range<1>(n), [=](id<1> i) { b[i] = a[i] + 1; });
  q.parallel_for(range<1>(n), [=](id<1> i) { a[i] = b[i] * 2; });
  rest(q);
  g.end_recording();
  try {
    auto e = g.finalize(syclex::property::graph::require_fusion{});
    q.ext_oneapi_graph(e).wait();
  } catch (const sycl::exception &e) {
    e2e::expect("refused", e.code() == sycl::errc::kernel_not_supported);
    return false;
  }
  for (std::size_t i = 0; i < n; ++i)
    m.ha[i] = (m.hb[i] = m.ha[i] + 1) * 2;
  return true;
}
void required() {
  memory m(e2e::make_queue());
  float *a = m.a, *b = m.b, *sum = m.sum;
  constexpr std::size_t shift = 5;
  e2e::expect("shifted", is_fused(m, [=](sycl::queue &q) { q.copy(a + shift, sum, n - shift); }));
  std::copy(m.ha.begin() + shift, m.ha.end(), m.hsum.begin());
  m.check("shifted");
  e2e::expect("behind a host task", is_fused(m, [=](sycl::queue &q) {
                q.submit([](sycl::handler &h) { h.host_task([] {}); });
                q.copy(b, sum, n);
                q.copy(sum, b, n);
              }));
  m.hsum = m.hb;
  m.check("behind a host task");
  e2e::expect("mirrored", !is_fused(m, [=](sycl::queue &q) {
                q.copy(a, sum, n);
                q.parallel_for(range<1>(n), [=](id<1> i) { b[i] = a[n - 1 - i]; });
              }));
}

} // namespace

int main() {
  recorded();
  added();
  parted();
  of_buffers();
  if (!std::getenv("SYCL_FUSE"))
    required();
  return e2e::finish();
}
