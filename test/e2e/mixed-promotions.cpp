// A buffer that only one of its accessors promotes: the compiler warns, the runtime says so, the region is fused all the same.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/Inputs -c %s -o %t.o 2>&1 | FileCheck-22 %s --check-prefix=COMPILE
// RUN: sycl-fuse build --target=native %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: env SYCL_RT_WARNING_LEVEL=1 %t 2>%t.err | FileCheck-22 %s
// RUN: FileCheck-22 %s --check-prefix=WARNING < %t.err
#include "e2e.hpp"

using namespace sycl;

int main() {
  constexpr std::size_t n = 1003;
  queue q = e2e::make_queue();
  e2e::fusion_wrapper fw{q};
  const std::vector<int> in = e2e::random_values<int>(n, 1);
  std::vector<int> out(n), wanted(n);
  for (std::size_t i = 0; i < n; ++i)
    wanted[i] = 2 * in[i] + 1;
  {
    buffer<int> bIn{in}, bOut{out}, bTmp{range<1>{n}};
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor a{bIn, h, read_only};
      accessor t{bTmp, h, write_only, property_list{e2e::promote_private{}, no_init}};
      h.parallel_for<class Double>(range<1>{n}, [=](id<1> i) { t[i] = 2 * a[i]; });
    });
    q.submit([&](handler &h) {
      accessor t{bTmp, h, read_only};
      accessor o{bOut, h, write_only, no_init};
      h.parallel_for<class AddOne>(range<1>{n}, [=](id<1> i) { o[i] = t[i] + 1; });
    });
    fw.complete_fusion();
  }
  e2e::report("region", fw);
  e2e::expect_equal("out", out, wanted);
  return e2e::finish();
}
// COMPILE: mixed-promotions.cpp:{{.*}} warning: buffer 'bTmp' is promoted by some of its accessors only, and stays in global memory [SF1006]
// WARNING: WARNING: Not performing specified private promotion
// CHECK: region: aot none
// CHECK: all results right
