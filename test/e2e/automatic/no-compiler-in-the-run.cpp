// Of a sequence that was built and is wrong for the sizes of a launch, a run says nothing, and starts no compiler unless it is asked for sequences of its own.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Not for test/gpu: it is built with an option.
// REQUIRES: target-native
// RUN: rm -rf %t.dir && mkdir %t.dir && cd %t.dir
// RUN: %sycl_cxx -O2 -fplugin-arg-sycl-fuse-automatic -I%S/../Inputs -c %s -o a.o
// RUN: sycl-fuse build --automatic a.o -o a.fusion.o && clang++-22 a.o a.fusion.o %runtime_lib -o a
// RUN: env SYCL_FUSE_JIT=sync SYCL_FUSE_CACHE_DIR=%t.dir/cache SYCL_FUSE_STATS=run.json ./a 2> errors | FileCheck-22 %s
// RUN: FileCheck-22 %s --check-prefix=STATS < run.json
// RUN: count 0 < errors
// RUN: not ls cache
// CHECK: all results right
// STATS: "aot_generic": 4
// STATS: "jit": 0
// STATS: "unfused": 5
// STATS: "name": "local_sizes_differ"
// The worker is asked, and has nothing to say of a sequence that cannot be one kernel.
// RUN: env SYCL_FUSE_AUTO=on SYCL_FUSE_JIT=sync SYCL_FUSE_CACHE_DIR=%t.dir/cache ./a 2>&1 | FileCheck-22 %s --implicit-check-not=SF7
// RUN: ls cache
#include "e2e.hpp"

// Each work-group hands its elements round, which takes the groups that the program asks for.
template <class Name> void turn(sycl::queue &q, int *to, const int *from, std::size_t n, std::size_t local) {
  q.submit([&](sycl::handler &h) {
    sycl::local_accessor<int, 1> all(local, h);
    h.parallel_for<Name>(sycl::nd_range<1>(n, local), [=](sycl::nd_item<1> i) {
      all[i.get_local_id(0)] = from[i.get_global_id(0)];
      sycl::group_barrier(i.get_group());
      to[i.get_global_id(0)] = all[(i.get_local_id(0) + 1) % i.get_local_range(0)] + 1;
    });
  });
}

class First;
class Second;

void both(sycl::queue &q, int *x, int *y, int *z, std::size_t n, std::size_t first, std::size_t second) {
  turn<First>(q, y, x, n, first);
  turn<Second>(q, z, y, n, second);
}

std::vector<int> turned(const std::vector<int> &from, std::size_t local) {
  std::vector<int> to(from.size());
  for (std::size_t i = 0; i < from.size(); ++i)
    to[i] = from[i / local * local + (i + 1) % local] + 1;
  return to;
}

int main() {
  constexpr std::size_t n = 7 * 24;
  sycl::queue q{sycl::property::queue::in_order{}};
  int *x = sycl::malloc_shared<int>(n, q), *y = sycl::malloc_shared<int>(n, q), *z = sycl::malloc_shared<int>(n, q);
  std::vector<int> host(n);
  for (std::size_t i = 0; i < n; ++i)
    host[i] = x[i] = static_cast<int>(i * 13 % 37);
  for (int step = 0; step < 9; ++step) {
    const std::size_t first = 8, second = step % 2 ? 8 : 24;
    both(q, x, y, z, n, first, second);
    q.wait();
    e2e::expect_equal("z", std::vector<int>(z, z + n), turned(turned(host, first), second));
  }
  for (int *p : {x, y, z})
    sycl::free(p, q);
  return e2e::finish();
}
