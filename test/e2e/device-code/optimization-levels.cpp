// At every optimization level of the compiler, buffers of three dimensions become registers and the results are right.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O0 -g -I%S/../Inputs -c %s -o %t.0.o
// RUN: sycl-fuse build %t.0.o -o %t.fusion.o 2>&1 | FileCheck-22 %s --allow-empty --check-prefix=QUIET
// RUN: clang++-22 %t.0.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// RUN: %sycl_cxx -O1 -I%S/../Inputs -c %s -o %t.1.o
// RUN: sycl-fuse build %t.1.o -o %t.fusion.o 2>&1 | FileCheck-22 %s --allow-empty --check-prefix=QUIET
// RUN: clang++-22 %t.1.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// RUN: %sycl_cxx -O3 -DNDEBUG -I%S/../Inputs -c %s -o %t.3.o
// RUN: sycl-fuse build %t.3.o -o %t.fusion.o 2>&1 | FileCheck-22 %s --allow-empty --check-prefix=QUIET
// RUN: clang++-22 %t.3.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// QUIET-NOT: {{.}}
#include "e2e.hpp"

using namespace sycl;

int main() {
  const range<3> n{5, 7, 11};
  const std::vector<int> in = e2e::random_values<int>(n.size(), 3);
  std::vector<int> out(n.size()), wanted(n.size());
  queue q = e2e::make_queue();
  e2e::fusion_wrapper fw{q};
  {
    buffer<int, 3> input{in.data(), n}, result{out.data(), n}, tmp{n, {e2e::promote_private{}}};
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor x{input, h, read_only};
      accessor t{tmp, h, write_only, no_init};
      h.parallel_for<class First>(n, [=](id<3> i) { t[i] = x[i] * 3; });
    });
    q.submit([&](handler &h) {
      accessor t{tmp, h, read_only};
      accessor r{result, h, write_only, no_init};
      h.parallel_for<class Second>(n, [=](item<3> i) { r[i] = t[i] + static_cast<int>(i.get_linear_id()); });
    });
    fw.complete_fusion();
  }
  e2e::report("levels", fw);
  for (std::size_t i = 0; i < n.size(); ++i)
    wanted[i] = in[i] * 3 + static_cast<int>(i);
  e2e::expect_equal("levels", out, wanted);
  return e2e::finish();
}
// CHECK: levels: aot
// CHECK-NEXT: all results right
