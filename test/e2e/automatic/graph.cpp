// A graph that nobody asked to be fused runs the fused kernels of the sequences in it, with the same results.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Not for test/gpu: it is built with what a run of it recorded.
// REQUIRES: target-native
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o && clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: env SYCL_FUSE_AUTO=built SYCL_FUSE_RECORD=%t.dir/profile %t | FileCheck-22 %s
// RUN: sycl-fuse build --automatic %t.o --captured %t.dir/profile/*.fusion.json -o %t.auto.o
// RUN: clang++-22 %t.o %t.auto.o %runtime_lib -o %t.auto
// RUN: env SYCL_FUSE_AUTO=built SYCL_FUSE_TRACE=1 %t.auto 2> %t.trace | FileCheck-22 %s
// RUN: FileCheck-22 %s --check-prefix=TRACE --input-file=%t.trace
// TRACE: fused automatic#{{[0-9a-f]*}} [Scale, Shift, Square]
// RUN: env SYCL_FUSE_AUTO=off SYCL_FUSE_TRACE=1 %t.auto 2> %t.off | FileCheck-22 %s
// RUN: not grep fused %t.off
// Without the sequence a graph is what it was.
// RUN: env SYCL_FUSE_AUTO=built SYCL_FUSE_STATS=1 %t 2>&1 | FileCheck-22 %s --implicit-check-not=automatic#
// CHECK: all results right
#include "e2e.hpp"

namespace syclex = sycl::ext::oneapi::experimental;

int main() {
  constexpr std::size_t n = 777;
  sycl::queue q{sycl::property::queue::in_order{}};
  float *x = sycl::malloc_shared<float>(n, q), *y = sycl::malloc_shared<float>(n, q);
  std::vector<float> host_x = e2e::random_values<float>(n, 1), host_y = e2e::random_values<float>(n, 2);
  std::copy(host_x.begin(), host_x.end(), x);
  std::copy(host_y.begin(), host_y.end(), y);
  syclex::command_graph graph{q.get_context(), q.get_device()};
  graph.begin_recording(q);
  q.parallel_for<class Scale>(n, [=](sycl::id<1> i) { x[i] = x[i] * 0.5f; });
  q.parallel_for<class Shift>(n, [=](sycl::id<1> i) { y[i] = x[i] + y[i]; });
  q.parallel_for<class Square>(n, [=](sycl::id<1> i) { x[i] = x[i] - y[i] * 0.25f; });
  q.fill(y, 1.0f, 1);
  q.parallel_for<class Alone>(n, [=](sycl::id<1> i) { y[i] = y[i] + 1.0f; });
  graph.end_recording(q);
  auto executable = graph.finalize();
  for (int step = 0; step < 4; ++step) {
    q.ext_oneapi_graph(executable);
    for (std::size_t i = 0; i < n; ++i) {
      host_x[i] = host_x[i] * 0.5f;
      host_y[i] = host_x[i] + host_y[i];
      const float quarter = host_y[i] * 0.25f;
      host_x[i] = host_x[i] - quarter;
    }
    host_y[0] = 1.0f;
    for (float &v : host_y)
      v = v + 1.0f;
  }
  q.wait();
  e2e::expect_equal("x", std::vector<float>(x, x + n), host_x);
  e2e::expect_equal("y", std::vector<float>(y, y + n), host_y);
  sycl::free(x, q);
  sycl::free(y, q);
  return e2e::finish();
}
