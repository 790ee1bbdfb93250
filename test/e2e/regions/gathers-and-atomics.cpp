// A region whose kernels add atomically, exchange and copy structures at indices that are not known is built, and gives what
// its kernels give one by one. So does one whose operations on one memory do not commute.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o 2>&1 | FileCheck-22 %s --check-prefix=BUILD
// BUILD-NOT: SF3032
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
#include "e2e.hpp"

struct Particle {
  double x, y, z, u, v, w;
};
template <class T> auto atomic(T &x) {
  return sycl::atomic_ref<T, sycl::memory_order::relaxed, sycl::memory_scope::device>(x);
}
constexpr std::size_t n = 1003, bins = 17;

int main() {
  sycl::queue q{{sycl::property::queue::in_order{}, e2e::fusion::property::queue::enable_fusion{}}};
  auto *count = sycl::malloc_shared<int>(bins, q), *first = sycl::malloc_shared<int>(bins, q);
  auto *index = sycl::malloc_shared<int>(n, q);
  auto *from = sycl::malloc_shared<Particle>(n, q), *to = sycl::malloc_shared<Particle>(n, q);
  std::fill(count, count + bins, 0), std::fill(first, first + bins, 0);
  for (std::size_t i = 0; i < n; ++i) {
    index[i] = static_cast<int>(i * 7 % n);
    from[i] = {double(i), 2, 3, 4, 5, 6};
  }
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for<class Moves>(n, [=](sycl::id<1> i) { from[i].x += 1; });
  q.parallel_for<class Counts>(n, [=](sycl::id<1> i) { atomic(count[i % bins]).fetch_add(1); });
  q.parallel_for<class Exchanges>(n, [=](sycl::id<1> i) {
    int nothing = 0;
    atomic(first[index[i] % bins]).compare_exchange_strong(nothing, 5);
  });
  q.parallel_for<class Gathers>(n, [=](sycl::id<1> i) { to[i] = from[index[i]]; });
  fw.complete_fusion();
  q.wait();
  for (std::size_t i = 0; i < n; ++i)
    e2e::expect("gather", to[i].x == index[i] + 1 && to[i].w == 6);
  for (std::size_t b = 0; b < bins; ++b)
    e2e::expect("bins", count[b] == int((n - b + bins - 1) / bins) && first[b] == 5);

  std::fill(count, count + bins, 0);
  fw.start_fusion();
  q.parallel_for<class Largest>(n, [=](sycl::id<1> i) { atomic(count[i % bins]).fetch_max(int(i)); });
  q.parallel_for<class Adds>(n, [=](sycl::id<1> i) { atomic(count[i % bins]).fetch_add(1); });
  fw.complete_fusion();
  q.wait();
  for (std::size_t b = 0; b < bins; ++b) {
    const int times = int((n - b + bins - 1) / bins);
    e2e::expect("maximum, then sum", count[b] == int(b) + (times - 1) * int(bins) + times);
  }
  std::printf("failures: %d\n", e2e::failures); // CHECK: failures: 0
}
