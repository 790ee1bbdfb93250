// Buffers that fusion keeps in local memory: a stencil within the work-group, with constant and run-time sizes, sizes
// that divide nothing, a buffer that is used beside it, and promises that do not hold for the sizes at hand.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o
// RUN: sycl-fuse build %t.o -o %t.fusion.o --nd-range=stencil=64:8
// RUN: sycl-fuse inspect --json %t.fusion.o > %t.json
// RUN: %python %S/../../fuser/Driver/Inputs/print-guards.py %t.json | FileCheck-22 %s --check-prefix=GUARDS
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: env SYCL_RT_WARNING_LEVEL=1 %t 2> %t.err | FileCheck-22 %s
// RUN: FileCheck-22 %s --check-prefix=WARN < %t.err
#include "e2e.hpp"

using namespace sycl;
using promote_local = e2e::fusion::property::promote_local;

// Each work-item reads what its neighbours in the group have written.
static void stencil(std::size_t n, std::size_t local, std::size_t elements, const char *what) {
  const std::vector<int> in = e2e::random_values<int>(n, unsigned(n));
  std::vector<int> wanted(n), result(n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t group = i / local * local;
    auto at = [&](std::size_t l) { return in[group + l % local] * 5 + int(l % local); };
    wanted[i] = at(i - group + 1) - 3 * at(i - group + local - 1);
  }
  queue q = e2e::make_queue();
  e2e::fusion_wrapper fw{q};
  {
    buffer<int> bIn{in.data(), range{n}}, bTmp{range{elements}, property_list{promote_local{}}},
        bOut{result.data(), range{n}};
    const nd_range<1> shape{range{n}, range{local}};
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor a{bIn, h, read_only};
      accessor t{bTmp, h, write_only, no_init};
      h.parallel_for<class Write>(shape, [=](nd_item<1> i) {
        t[i.get_global_id(0)] = a[i.get_global_id(0)] * 5 + static_cast<int>(i.get_local_id(0));
      });
    });
    q.submit([&](handler &h) {
      accessor t{bTmp, h, read_only};
      accessor o{bOut, h, write_only, no_init};
      h.parallel_for<class Stencil>(shape, [=](nd_item<1> i) {
        const std::size_t size = i.get_local_range(0), base = i.get_group(0) * size, l = i.get_local_id(0);
        o[i.get_global_id(0)] = t[base + (l + 1) % size] - 3 * t[base + (l + size - 1) % size];
      });
    });
    fw.complete_fusion();
    e2e::report(what, fw);
  }
  e2e::expect_equal(what, result, wanted);
}

// A plain range has no work-groups.
static void no_groups(std::size_t n) {
  const std::vector<int> in = e2e::random_values<int>(n, 3);
  std::vector<int> wanted(n), result(n);
  for (std::size_t i = 0; i < n; ++i)
    wanted[i] = in[i] * 2 - 1;
  queue q = e2e::make_queue();
  e2e::fusion_wrapper fw{q};
  {
    buffer<int> bIn{in.data(), range{n}}, bTmp{range{n}, property_list{promote_local{}}}, bOut{result.data(), range{n}};
    fw.start_fusion();
    q.submit([&](handler &h) {
      accessor a{bIn, h, read_only};
      accessor t{bTmp, h, write_only, no_init};
      h.parallel_for<class Twice>(range{n}, [=](id<1> i) { t[i] = a[i] * 2; });
    });
    q.submit([&](handler &h) {
      accessor t{bTmp, h, read_only};
      accessor o{bOut, h, write_only, no_init};
      h.parallel_for<class Less>(range{n}, [=](id<1> i) { o[i] = t[i] - 1; });
    });
    fw.complete_fusion();
    e2e::report("no groups", fw);
  }
  e2e::expect_equal("no groups", result, wanted);
}

int main() {
  stencil(64, 8, 64, "listed");         // CHECK: listed: aot none
  stencil(64, 16, 64, "local size");    // CHECK-NEXT: local size: aot-generic nd_range_not_listed
  stencil(35, 7, 35, "35:7");           // CHECK-NEXT: 35:7: aot-generic nd_range_not_listed
  stencil(100003, 1, 100003, "alone");  // CHECK-NEXT: alone: aot-generic nd_range_not_listed
  stencil(99990, 90, 99990, "many");    // CHECK-NEXT: many: aot-generic nd_range_not_listed
  stencil(64, 8, 128, "larger buffer"); // CHECK-NEXT: larger buffer: aot none
  no_groups(1003);                      // CHECK-NEXT: no groups: aot-generic nd_range_not_listed
  return e2e::finish();                 // CHECK-NEXT: all results right
}
// WARN: WARNING: Work-group size for local promotion not specified, not performing internalization
// Where it is proven which elements are a work-group's, the buffer may have any number of them.
// GUARDS: stencil specialized internalized
// GUARDS-NEXT: promoted_elements {{.*}} value 0 per item of a group
// GUARDS: arguments {{.*}}local_memory
// GUARDS: stencil generic internalized
// GUARDS-NEXT: promoted_elements {{.*}} value 1 per item of a group
// GUARDS: arguments {{.*}}local_memory
