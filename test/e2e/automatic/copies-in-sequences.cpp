// Programs that know nothing of fusion, written as such are: steps with copies and fills between their kernels are held
// and fused, copies from and to the host end what is held, and nobody can tell but by time.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Not for test/gpu: it is built with --automatic.
// REQUIRES: target-native
// RUN: %sycl_cxx -fplugin-arg-sycl-fuse-automatic -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --automatic %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: env SYCL_FUSE_STATS=%t.stats.json %t | FileCheck-22 %s
// RUN: %python -c 'import json, sys; rs = json.load(open(sys.argv[1]))["regions"]; print("steps fused:", sum(r["aot"] for r in rs) >= 110, "kinds:", sum(r["aot"] >= 28 for r in rs))' %t.stats.json | FileCheck-22 %s --check-prefix=STATS
// STATS: steps fused: True kinds: 4
// RUN: env SYCL_FUSE_AUTO=off %t | FileCheck-22 %s
// RUN: env SYCL_FUSE_AUTO=stress %t | FileCheck-22 %s
// RUN: env SYCL_FUSE_CHECK=1 %t 2>&1 | FileCheck-22 %s --implicit-check-not=SF6172
// Without --automatic no copy is a kernel of the program.
// RUN: sycl-fuse build %t.o -o %t.plain.o && sycl-fuse inspect %t.plain.o | FileCheck-22 %s --check-prefix=PLAIN --implicit-check-not='copy<' --implicit-check-not='fill<'
// PLAIN: kernel
// CHECK: all results right
#include "e2e.hpp"

using sycl::id;
using sycl::range;

namespace {

constexpr std::size_t n = 4093;
constexpr int steps = 30;

// A time loop: the new values become the old ones by a copy.
void double_buffer(sycl::queue &q) {
  std::vector<float> h = e2e::random_values<float>(n, 11), hv(n), got(n);
  float *u = sycl::malloc_device<float>(n, q), *next = sycl::malloc_device<float>(n, q),
        *v = sycl::malloc_device<float>(n, q);
  q.memcpy(u, h.data(), n * sizeof(float));
  q.memset(v, 0, n * sizeof(float));
  for (int step = 0; step < steps; ++step) {
    q.parallel_for(range<1>(n), [=](id<1> i) { v[i] = 0.5f * v[i] - 0.125f * u[i]; });
    q.parallel_for(range<1>(n), [=](id<1> i) { next[i] = u[i] + v[i]; });
    q.memcpy(u, next, n * sizeof(float));
  }
  q.memcpy(got.data(), u, n * sizeof(float)).wait();
  for (int step = 0; step < steps; ++step)
    for (std::size_t i = 0; i < n; ++i) {
      hv[i] = 0.5f * hv[i] - 0.125f * h[i];
      h[i] = h[i] + hv[i];
    }
  e2e::expect_equal("double buffer", got, h);
  sycl::free(u, q);
  sycl::free(next, q);
  sycl::free(v, q);
}

// An accumulator that each step begins with zeros, and that the host reads at its end.
void accumulator(sycl::queue &q) {
  const std::vector<int> h = e2e::random_values<int>(n, 12);
  int *x = sycl::malloc_shared<int>(n, q), *sum = sycl::malloc_shared<int>(n, q);
  std::vector<int> got(n), wanted(n);
  q.memcpy(x, h.data(), n * sizeof(int)).wait();
  for (int step = 0; step < steps; ++step) {
    q.memset(sum, 0, n * sizeof(int));
    q.parallel_for(range<1>(n), [=](id<1> i) { sum[i] += x[i] % 7; });
    q.parallel_for(range<1>(n), [=](id<1> i) { sum[i] = sum[i] * 5 + x[i] % 3 + step; });
    q.memcpy(got.data(), sum, n * sizeof(int)).wait();
    for (std::size_t i = 0; i < n; ++i)
      wanted[i] = h[i] % 7 * 5 + h[i] % 3 + step;
    e2e::expect_equal("accumulator", got, wanted);
  }
  sycl::free(x, q);
  sycl::free(sum, q);
}

// Two fields of a mesh: the values at the end of a step are those at the beginning of the next one.
struct mesh {
  sycl::buffer<double, 2> density0, density1, energy0, energy1;
};
void fields(sycl::queue &q, mesh m) {
  const range<2> r = m.density0.get_range();
  for (int step = 0; step < steps; ++step) {
    q.submit([&](sycl::handler &h) {
      sycl::accessor d0(m.density0, h, sycl::read_only), e0(m.energy0, h, sycl::read_only);
      sycl::accessor d1(m.density1, h, sycl::write_only), e1(m.energy1, h, sycl::write_only);
      h.parallel_for(r, [=](id<2> i) {
        d1[i] = d0[i] * 0.5 + 0.25 * e0[i];
        e1[i] = e0[i] * 0.5;
      });
    });
    q.submit([&](sycl::handler &h) {
      sycl::accessor from(m.density1, h, sycl::read_only);
      sycl::accessor to(m.density0, h, sycl::write_only);
      h.copy(from, to);
    });
    q.submit([&](sycl::handler &h) {
      sycl::accessor from(m.energy1, h, sycl::read_only);
      sycl::accessor to(m.energy0, h, sycl::write_only);
      h.copy(from, to);
    });
    q.wait();
  }
}
void field_copies(sycl::queue &q) {
  const range<2> r(53, 71);
  std::vector<double> d = e2e::random_values<double>(r.size(), 21), e = e2e::random_values<double>(r.size(), 22),
                      got(r.size());
  {
    const std::vector<double> first_d = d, first_e = e; // the buffers get memory of their own
    mesh m{{first_d.data(), r}, {r}, {first_e.data(), r}, {r}};
    fields(q, m);
    sycl::host_accessor seen(m.density0);
    for (std::size_t i = 0; i < got.size(); ++i)
      got[i] = seen[i / 71][i % 71];
  }
  for (int step = 0; step < steps; ++step)
    for (std::size_t i = 0; i < d.size(); ++i) {
      d[i] = d[i] * 0.5 + 0.25 * e[i];
      e[i] = e[i] * 0.5;
    }
  e2e::expect_equal("fields", got, d);
}

// The host changes an array right behind the copy of it, and reads what it copied to when it waits.
void host_arrays(sycl::queue &q) {
  int *x = sycl::malloc_device<int>(n, q), *y = sycl::malloc_device<int>(n, q);
  std::vector<int> got(n), wanted(n);
  for (int step = 0; step < steps; ++step) {
    std::vector<int> h(n, step);
    q.fill(y, step, n);
    const sycl::event copied = q.copy(h.data(), x, n);
    q.parallel_for(range<1>(n), [=](id<1> i) { x[i] += y[i]; });
    q.copy(x, y, n);
    q.copy(y, got.data(), n);
    q.wait();
    for (int &w : wanted)
      w = 2 * step;
    e2e::expect_equal("host arrays", got, wanted);
  }
  sycl::free(x, q);
  sycl::free(y, q);
}

} // namespace

int main() {
  sycl::queue q{sycl::property::queue::in_order{}};
  double_buffer(q);
  accumulator(q);
  field_copies(q);
  host_arrays(q);
  return e2e::finish();
}
