// A promoted buffer of which another segment uses a part stays in memory: compiler and runtime agree, so that both
// segments run fused, with right results.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: target-native
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o 2>&1 | FileCheck-22 %s --check-prefix=COMPILE
// RUN: sycl-fuse build --target=native %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: env SYCL_RT_WARNING_LEVEL=1 %t 2>&1 | FileCheck-22 %s
#include "e2e.hpp"

using namespace sycl;

int main() {
  constexpr std::size_t n = 1000, part = 256;
  queue q = e2e::make_queue();
  e2e::fusion_wrapper fw{q};
  const std::vector<int> in = e2e::random_values<int>(n, 1);
  std::vector<int> out(part), wanted(part);
  int sum = 0, wanted_sum = 0;
  for (std::size_t i = 0; i < n; ++i)
    wanted_sum += 2 * in[i];
  for (std::size_t i = 0; i < part; ++i)
    wanted[i] = 2 * in[i] + 1;
  {
    buffer<int> bIn{in}, bOut{out}, bTmp{range<1>{part}}, bSum{&sum, range<1>{1}}, bWhole{range<1>{n}};
    buffer<int> bPart{bWhole, id<1>{0}, range<1>{part}};
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor from{bIn, h, read_only};
      accessor to{bWhole, h, write_only, property_list{e2e::promote_private{}, no_init}};
      h.parallel_for<class Double>(range<1>{n}, [=](id<1> i) { to[i] = 2 * from[i]; });
    });
    q.submit([&](handler &h) {
      accessor from{bWhole, h, read_only, property_list{e2e::promote_private{}}};
      h.parallel_for<class Sum>(range<1>{n}, reduction(bSum, h, plus<int>()),
                                [=](id<1> i, auto &to) { to += from[i]; });
    });
    q.submit([&](handler &h) {
      accessor from{bPart, h, read_only};
      accessor to{bTmp, h, write_only, no_init};
      h.parallel_for<class Copy>(range<1>{part}, [=](id<1> i) { to[i] = from[i]; });
    });
    q.submit([&](handler &h) {
      accessor from{bTmp, h, read_only};
      accessor to{bOut, h, write_only, no_init};
      h.parallel_for<class AddOne>(range<1>{part}, [=](id<1> i) { to[i] = from[i] + 1; });
    });
    fw.complete_fusion();
  }
  e2e::report("region", fw);
  e2e::expect_equal("out", out, wanted);
  e2e::expect("sum", sum == wanted_sum);
  return e2e::finish();
}
// COMPILE: warning: buffer 'bWhole' is promoted and used on both sides of a kernel with reductions, so it stays in global memory [SF1090]
// CHECK: Not performing specified private promotion, because the buffer is used on both sides{{.*}}SF1090
// CHECK: region: aot
// CHECK: all results right
