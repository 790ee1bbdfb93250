// Copies between pageable, pinned, device and shared memory and fills with patterns of every size arrive whole, also
// when the source changes right after a copy; and threads may have no context of CUDA, or one that is not ours.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../e2e/Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// CHECK: all results right
#include "e2e.hpp"

#include <algorithm>
#include <array>
#include <dlfcn.h>
#include <thread>

using namespace sycl;

template <std::size_t Size> void check_fill(queue &q, std::size_t count) {
  using pattern = std::array<unsigned char, Size>;
  pattern value;
  for (std::size_t i = 0; i < Size; ++i)
    value[i] = static_cast<unsigned char>(37 * i + 1);
  pattern *device = malloc_device<pattern>(count, q);
  q.fill(device, value, count).wait();
  std::vector<pattern> got(count);
  q.memcpy(got.data(), device, count * Size).wait();
  const bool right = std::all_of(got.begin(), got.end(), [&](const pattern &p) { return p == value; });
  if (!right) {
    std::printf("fill of %zu patterns of %zu bytes is wrong\n", count, Size);
    ++e2e::failures;
  }
  free(device, q);
}

void check_copies(queue &q, std::size_t n) {
  const std::vector<int> in = e2e::random_values<int>(n, 20);
  int *device = malloc_device<int>(n, q), *pinned = malloc_host<int>(n, q), *shared = malloc_shared<int>(n, q);
  std::vector<int> source = in, got(n, 0);
  event e = q.memcpy(device, source.data(), n * sizeof(int));
  e.wait();
  std::fill(source.begin(), source.end(), -1);
  e = q.memcpy(pinned, device, n * sizeof(int));
  e = q.submit([&](handler &h) {
    h.depends_on(e);
    h.memcpy(shared, pinned, n * sizeof(int));
  });
  e.wait();
  q.memcpy(got.data(), shared, n * sizeof(int)).wait();
  e2e::expect_equal("copies", got, in);
  free(device, q);
  free(pinned, q);
  free(shared, q);
}

// A kernel that runs for a while, then a copy of its result, with nothing but the dependency between them.
void check_order(queue &q) {
  constexpr std::size_t n = 1 << 20;
  int *device = malloc_device<int>(n, q);
  std::vector<int> got(n, 0), wanted(n, 1 + 1000 * 3);
  event e = q.fill(device, 1, n);
  e = q.submit([&](handler &h) {
    h.depends_on(e);
    h.parallel_for<class Slow>(range{n}, [=](id<1> i) {
      for (int k = 0; k < 1000; ++k)
        device[i] += 3;
    });
  });
  q.submit([&](handler &h) {
    h.depends_on(e);
    h.memcpy(got.data(), device, n * sizeof(int));
  });
  q.wait();
  e2e::expect_equal("order", got, wanted);
  free(device, q);
}

template <class F> F *of_cuda(const char *name) {
  static void *driver = dlopen("libcuda.so.1", RTLD_NOW);
  return driver ? reinterpret_cast<F *>(dlsym(driver, name)) : nullptr;
}

void check_contexts(queue &q) {
  constexpr std::size_t n = 1000;
  int *device = malloc_device<int>(n, q);
  q.fill(device, 0, n).wait();
  int launches = 0;
  const auto launch = [&] {
    q.parallel_for<class Increment>(range{n}, [=](id<1> i) { device[i] += 1; });
    ++launches;
  };
  std::thread([&] {
    launch();
    q.wait();
  }).join();
  std::thread([&] {
    void *other = nullptr;
    if (auto *create = of_cuda<int(void **, unsigned, int)>("cuCtxCreate_v2"); !create || create(&other, 0, 0) != 0)
      other = nullptr; // no device of CUDA
    const auto make_current = [&] {
      if (other)
        of_cuda<int(void *)>("cuCtxSetCurrent")(other);
    };
    for (int i = 0; i < 3; ++i) {
      make_current();
      launch();
      make_current();
      q.wait();
    }
    if (other)
      of_cuda<int(void *)>("cuCtxDestroy_v2")(other);
    launch(); // its context may be the one that is gone
    q.wait();
  }).join();
  std::vector<int> got(n);
  q.memcpy(got.data(), device, n * sizeof(int)).wait();
  e2e::expect_equal("contexts", got, std::vector<int>(n, launches));
  free(device, q);
}

int main() {
  queue q = e2e::make_queue();
  for (std::size_t count : {1, 3, 1000, 65537}) {
    check_fill<1>(q, count);
    check_fill<2>(q, count);
    check_fill<3>(q, count);
    check_fill<4>(q, count);
    check_fill<8>(q, count);
    check_fill<12>(q, count);
    check_fill<16>(q, count);
  }
  for (std::size_t n : {1, 1000, 3000000})
    check_copies(q, n);
  check_order(q);
  check_contexts(q);
  return e2e::finish();
}
