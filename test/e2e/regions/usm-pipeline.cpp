// A pipeline over USM pointers with scalars captured by value is fused; device, shared and host allocations work.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
#include "e2e.hpp"

using namespace sycl;

struct affine {
  double scale;
  float offset;
  short shift;
};

void run(std::size_t n, float factor, affine map, int rounds) {
  const std::vector<float> in = e2e::random_values<float>(n, 8);
  queue q = e2e::make_queue();
  float *a = malloc_device<float>(n, q), *b = malloc_shared<float>(n, q), *c = malloc_host<float>(n, q);
  q.memcpy(a, in.data(), n * sizeof(float)).wait();
  q.fill(c, -1.0f, n).wait();
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.submit([&](handler &h) { h.parallel_for<class Scale>(range{n}, [=](id<1> i) { b[i] = a[i] * factor; }); });
  q.submit([&](handler &h) {
    h.parallel_for<class Affine>(range{n}, [=](id<1> i) {
      const double product = b[i] * map.scale;
      const double sum = product + map.offset;
      b[i] = static_cast<float>(sum + map.shift);
    });
  });
  q.submit([&](handler &h) {
    h.parallel_for<class Rounds>(range{n}, [=](id<1> i) {
      float x = b[i];
      for (int k = 0; k < rounds; ++k)
        x = x * 0.5f;
      c[i] = x;
    });
  });
  fw.complete_fusion();
  q.wait();
  e2e::report("usm", fw);

  std::vector<float> wanted(n);
  for (std::size_t i = 0; i < n; ++i) {
    const float scaled = in[i] * factor;
    const double product = scaled * map.scale;
    const double sum = product + map.offset;
    wanted[i] = static_cast<float>(sum + map.shift);
    for (int k = 0; k < rounds; ++k)
      wanted[i] = wanted[i] * 0.5f;
  }
  e2e::expect_equal("usm", std::vector<float>(c, c + n), wanted);
  free(a, q);
  free(b, q);
  free(c, q);
}

int main() {
  run(1000, 1.5f, {0.25, -3.5f, 7}, 3);
  run(17, -2.0f, {1e3, 0.125f, -1}, 0);
  return e2e::finish();
}
// CHECK-COUNT-2: usm: aot-generic nd_range_not_listed
// CHECK-NEXT: all results right
