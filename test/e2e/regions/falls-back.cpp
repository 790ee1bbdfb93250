// What cannot be fused runs one by one with right results and says why: different offsets, a cancelled region, an empty
// region. A sequence that an if decides is fused each way.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/../Inputs -c %s -o %t.o 2> %t.compile
// RUN: FileCheck-22 %s --check-prefix=COMPILE < %t.compile
// RUN: sycl-fuse build %t.o -o %t.fusion.o
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// RUN: env SYCL_FUSE=off %t | FileCheck-22 %s --check-prefix=OFF
#include "e2e.hpp"

using namespace sycl;

static void different_offsets(queue &q, int *p, std::size_t n, std::size_t first) {
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for<class Whole>(range<1>{n}, [=](id<1> i) { p[i] += 1; });
  q.submit([&](handler &h) {
    h.parallel_for<class Half>(nd_range<1>{range<1>{n / 2}, range<1>{8}, id<1>{first}},
                               [=](nd_item<1> i) { p[i.get_global_id(0) - first] += 10; });
  });
  fw.complete_fusion();
  q.wait();
  e2e::report("different offsets", fw);
}

// A kernel that is built for any size of a region takes no offset.
static void one_offset(queue &q, int *p, std::size_t n) {
  e2e::fusion_wrapper fw{q};
  const nd_range<1> half{range<1>{n / 2}, range<1>{8}, id<1>{n / 2}};
  fw.start_fusion();
  q.parallel_for<class OneMore>(half, [=](nd_item<1> i) { p[i.get_global_id(0)] += 100000; });
  q.parallel_for<class TwoMore>(half, [=](nd_item<1> i) { p[i.get_global_id(0)] *= 2; });
  fw.complete_fusion();
  q.wait();
  e2e::report("one offset", fw);
}

static void run_time_sequence(queue &q, int *p, std::size_t n, bool twice) {
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for<class Once>(range<1>{n}, [=](id<1> i) { p[i] += 100; });
  // COMPILE: falls-back.cpp:[[@LINE+1]]:3: remark: this fusion region has 2 sequences of kernels, as this if decides at run time; each is recorded [SF1040]
  if (twice)
    q.parallel_for<class Twice>(range<1>{n}, [=](id<1> i) { p[i] += 1000; });
  fw.complete_fusion();
  q.wait();
  e2e::report("run-time sequence", fw);
}

static void cancelled(queue &q, int *p, std::size_t n) {
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for<class Cancelled>(range<1>{n}, [=](id<1> i) { p[i] += 10000; });
  fw.cancel_fusion();
  q.wait();
  e2e::report("cancelled", fw);
}

static void empty(queue &q) {
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  fw.complete_fusion();
  e2e::report("empty", fw);
}

int main() {
  constexpr std::size_t n = 64;
  queue q = e2e::make_queue();
  int *p = malloc_shared<int>(n, q);
  q.fill(p, 0, n).wait();
  different_offsets(q, p, n, 3);
  run_time_sequence(q, p, n, true);
  cancelled(q, p, n);
  empty(q);
  one_offset(q, p, n);
  std::vector<int> wanted(n);
  for (std::size_t i = 0; i < n; ++i)
    wanted[i] = i < n / 2 ? 11111 : (11101 + 100000) * 2;
  e2e::expect_equal("values", std::vector<int>(p, p + n), wanted);
  free(p, q);
  return e2e::finish();
}
// CHECK: different offsets: unfused offsets_differ
// CHECK-NEXT: run-time sequence: aot-generic nd_range_not_listed
// CHECK-NEXT: cancelled: unfused cancelled
// CHECK-NEXT: empty: unfused empty_region
// CHECK-NEXT: one offset: unfused offsets_differ
// CHECK-NEXT: all results right
// OFF: different offsets: unfused disabled
// OFF: all results right
