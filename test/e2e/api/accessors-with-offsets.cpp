// Accessors that start at different places of one buffer are fused as different arguments; a property list from a
// helper function counts.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --require %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
#include "e2e.hpp"

using namespace sycl;

property_list internal() { return {e2e::promote_private{}}; }

void run(std::size_t n) {
  const std::size_t pad = 13;
  const std::vector<int> in = e2e::random_values<int>(n + 2 * pad, 3);
  std::vector<int> out(n + pad, -1), wanted = out;
  queue q = e2e::make_queue();
  e2e::fusion_wrapper fw{q};
  {
    buffer<int> input{in.data(), n + 2 * pad}, result{out.data(), n + pad}, tmp{range{n}, internal()};
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor x{input, h, range{n}, id<1>{pad}, read_only};
      accessor t{tmp, h, write_only, no_init};
      accessor r{result, h, range{n}, id<1>{7}, write_only};
      h.parallel_for<class First>(range{n}, [=](id<1> i) {
        t[i] = x[i] * 3;
        r[i] = x[i];
      });
    });
    q.submit([&](handler &h) {
      accessor x{input, h, range{n}, id<1>{2 * pad}, read_only};
      accessor t{tmp, h, read_only};
      accessor r{result, h, range{n}, id<1>{7}, read_write};
      h.parallel_for<class Second>(range{n}, [=](id<1> i) { r[i] += t[i] - x[i]; });
    });
    fw.complete_fusion();
  }
  e2e::report("offsets", fw);
  for (std::size_t i = 0; i < n; ++i)
    wanted[i + 7] = in[i + pad] * 4 - in[i + 2 * pad];
  e2e::expect_equal("offsets", out, wanted);
}

int main() {
  run(1003);
  run(5);
  return e2e::finish();
}
// CHECK-COUNT-2: offsets: aot-generic nd_range_not_listed
// CHECK-NEXT: all results right
