// A region that a static object runs before main, in a file whose fused kernels are linked last, is fused like any
// other, and so is one in its destructor.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --target=native --require %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: env SYCL_FUSE_JIT=off %t 2>&1 | FileCheck-22 %s
// CHECK: before main: aot
// CHECK: in main
// CHECK: after main: aot
// CHECK: all results right
#include "e2e.hpp"

using namespace sycl;

static void run(const char *when) {
  constexpr std::size_t n = 1021;
  const std::vector<int> x = e2e::random_values<int>(n, 3);
  std::vector<int> out(n), wanted;
  for (int v : x)
    wanted.push_back((v + 3) * 5);
  queue q = e2e::make_queue();
  e2e::fusion_wrapper fw{q};
  {
    buffer<int> in{x}, between{range<1>(n)}, to{out};
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor a{in, h, read_only};
      accessor b{between, h, write_only};
      h.parallel_for<class Plus>(range<1>(n), [=](id<1> i) { b[i] = a[i] + 3; });
    });
    q.submit([&](handler &h) {
      accessor b{between, h, read_only};
      accessor c{to, h, write_only};
      h.parallel_for<class Times>(range<1>(n), [=](id<1> i) { c[i] = b[i] * 5; });
    });
    fw.complete_fusion(e2e::fusion::property::no_barriers{});
    q.wait();
  }
  e2e::report(when, fw);
  e2e::expect_equal(when, out, wanted);
}

struct early {
  early() { run("before main"); }
  ~early() {
    run("after main");
    std::printf("%s\n", e2e::failures ? "wrong results" : "all results right");
  }
} object;

int main() { std::printf("in main\n"); }
