// Graphs of a sparse solver: what a kernel reads through an index that was loaded may be what other work-items wrote in
// an earlier kernel, so the graph is cut there.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: target-native
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o 2>&1 | FileCheck-22 %s --check-prefix=BUILD
// BUILD: warning: kernel '{{.*}}Multiply{{.*}}' is not fused with '{{.*}}Scale{{.*}}': nothing tells if it accesses elements that other work-items access in '{{.*}}Scale{{.*}}', which would have to be finished before [SF3049]
// BUILD-NOT: error:
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: env SYCL_FUSE_JIT=off %t | FileCheck-22 %s
// CHECK: usm: 2 aot none
// CHECK-NEXT: usm: 2 aot none
// CHECK-NEXT: usm: 1 unfused
// CHECK: buffers: 2 aot none
// CHECK-NEXT: buffers: 2 aot none
// CHECK-NEXT: buffers: 1 unfused
// CHECK: two arrays: 2 aot none
// CHECK: one array: 1 unfused kernels_depend
// CHECK-NEXT: one array: 1 unfused kernels_depend
// CHECK: all results right
// RUN: sycl-fuse build --require --trust=buffers --trust=pointers %t.o -o %t.required.o
// RUN: clang++-22 %t.o %t.required.o %runtime_lib -o %t.required
// RUN: env SYCL_FUSE_JIT=off %t.required own | FileCheck-22 %s --check-prefix=OWN
// OWN: own elements: 5 aot none
// OWN: all results right
#include "graph_kernels.hpp"

using namespace sycl;
using e2e::executable, e2e::lives, e2e::n;
namespace x = sycl::ext::oneapi::experimental;
namespace p = x::property;

namespace {

// Rows of at most three elements: those of a row with itself alone are `own`.
struct matrix {
  std::vector<int> start{0}, column, value;
  matrix(unsigned seed, bool own) {
    const std::vector<int> random = e2e::random_values<int>(4 * n, seed);
    for (std::size_t i = 0; i < n; ++i) {
      const int *r = &random[4 * i];
      for (unsigned k = 0; k <= static_cast<unsigned>(r[3]) % 3; ++k) {
        column.push_back(own ? static_cast<int>(i) : static_cast<int>(static_cast<unsigned>(r[k]) % n));
        value.push_back(r[k] % 5);
      }
      start.push_back(static_cast<int>(column.size()));
    }
  }
};

// Unsigned arithmetic, which wraps in the same way everywhere.
struct state {
  std::vector<unsigned> x, y, r;
  explicit state(unsigned seed) : y(n), r(n) {
    for (int v : e2e::random_values<int>(n, seed))
      x.push_back(static_cast<unsigned>(v));
  }
  void round(const matrix &a) {
    for (unsigned &v : x)
      v = v * 3 + 1;
    for (unsigned &v : r)
      v += 5;
    for (std::size_t i = 0; i < n; ++i) {
      y[i] = 0;
      for (int k = a.start[i]; k < a.start[i + 1]; ++k)
        y[i] += static_cast<unsigned>(a.value[k]) * x[static_cast<std::size_t>(a.column[k])];
    }
    for (std::size_t i = 0; i < n; ++i)
      r[i] -= y[i];
    for (std::size_t i = 0; i < n; ++i)
      x[i] += r[i];
  }
};

void print(const char *name, const executable &e) {
  for (const auto &part : ext::syclfuse::parts_of(e))
    std::printf("%s: %zu %s %s\n", name, part.nodes.size(), to_string(part.outcome), to_string(part.reason));
}

template <class T> T *shared(queue &q, const std::vector<T> &from) {
  T *to = malloc_shared<T>(from.size(), q);
  std::copy(from.begin(), from.end(), to);
  return to;
}

void pointers(const char *name, bool own) {
  const matrix a(7, own);
  state wanted(11);
  queue q{property::queue::in_order()};
  int *start = shared(q, a.start), *column = shared(q, a.column), *value = shared(q, a.value);
  unsigned *x = shared(q, wanted.x), *y = shared(q, wanted.y), *r = shared(q, wanted.r);
  x::command_graph<> g(q);
  g.begin_recording(q);
  q.parallel_for<struct Raise>(range<1>(n), [=](id<1> i) { r[i] += 5; });
  q.parallel_for<struct Scale>(range<1>(n), [=](id<1> i) { x[i] = x[i] * 3 + 1; });
  q.parallel_for<struct Multiply>(range<1>(n), [=](id<1> i) {
    unsigned sum = 0;
    for (int k = start[i]; k < start[i + 1]; ++k)
      sum += static_cast<unsigned>(value[k]) * x[column[k]];
    y[i] = sum;
  });
  q.parallel_for<struct Residual>(range<1>(n), [=](id<1> i) { r[i] -= y[i]; });
  q.parallel_for<struct Correct>(range<1>(n), [=](id<1> i) { x[i] += r[i]; });
  g.end_recording();
  executable e = g.finalize(p::graph::enable_fusion());
  for (int round = 0; round < 4; ++round) {
    q.ext_oneapi_graph(e).wait();
    wanted.round(a);
  }
  print(name, e);
  e2e::expect_equal(name, std::vector<unsigned>(x, x + n), wanted.x);
  e2e::expect_equal(name, std::vector<unsigned>(r, r + n), wanted.r);
  for (void *m : {static_cast<void *>(start), static_cast<void *>(column), static_cast<void *>(value),
                  static_cast<void *>(x), static_cast<void *>(y), static_cast<void *>(r)})
    free(m, q);
}

void buffers() {
  const matrix a(17, false);
  state wanted(19);
  queue q;
  buffer<int> start(a.start.data(), range<1>(a.start.size())), column(a.column.data(), range<1>(a.column.size())),
      value(a.value.data(), range<1>(a.value.size()));
  const state first = wanted;
  buffer<unsigned> xs(first.x.data(), range<1>(n)), ys{range<1>(n)}, rs(first.r.data(), range<1>(n));
  x::command_graph<> g(q, lives);
  g.begin_recording(q);
  q.submit([&](handler &h) {
    accessor r(rs, h, read_write);
    h.parallel_for<struct RaiseB>(range<1>(n), [=](id<1> i) { r[i] += 5; });
  });
  q.submit([&](handler &h) {
    accessor x(xs, h, read_write);
    h.parallel_for<struct ScaleB>(range<1>(n), [=](id<1> i) { x[i] = x[i] * 3 + 1; });
  });
  q.submit([&](handler &h) {
    accessor s(start, h, read_only), c(column, h, read_only), v(value, h, read_only);
    accessor x(xs, h, read_only);
    accessor y(ys, h, write_only, no_init);
    h.parallel_for<struct MultiplyB>(range<1>(n), [=](id<1> i) {
      unsigned sum = 0;
      for (int k = s[i]; k < s[i[0] + 1]; ++k)
        sum += static_cast<unsigned>(v[k]) * x[c[k]];
      y[i] = sum;
    });
  });
  q.submit([&](handler &h) {
    accessor y(ys, h, read_only);
    accessor r(rs, h, read_write);
    h.parallel_for<struct ResidualB>(range<1>(n), [=](id<1> i) { r[i] -= y[i]; });
  });
  q.submit([&](handler &h) {
    accessor r(rs, h, read_only);
    accessor x(xs, h, read_write);
    h.parallel_for<struct CorrectB>(range<1>(n), [=](id<1> i) { x[i] += r[i]; });
  });
  g.end_recording();
  executable e = g.finalize(p::graph::enable_fusion());
  for (int round = 0; round < 3; ++round) {
    q.ext_oneapi_graph(e);
    wanted.round(a);
  }
  print("buffers", e);
  host_accessor got(xs, read_only);
  bool right = true;
  for (std::size_t i = 0; i < n; ++i)
    right &= got[i] == wanted.x[i];
  e2e::expect("buffers", right);
}

// Written through one pointer, read through another one: only a run sees whether they point to one array.
void two_pointers(const char *name, queue &q, int *to, int *from) {
  int *column = malloc_shared<int>(n, q), *out = malloc_shared<int>(n, q);
  std::vector<int> wanted(n);
  for (std::size_t i = 0; i < n; ++i)
    column[i] = static_cast<int>(i * 7 % n);
  for (std::size_t i = 0; i < n; ++i)
    wanted[i] = (to == from ? 2 : 1) * from[column[i]];
  x::command_graph<> g(q);
  g.begin_recording(q);
  q.parallel_for<struct Write>(range<1>(n), [=](id<1> i) { to[i] = 2 * to[i]; });
  q.parallel_for<struct Gather>(range<1>(n), [=](id<1> i) { out[i] = from[column[i]]; });
  g.end_recording();
  executable e = g.finalize(p::graph::enable_fusion());
  q.ext_oneapi_graph(e).wait();
  print(name, e);
  e2e::expect_equal(name, std::vector<int>(out, out + n), wanted);
  free(column, q);
  free(out, q);
}

} // namespace

int main(int count, char **) {
  if (count > 1) {
    pointers("own elements", true);
    return e2e::finish();
  }
  pointers("usm", false);
  buffers();
  queue q{property::queue::in_order()};
  int *one = shared(q, e2e::random_values<int>(n, 23)), *other = shared(q, e2e::random_values<int>(n, 29));
  two_pointers("two arrays", q, one, other);
  two_pointers("one array", q, one, one);
  free(one, q);
  free(other, q);
  return e2e::finish();
}
