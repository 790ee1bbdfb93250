// Of a sequence that a run refuses as a whole, two or three kernels are fused: those before and behind the ones that depend on each other. Among them are an image and
// its borders, and kernels of several local sizes, which may not exchange data in groups that are not theirs.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Not for test/gpu: it is built with an option.
// REQUIRES: target-native
// RUN: rm -rf %t.dir && mkdir %t.dir && cd %t.dir
// RUN: %sycl_cxx -O2 -fplugin-arg-sycl-fuse-automatic -I%S/../Inputs -c %s -o a.o
// RUN: sycl-fuse build --automatic --target=native:v3 a.o -o a.fusion.o && clang++-22 a.o a.fusion.o %runtime_lib -o a
// RUN: env SYCL_FUSE_TRACE=1 ./a 2> trace | FileCheck-22 %s
// RUN: sort -u trace | FileCheck-22 %s --check-prefix=TRACE --implicit-check-not=Hand,
// CHECK: all results right
// TRACE-DAG: fused {{.*}} [Inside, Rows] {48x64:16x16}{{.*}}, generic
// TRACE-DAG: fused {{.*}} [Inside, Rows] {32x48:16x16}{{.*}}, generic
// TRACE-DAG: fused {{.*}} [Take, Shift, Add] {1024:{{.*}}, generic
// TRACE-DAG: fused {{.*}} [Take, Shift, Add] {384:{{.*}}, generic
// TRACE-DAG: launch: Hand {
#include "e2e.hpp"

#include <algorithm>

using namespace sycl;

static std::size_t up(int n, std::size_t to) { return (std::size_t(n) + to - 1) / to * to; }

// The columns overwrite the corners of the rows.
static void image(queue &q, float *to, const float *from, int h, int w) {
  q.parallel_for<class Inside>(nd_range<2>({up(h - 2, 16), up(w - 2, 16)}, {16, 16}), [=](nd_item<2> item) {
    const int r = int(item.get_global_id(0)) + 1, c = int(item.get_global_id(1)) + 1;
    if (c < w - 1 && r < h - 1)
      to[r * w + c] = from[r * w + c] + from[r * w + c - 1] - from[(r + 1) * w + c];
  });
  q.parallel_for<class Rows>(nd_range<1>(up(w, 64), 64), [=](nd_item<1> item) {
    const int c = int(item.get_global_id(0));
    if (c < w)
      to[c] = to[(h - 1) * w + c] = 1;
  });
  q.parallel_for<class Columns>(nd_range<1>(up(h, 64), 64), [=](nd_item<1> item) {
    const int r = int(item.get_global_id(0));
    if (r < h)
      to[r * w] = to[r * w + w - 1] = 2;
  });
}

static void check_image(queue &q, int h, int w) {
  const std::size_t n = std::size_t(h) * std::size_t(w);
  const std::vector<float> values = e2e::random_values<float>(n, unsigned(h));
  std::vector<float> wanted(n);
  for (int r = 0; r < h; ++r)
    for (int c = 0; c < w; ++c) {
      const std::size_t i = std::size_t(r * w + c);
      const bool column = c == 0 || c == w - 1, row = r == 0 || r == h - 1;
      wanted[i] = column ? 2 : row ? 1 : values[i] + values[i - 1] - values[i + std::size_t(w)];
    }
  float *from = malloc_shared<float>(n, q), *to = malloc_shared<float>(n, q);
  std::copy(values.begin(), values.end(), from);
  for (int step = 0; step < 3; ++step)
    image(q, to, from, h, w);
  q.wait();
  e2e::expect_equal("image", std::vector<float>(to, to + n), wanted);
  free(from, q);
  free(to, q);
}

// Take needs what other work-items of Hand's groups do; Shift and Add are over the same elements with other groups.
static void groups(queue &q, int *x, int *y, int *z, int n, std::size_t first, std::size_t second) {
  q.parallel_for<class Hand>(nd_range<1>(up(n, first), first), [=](nd_item<1> item) {
    const int i = int(item.get_global_id(0));
    if (i < n)
      y[i] = 3 * x[i];
  });
  q.parallel_for<class Take>(nd_range<1>(up(n, second), second), [=](nd_item<1> item) {
    const int i = int(item.get_global_id(0));
    if (i < n)
      z[i] = y[(i ^ 1) < n ? i ^ 1 : i];
  });
  q.parallel_for<class Shift>(nd_range<1>(up(n, first), first), [=](nd_item<1> item) {
    const int i = int(item.get_global_id(0));
    if (i < n)
      z[i] = z[i] - 7;
  });
  q.parallel_for<class Add>(nd_range<1>(up(n, second), second), [=](nd_item<1> item) {
    const int i = int(item.get_global_id(0));
    if (i < n)
      z[i] = z[i] + x[i];
  });
}

static void check_groups(queue &q, int n, std::size_t first, std::size_t second) {
  const std::size_t size = std::size_t(n);
  const std::vector<int> values = e2e::random_values<int>(size, unsigned(n));
  std::vector<int> wanted(size);
  for (int i = 0; i < n; ++i)
    wanted[std::size_t(i)] = 3 * values[std::size_t((i ^ 1) < n ? i ^ 1 : i)] - 7 + values[std::size_t(i)];
  int *x = malloc_shared<int>(size, q), *y = malloc_shared<int>(size, q), *z = malloc_shared<int>(size, q);
  std::copy(values.begin(), values.end(), x);
  for (int step = 0; step < 3; ++step)
    groups(q, x, y, z, n, first, second);
  q.wait();
  e2e::expect_equal("groups", std::vector<int>(z, z + n), wanted);
  for (int *p : {x, y, z})
    free(p, q);
}

// Sizes that the build does not know.
static int hidden(int n) {
  volatile int size = n;
  return size;
}

int main() {
  queue q{property::queue::in_order{}};
  const int sizes[][2] = {{47, 61}, {34, 48}};
  for (const auto &[h, w] : sizes)
    check_image(q, hidden(h), hidden(w));
  const int groups[][3] = {{1000, 64, 32}, {333, 16, 96}};
  for (const auto &[n, first, second] : groups)
    check_groups(q, hidden(n), std::size_t(hidden(first)), std::size_t(hidden(second)));
  return e2e::finish();
}
