// A program whose bundle is damaged runs unfused, says why, and gives right results; so does one without a bundle.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t 2>&1 | FileCheck-22 %s --check-prefix=GOOD --implicit-check-not=SF6001
// GOOD: region: aot none
// GOOD: all results right

// RUN: %python %S/../../damage.py bundle magic %t %t.magic
// RUN: %t.magic 2>&1 | FileCheck-22 %s --check-prefix=BAD
// RUN: %python %S/../../damage.py bundle version %t %t.version
// RUN: %t.version 2>&1 | FileCheck-22 %s --check-prefix=BAD
// RUN: %python %S/../../damage.py bundle flip %t %t.flip
// RUN: %t.flip 2>&1 | FileCheck-22 %s --check-prefix=BAD
// RUN: %python %S/../../damage.py bundle zero %t %t.zero
// RUN: %t.zero 2>&1 | FileCheck-22 %s --check-prefix=BAD
// BAD: warning: the bundle of this program is refused: {{.*}}[SF6001]
// BAD: region: unfused bundle_damaged
// BAD: all results right

// RUN: clang++-22 %t.o %runtime_lib -o %t.none
// RUN: %t.none 2>&1 | FileCheck-22 %s --check-prefix=NONE
// NONE: region: unfused no_bundle
// NONE: all results right
#include "e2e.hpp"

using namespace sycl;

int main() {
  constexpr std::size_t n = 1234;
  const std::vector<int> in = e2e::random_values<int>(n, 10);
  std::vector<int> result(n), wanted(n);
  for (std::size_t i = 0; i < n; ++i)
    wanted[i] = (in[i] + static_cast<int>(i)) * 7;
  queue q = e2e::make_queue();
  e2e::fusion_wrapper fw{q};
  {
    buffer<int> bIn{in.data(), range{n}}, bTmp{range{n}, property_list{e2e::promote_private{}}},
        bOut{result.data(), range{n}};
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor a{bIn, h, read_only};
      accessor t{bTmp, h, write_only, no_init};
      h.parallel_for<class Add>(range{n}, [=](id<1> i) { t[i] = a[i] + static_cast<int>(i[0]); });
    });
    q.submit([&](handler &h) {
      accessor t{bTmp, h, read_only};
      accessor o{bOut, h, write_only, no_init};
      h.parallel_for<class Times>(range{n}, [=](id<1> i) { o[i] = t[i] * 7; });
    });
    fw.complete_fusion();
    e2e::report("region", fw);
  }
  e2e::expect_equal("result", result, wanted);
  return e2e::finish();
}
