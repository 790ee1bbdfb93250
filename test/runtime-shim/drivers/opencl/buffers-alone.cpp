// On a device without memory by pointers (a double of PoCL's) buffers, reductions and device globals are right, its aspects say what is missing, and what
// would need pointers is refused with the standard's errors.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: pocl, llvm-spirv, target-spirv
// RUN: %sycl_cxx -O1 -I%source_root/test/e2e/Inputs -c %s -o %t.o
// RUN: sycl-fuse build --target=spir %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: env LD_PRELOAD=%build_root/lib/libsycl-fuse-fake-opencl.so FAKE_OPENCL=no-pointers 'ONEAPI_DEVICE_SELECTOR=opencl:*' POCL_CACHE_DIR=%t.cache SYCL_FUSE_JIT=off %t | FileCheck-22 %s
// CHECK: aspects: 0 0 0
// CHECK-NEXT: device: not supported
// CHECK-NEXT: host: not supported
// CHECK-NEXT: shared: not supported
// CHECK-NEXT: a pointer of the host: kernel argument
// CHECK-NEXT: accessors in an array: kernel argument
// CHECK-NEXT: a part at an odd byte: invalid
// CHECK-NEXT: reduction: right
// CHECK-NEXT: device global: right
// CHECK-NEXT: parts: right
#include "e2e.hpp"

#include <numeric>

using namespace sycl;
constexpr std::size_t n = 1021;
static ext::oneapi::experimental::device_global<int> counter{40};

template <class F> void tell(const char *what, F f) {
  const char *outcome = "works";
  try {
    f();
  } catch (const exception &e) {
    outcome = e.code() == errc::feature_not_supported ? "not supported"
              : e.code() == errc::kernel_argument     ? "kernel argument"
              : e.code() == errc::invalid             ? "invalid"
                                                      : e.what();
  }
  std::printf("%s: %s\n", what, outcome);
}
void right(const char *what, bool is) { std::printf("%s: %s\n", what, is ? "right" : "wrong"); }

void refusals(queue &q, buffer<int> &b) {
  const device d = q.get_device();
  std::printf("aspects: %d %d %d\n", d.has(aspect::usm_device_allocations), d.has(aspect::usm_host_allocations),
              d.has(aspect::usm_shared_allocations));
  tell("device", [&] { malloc_device<int>(1, q); });
  tell("host", [&] { malloc_host<int>(1, q); });
  tell("shared", [&] { malloc_shared<int>(1, q); });
  int mine = 0;
  tell("a pointer of the host", [&, p = &mine] { q.single_task<class Pointer>([=] { *p = 1; }).wait_and_throw(); });
  tell("accessors in an array", [&] {
    q.submit([&](handler &h) {
       accessor a{b, h}, c{b, h};
       const decltype(a) both[2] = {a, c};
       h.parallel_for<class Array>(range{n}, [=](id<1> i) { both[i[0] % 2][i] += 1; });
     }).wait_and_throw();
  });
  buffer<int> part(b, id<1>(3), range<1>(5));
  tell("a part at an odd byte", [&] {
    q.submit([&](handler &h) {
       accessor a{part, h};
       h.parallel_for<class Odd>(range{5}, [=](id<1> i) { a[i] += 1; });
     }).wait_and_throw();
  });
}

int main() {
  queue q = e2e::make_queue();
  std::vector<int> numbers(n);
  std::iota(numbers.begin(), numbers.end(), -100);
  const int wanted = std::accumulate(numbers.begin(), numbers.end(), 7);
  buffer<int> b{numbers.data(), range{n}};
  refusals(q, b);
  int sum = 7;
  {
    buffer<int> s{&sum, range{1}};
    q.submit([&](handler &h) {
      accessor in{b, h, read_only};
      h.parallel_for<class Sum>(range{n}, reduction(s, h, plus<>()), [=](id<1> i, auto &r) { r += in[i]; });
    });
  }
  right("reduction", sum == wanted);
  q.single_task<class Count>([=] { counter.get() = counter.get() + 2; }).wait();
  int count = 0;
  q.copy(counter, &count).wait();
  right("device global", count == 42);
  buffer<int> aligned(b, id<1>(64), range<1>(500)); // 256 bytes
  q.submit([&](handler &h) {
    accessor a{aligned, h};
    h.parallel_for<class Aligned>(range{500}, [=](id<1> i) { a[i] = 2 * a[i] + 1; });
  });
  bool is = true;
  host_accessor seen{b, read_only};
  for (std::size_t i = 0; i < n; ++i) {
    const int before = static_cast<int>(i) - 100;
    is &= seen[i] == (i >= 64 && i < 564 ? 2 * before + 1 : before);
  }
  right("parts", is);
}
