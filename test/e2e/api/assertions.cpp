// assert in kernels: what holds costs nothing but time, what does not ends the program with expression and place,
// alone, fused and as host code; with NDEBUG nothing is left of it. NVIDIA GPUs call the driver's function.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: target-native
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build --require --target=native %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t 1000 | FileCheck-22 %s --check-prefix=HOLDS
// RUN: env SYCL_FUSE=off %t 1000 | FileCheck-22 %s --check-prefix=HOLDS
// RUN: not --crash %t 998 2>&1 | FileCheck-22 %s --check-prefix=FAILS
// RUN: env SYCL_FUSE=off not --crash %t 998 2>&1 | FileCheck-22 %s --check-prefix=FAILS
// RUN: not --crash %t 0 2>&1 | FileCheck-22 %s --check-prefix=GROUP
// RUN: clang++-22 %t.o %runtime_lib -o %t.host
// RUN: not --crash %t.host 998 2>&1 | FileCheck-22 %s --check-prefix=FAILS
// RUN: %sycl_cxx -O2 -DNDEBUG -I%S/../Inputs -c %s -o %t.ndebug.o
// RUN: sycl-fuse build --require --target=native %t.ndebug.o -o %t.ndebug.fusion.o
// RUN: llvm-nm-22 -u %t.ndebug.fusion.o | not grep assert
// RUN: clang++-22 %t.ndebug.o %t.ndebug.fusion.o %runtime_lib -o %t.ndebug
// RUN: %t.ndebug 998 | FileCheck-22 %s --check-prefix=HOLDS
// HOLDS: all results right
// FAILS: assertions.cpp:[[# @LINE + 31]]: {{.*}}operator(){{.*}}: Assertion `x < limit && "too large"' failed.
// FAILS-NOT: all results right
// GROUP: assertions.cpp:[[# @LINE + 47]]: {{.*}}Assertion `sum > 0' failed.
#include "e2e.hpp"

#include <cassert>
#include <cstdlib>

using namespace sycl;

int main(int argc, char **argv) {
  constexpr int n = 1000;
  // 0: only the kernel of work-groups fails.
  const int asked = argc > 1 ? std::atoi(argv[1]) : n, limit = asked ? asked : n, least = asked ? 1 : 0;
  std::vector<int> in(n), out(n), wanted(n), sums(n / 8), wanted_sums(n / 8);
  for (int i = 0; i < n; ++i) {
    in[i] = i * least;
    wanted[i] = in[i] * 2 + 1;
    wanted_sums[i / 8] += in[i] + least;
  }
  queue q = e2e::make_queue();
  e2e::fusion_wrapper fw{q};
  {
    buffer<int> bIn{in.data(), range{n}}, bTmp{range{n}, {e2e::promote_private{}}}, bOut{out.data(), range{n}},
        bSums{sums.data(), range{n / 8}};
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor a{bIn, h, read_only};
      accessor t{bTmp, h, write_only, no_init};
      h.parallel_for<class Doubles>(range{n}, [=](id<1> i) {
        const int x = a[i];
        assert(x < limit && "too large");
        t[i] = x * 2;
      });
    });
    q.submit([&](handler &h) {
      accessor t{bTmp, h, read_only};
      accessor o{bOut, h, write_only, no_init};
      h.parallel_for<class Adds>(range{n}, [=](id<1> i) {
        assert(t[i] % 2 == 0);
        o[i] = t[i] + 1;
      });
    });
    fw.complete_fusion();
    q.submit([&](handler &h) {
      accessor a{bIn, h, read_only};
      accessor s{bSums, h, write_only, no_init};
      h.parallel_for<class Sums>(nd_range<1>{n, 8}, [=](nd_item<1> it) {
        const int sum = reduce_over_group(it.get_group(), a[it.get_global_id()] + least, plus<>());
        assert(sum > 0);
        if (it.get_group().leader())
          s[it.get_group_linear_id()] = sum;
      });
    });
  }
  e2e::expect_equal("out", out, wanted);
  e2e::expect_equal("sums", sums, wanted_sums);
  return e2e::finish();
}
