// A kernel that writes under a condition and one that reads under another what it wrote: in one loop, in which they are as a value
// goes from one to the other in a register, each vector load would wait for a masked store. The build says so, once for each size, and the region runs unfused; internalized it has no such store and is fused.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --target=native:v3 %t.o -o %t.fusion.o 2> %t.err
// RUN: FileCheck-22 %s --check-prefix=BUILD --implicit-check-not=warning: < %t.err
// BUILD: warning: region 'through_memory' for 1003 is not fused for native:v3: {{.*}} [SF3085]
// BUILD: warning: region 'through_memory' is not fused for native:v3: {{.*}} [SF3085]
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
#include "e2e.hpp"

using namespace sycl;

static constexpr std::size_t n = 1003;

static void through_memory(queue &q, float *a, float *x, float *o) {
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for<class Writes>(range{n}, [=](id<1> i) {
    if (a[i] > 0)
      x[i] = a[i] - 1;
    o[i] = a[i];
  });
  q.parallel_for<class Reads>(range{n}, [=](id<1> i) {
    if (o[i] < 50)
      o[i] = x[i] / (o[i] + 1000);
  });
  fw.complete_fusion();
  q.wait();
  e2e::report("memory", fw);
}

static void in_registers(queue &q, float *a, float *o) {
  e2e::fusion_wrapper fw{q};
  {
    buffer<float> temporary{range{n}, property_list{e2e::promote_private{}}};
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor x{temporary, h, write_only, no_init};
      h.parallel_for<class Zeros>(range{n}, [=](id<1> i) { x[i] = 0; });
    });
    q.submit([&](handler &h) {
      accessor x{temporary, h, read_write};
      h.parallel_for<class WritesSome>(range{n}, [=](id<1> i) {
        if (a[i] > 0)
          x[i] = a[i] - 1;
      });
    });
    q.submit([&](handler &h) {
      accessor x{temporary, h, read_only};
      h.parallel_for<class ReadsSome>(range{n}, [=](id<1> i) {
        if (a[i] < 50)
          o[i] = x[i] / (a[i] + 1000);
        else
          o[i] = a[i];
      });
    });
    fw.complete_fusion();
  }
  q.wait();
  e2e::report("registers", fw);
}

int main() {
  queue q = e2e::make_queue();
  const std::vector<float> in = e2e::random_values<float>(n, 5);
  float *a = malloc_shared<float>(n, q), *x = malloc_shared<float>(n, q), *o = malloc_shared<float>(n, q);
  std::vector<float> wanted(n);
  for (std::size_t i = 0; i < n; ++i) {
    a[i] = in[i];
    x[i] = 0;
    wanted[i] = in[i] >= 50 ? in[i] : in[i] > 0 ? (in[i] - 1) / (in[i] + 1000) : 0 / (in[i] + 1000);
  }
  through_memory(q, a, x, o); // CHECK: memory: unfused fusion_unprofitable
  e2e::expect_equal("memory", std::vector<float>(o, o + n), wanted);
  in_registers(q, a, o); // CHECK-NEXT: registers: aot
  e2e::expect_equal("registers", std::vector<float>(o, o + n), wanted);
  for (float *p : {a, x, o})
    free(p, q);
  return e2e::finish(); // CHECK-NEXT: all results right
}
