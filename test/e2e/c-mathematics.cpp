// Functions of the C mathematics library that are no LLVM intrinsics can be called in kernels, fused too.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: target-cuda
// RUN: %sycl_cxx -O2 -I%S/Inputs -c %s -o %t.o
// RUN: sycl-fuse build --require --target=native --target=cuda:sm_90 --ptxas=none %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
#include "e2e.hpp"

#include <cmath>

using namespace sycl;

double first(double x) { return std::cbrt(x) + std::erf(x) + std::expm1(x / 50) + std::log1p(std::fabs(x)); }
double second(double x, double y) { return std::hypot(x, y) + std::asinh(x) + std::fmod(x, 0.7) + std::tgamma(2 + std::fabs(y) / 50); }

int main() {
  const std::size_t n = 1003;
  const std::vector<double> in = e2e::random_values<double>(n, 3);
  std::vector<double> out(n), wanted(n);
  queue q = e2e::make_queue();
  e2e::fusion_wrapper fw{q};
  {
    buffer<double> input{in.data(), n}, result{out.data(), n}, tmp{range{n}, {e2e::promote_private{}}};
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor x{input, h, read_only};
      accessor t{tmp, h, write_only, no_init};
      h.parallel_for<class First>(range{n}, [=](id<1> i) { t[i] = first(x[i]); });
    });
    q.submit([&](handler &h) {
      accessor x{input, h, read_only};
      accessor t{tmp, h, read_only};
      accessor r{result, h, write_only, no_init};
      h.parallel_for<class Second>(range{n}, [=](id<1> i) { r[i] = second(t[i], x[i]); });
    });
    fw.complete_fusion();
  }
  e2e::report("mathematics", fw);
  for (std::size_t i = 0; i < n; ++i) {
    wanted[i] = second(first(in[i]), in[i]);
    if (!(std::fabs(out[i] - wanted[i]) <= 1e-12 * std::fabs(wanted[i]))) {
      std::printf("element %zu is %.17g, needed: %.17g\n", i, out[i], wanted[i]);
      ++e2e::failures;
    }
  }
  return e2e::finish();
}
// CHECK: mathematics: aot
// CHECK-NEXT: all results right
