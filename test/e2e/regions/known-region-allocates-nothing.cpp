// A known region of 8 kernels, collected, matched and launched, allocates nothing, with buffers and with pointers,
// listed and generic; what it costs is printed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: target-native
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --require --target=native %t.o -o %t.fusion.o --nd-range=with_buffers=33 --nd-range=with_pointers=33
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
#include "e2e.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <new>

namespace {
std::atomic<std::size_t> allocations{0};
void *counted(std::size_t bytes, std::size_t align) {
  ++allocations;
  void *p = align > alignof(std::max_align_t) ? std::aligned_alloc(align, (bytes + align - 1) / align * align)
                                              : std::malloc(bytes ? bytes : 1);
  if (!p)
    throw std::bad_alloc();
  return p;
}
} // namespace

void *operator new(std::size_t n) { return counted(n, 0); }
void *operator new[](std::size_t n) { return counted(n, 0); }
void *operator new(std::size_t n, std::align_val_t a) { return counted(n, static_cast<std::size_t>(a)); }
void *operator new[](std::size_t n, std::align_val_t a) { return counted(n, static_cast<std::size_t>(a)); }
void operator delete(void *p) noexcept { std::free(p); }
void operator delete[](void *p) noexcept { std::free(p); }
void operator delete(void *p, std::size_t) noexcept { std::free(p); }
void operator delete[](void *p, std::size_t) noexcept { std::free(p); }
void operator delete(void *p, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void *p, std::align_val_t) noexcept { std::free(p); }
void operator delete(void *p, std::size_t, std::align_val_t) noexcept { std::free(p); }
void operator delete[](void *p, std::size_t, std::align_val_t) noexcept { std::free(p); }

using namespace sycl;
using clock_type = std::chrono::steady_clock;

namespace {

template <int K> class BufferStep;
template <int K> class PointerStep;

template <int K> void step(queue &q, buffer<int> &from, buffer<int> &to, std::size_t n) {
  q.submit([&](handler &h) {
    accessor x(from, h, read_only);
    accessor y(to, h, read_write);
    h.parallel_for<BufferStep<K>>(range<1>(n), [=](id<1> i) { y[i] += x[i] * K; });
  });
}

double completing = 0;
std::size_t made_completing = 0;
template <class F> void timed(F complete) {
  const std::size_t before = allocations;
  const auto begin = clock_type::now();
  complete();
  made_completing += allocations - before;
  completing += std::chrono::duration<double, std::micro>(clock_type::now() - begin).count();
}

void with_buffers(queue &q, e2e::fusion_wrapper &fw, buffer<int> &a, buffer<int> &b, buffer<int> &c, std::size_t n) {
  fw.start_fusion();
  step<1>(q, a, b, n);
  step<2>(q, b, c, n);
  step<3>(q, c, a, n);
  step<4>(q, a, b, n);
  step<5>(q, b, c, n);
  step<6>(q, c, a, n);
  step<7>(q, a, c, n);
  step<8>(q, b, a, n);
  timed([&] { fw.complete_fusion(); });
}

void with_pointers(queue &q, e2e::fusion_wrapper &fw, int *p, const int *r, std::size_t n) {
  fw.start_fusion();
  q.parallel_for<PointerStep<1>>(range<1>(n), [=](id<1> i) { p[i] += r[i]; });
  q.parallel_for<PointerStep<2>>(range<1>(n), [=](id<1> i) { p[i] *= 3; });
  q.parallel_for<PointerStep<3>>(range<1>(n), [=](id<1> i) { p[i] -= r[i]; });
  q.parallel_for<PointerStep<4>>(range<1>(n), [=](id<1> i) { p[i] ^= 5; });
  q.parallel_for<PointerStep<5>>(range<1>(n), [=](id<1> i) { p[i] += 1; });
  q.parallel_for<PointerStep<6>>(range<1>(n), [=](id<1> i) { p[i] *= r[i]; });
  q.parallel_for<PointerStep<7>>(range<1>(n), [=](id<1> i) { p[i] += 2; });
  q.parallel_for<PointerStep<8>>(range<1>(n), [=](id<1> i) { p[i] %= 1000; });
  timed([&] { fw.complete_fusion(); });
}

template <class F> void repeat(const char *what, const e2e::fusion_wrapper &fw, F region) {
  for (int i = 0; i < 100; ++i)
    region();
  const std::size_t before = allocations;
  completing = 0;
  made_completing = 0;
  constexpr int times = 1000;
  for (int i = 0; i < times; ++i)
    region();
  const std::size_t made = allocations - before;
  e2e::report(what, fw);
  std::printf("%zu allocations in complete_fusion, %zu elsewhere, %.2f us\n", made_completing, made - made_completing,
              completing / times);
}

} // namespace

int main() {
  queue q = e2e::make_queue();
  e2e::fusion_wrapper fw{q};
  buffer<int> a{range<1>(100)}, b{range<1>(100)}, c{range<1>(100)};
  for (buffer<int> *x : {&a, &b, &c})
    q.submit([&](handler &h) { h.fill(accessor(*x, h, write_only, no_init), 1); });
  int *p = malloc_shared<int>(100, q), *r = malloc_shared<int>(100, q);
  std::fill_n(p, 100, 1), std::fill_n(r, 100, 2);
  for (std::size_t n : {33, 77}) {
    repeat("buffers", fw, [&] { with_buffers(q, fw, a, b, c, n); });
    repeat("pointers", fw, [&] { with_pointers(q, fw, p, r, n); });
  }
  free(p, q), free(r, q);
}
// CHECK: buffers: aot none
// CHECK-NEXT: {{^}}0 allocations in complete_fusion, 0 elsewhere,
// CHECK-NEXT: pointers: aot none
// CHECK-NEXT: {{^}}0 allocations in complete_fusion, 0 elsewhere,
// CHECK-NEXT: buffers: aot-generic nd_range_not_listed
// CHECK-NEXT: {{^}}0 allocations in complete_fusion, 0 elsewhere,
// CHECK-NEXT: pointers: aot-generic nd_range_not_listed
// CHECK-NEXT: {{^}}0 allocations in complete_fusion, 0 elsewhere,
