// A loop over all elements tests for the last row by a number that is below zero in all others: read without a sign it is
// a large one. A condition that takes it for the number of a loop would say that nothing of the loop runs, and the
// kernels would be fused although the task needs what all work-items write.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: env SYCL_FUSE_JIT=off %t | FileCheck-22 %s
// CHECK: known: unfused {{region_cut|kernels_depend}}
// CHECK: run time: unfused {{region_cut|kernels_depend}}
// CHECK: all results right
#include "e2e.hpp"

using namespace sycl;

namespace {

constexpr std::size_t R = 33, C = 257, n = R * C;
queue q = e2e::make_queue();

// Whether element k has neighbours on all sides.
bool is_inside(std::size_t k, std::size_t rows, std::size_t columns) {
  return k / columns > 0 && k / columns + 1 < rows && k % columns > 0 && k % columns + 1 < columns;
}

void check(const char *what, const e2e::fusion_wrapper &fw, const int *out) {
  e2e::report(what, fw);
  const auto first = [](std::size_t k) { return static_cast<int>(k % 101) * 3 + 1; };
  std::vector<int> wanted(n, -1);
  for (std::size_t k = 0; k < n; ++k)
    if (is_inside(k, R, C))
      wanted[k] = first(k - 1) + first(k + 1) + first(k - C) + first(k + C);
  e2e::expect_equal(what, std::vector<int>(out, out + n), wanted);
}

void known(int *t, int *out) {
  std::fill_n(out, n, -1);
  std::fill_n(t, n, 0);
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for<class Fill>(range<2>(R, C), [=](item<2> it) {
    const std::size_t k = it.get_linear_id();
    t[k] += static_cast<int>(k % 101) * 3 + 1; // in place, so that nobody computes it again
  });
  q.single_task<class Stencil>([=] {
    for (std::size_t k = 0; k < n; ++k)
      if (k / C > 0 && k / C + 1 < R && k % C > 0 && k % C + 1 < C)
        out[k] = t[k - 1] + t[k + 1] + t[k - C] + t[k + C];
  });
  fw.complete_fusion();
  q.wait();
  check("known", fw, out);
}

void at_run_time(int *t, int *out, std::size_t rows, std::size_t columns) {
  std::fill_n(out, n, -1);
  std::fill_n(t, n, 0);
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for<class FillRows>(range<2>(rows, columns), [=](item<2> it) {
    const std::size_t k = it.get_linear_id();
    t[k] += static_cast<int>(k % 101) * 3 + 1; // in place, so that nobody computes it again
  });
  q.single_task<class StencilOfRows>([=] {
    for (std::size_t k = 0; k < rows * columns; ++k)
      if (k / columns > 0 && k / columns + 1 < rows && k % columns > 0 && k % columns + 1 < columns)
        out[k] = t[k - 1] + t[k + 1] + t[k - columns] + t[k + columns];
  });
  fw.complete_fusion();
  q.wait();
  check("run time", fw, out);
}

} // namespace

int main() {
  int *t = malloc_shared<int>(n, q), *out = malloc_shared<int>(n, q);
  known(t, out);
  at_run_time(t, out, R, C);
  free(t, q);
  free(out, q);
  return e2e::finish();
}
