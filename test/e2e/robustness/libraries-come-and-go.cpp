// Two libraries with different kernels of the same names and closures each run their own; one that is opened and closed
// 1,000 times leaves nothing behind, also while another thread fuses.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Not for test/gpu: it is several libraries and a program.
// REQUIRES: target-native
// RUN: export SYCL_FUSE_JIT=off
// RUN: %sycl_cxx -O2 -fPIC -DFACTOR=3 -I%S/../Inputs -c %s -o %t.a.o
// RUN: %sycl_cxx -O2 -fPIC -DFACTOR=5 -I%S/../Inputs -c %s -o %t.b.o
// RUN: sycl-fuse build --require --target=native --nd-range=run=1000 %t.a.o -o %t.a.fusion.o
// RUN: sycl-fuse build --require --target=native --nd-range=run=1000 %t.b.o -o %t.b.fusion.o
// RUN: clang++-22 -shared %t.a.o %t.a.fusion.o %runtime_lib -o %t.a.so
// RUN: clang++-22 -shared %t.b.o %t.b.fusion.o %runtime_lib -o %t.b.so
// A library of the same kernels that was never fused.
// RUN: %sycl_cxx -O2 -fPIC -DFACTOR=7 -I%S/../Inputs -c %s -o %t.c.o
// RUN: clang++-22 -shared %t.c.o %runtime_lib -o %t.c.so
// RUN: %sycl_cxx -O2 -DPROGRAM -I%S/../Inputs -c %s -o %t.o
// RUN: clang++-22 %t.o %runtime_lib -ldl -o %t
// RUN: %t %t.a.so %t.b.so %t.c.so | FileCheck-22 %s
// Beside many regions that look the same, on a machine that is busy.
// RUN: rm -rf %t.copies && mkdir %t.copies
// RUN: bash -c 'for i in $(seq 200); do cp %t.b.so %t.copies/$i.so; done'
// RUN: bash -c 'timeout 200 %t %t.a.so %t.b.so %t.c.so %t.copies/*.so' | FileCheck-22 %s
// CHECK: a: aot none
// CHECK-NEXT: b: aot none
// CHECK-NEXT: c: unfused {{kernel_not_built|unknown_region}}
// CHECK-NEXT: all results right
#include "e2e.hpp"

#include <atomic>
#include <chrono>
#include <dlfcn.h>
#include <list>
#include <malloc.h>
#include <thread>

#ifndef PROGRAM

namespace {

class First;
class Second;

// The same names, captures and types in each library.
void run(sycl::queue &q, int *p, std::size_t n, int *outcome) {
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for<First>(sycl::range<1>(n), [=](sycl::id<1> i) { p[i] += FACTOR; });
  q.parallel_for<Second>(sycl::range<1>(n), [=](sycl::id<1> i) { p[i] *= FACTOR; });
  fw.complete_fusion();
  q.wait();
  outcome[0] = static_cast<int>(fw.last_outcome());
  outcome[1] = static_cast<int>(fw.last_reason());
}

} // namespace

extern "C" void run_library(sycl::queue &q, int *p, std::size_t n, int *outcome) { run(q, p, n, outcome); }

#else

namespace {

class library {
public:
  explicit library(const char *path) : handle_(::dlopen(path, RTLD_NOW | RTLD_LOCAL)) {
    e2e::expect("dlopen", handle_ != nullptr);
    run_ = reinterpret_cast<decltype(run_)>(::dlsym(handle_, "run_library"));
  }
  ~library() { ::dlclose(handle_); }
  library(const library &) = delete;

  // Of 1,000 elements from 0 on.
  void check(const char *what, sycl::queue &q, int factor, bool report = false) {
    std::vector<int> data(1000), wanted(1000);
    for (int i = 0; i < 1000; ++i)
      data[static_cast<std::size_t>(i)] = i, wanted[static_cast<std::size_t>(i)] = (i + factor) * factor;
    int outcome[2];
    run_(q, data.data(), data.size(), outcome);
    e2e::expect_equal(what, data, wanted);
    if (report)
      std::printf("%s: %s %s\n", what, to_string(static_cast<e2e::fusion::fusion_outcome>(outcome[0])),
                  to_string(static_cast<e2e::fusion::fusion_reason>(outcome[1])));
    else
      e2e::expect("fused", outcome[0] == static_cast<int>(e2e::fusion::fusion_outcome::aot));
  }

private:
  void *handle_;
  void (*run_)(sycl::queue &, int *, std::size_t, int *);
};

// Threads that keep all processors busy.
class load {
public:
  load() {
    for (unsigned i = 0; i < 2 * std::thread::hardware_concurrency(); ++i)
      threads_.emplace_back([this] {
        while (!stop_)
          ;
      });
  }
  ~load() {
    stop_ = true;
    for (std::thread &t : threads_)
      t.join();
  }
  load(const load &) = delete;

private:
  std::atomic<bool> stop_{false};
  std::list<std::thread> threads_;
};

// Opens and closes `path`, with these libraries open, while another thread fuses and compares with their regions.
void come_and_go(const char *path, char **others, int count, sycl::queue &q, library &a, int times) {
  std::list<library> open;
  for (int i = 0; i < count; ++i)
    open.emplace_back(others[i]);
  std::atomic<bool> stop{false};
  std::thread other([&] {
    sycl::queue mine = e2e::make_queue();
    while (!stop)
      a.check("meanwhile", mine, 3);
  });
  std::chrono::steady_clock::duration longest{};
  for (int i = 0; i < times; ++i) {
    const auto start = std::chrono::steady_clock::now();
    library(path).check("coming and going", q, 5);
    longest = std::max(longest, std::chrono::steady_clock::now() - start);
  }
  stop = true;
  other.join();
  // It waits for who compares, never for as long as this.
  e2e::expect("closing does not wait", longest < std::chrono::seconds(25));
}

std::size_t in_use() { return ::mallinfo2().uordblks; }

} // namespace

int main(int argc, char **argv) {
  if (argc < 4)
    return 2;
  ::mallopt(M_ARENA_MAX, 1); // mallinfo2 knows one
  sycl::queue q = e2e::make_queue();
  library a(argv[1]);
  a.check("a", q, 3, true);
  {
    library b(argv[2]);
    b.check("b", q, 5, true);
    a.check("a again", q, 3);
    library c(argv[3]);
    c.check("c", q, 7, true);
    b.check("b again", q, 5);
  }
  a.check("a alone", q, 3);

  come_and_go(argv[2], nullptr, 0, q, a, 200);
  if (argc > 4) {
    const load busy;
    come_and_go(argv[2], argv + 4, argc - 4, q, a, 500);
    a.check("a at the end", q, 3);
    return e2e::finish();
  }
  std::size_t before = 0;
  for (int i = 0; i < 1000; ++i) {
    library(argv[2]).check("coming and going", q, 5);
    if (i == 99)
      before = in_use();
  }
  const std::size_t after = in_use();
  e2e::expect("memory is flat", after < before + 16384);
  if (after >= before + 16384)
    std::printf("%zu bytes, then %zu\n", before, after);
  a.check("a at the end", q, 3);
  return e2e::finish();
}

#endif
