// What cannot be fused runs one by one with right results and says why: different ND-ranges, a sequence that depends on run-time values,
// a cancelled region, an empty region. A buffer promoted to local memory stays in global memory, also for listed ND-ranges.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -O2 -I%S/Inputs -c %s -o %t.o 2> %t.compile
// RUN: FileCheck-22 %s --check-prefix=COMPILE < %t.compile
// RUN: sycl-fuse build %t.o -o %t.fusion.o 2> %t.fuse
// RUN: FileCheck-22 %s --check-prefix=FUSE < %t.fuse
// RUN: sycl-fuse inspect %t.fusion.o | FileCheck-22 %s --check-prefix=INSPECT
// RUN: clang++-22 %t.o %t.fusion.o %runtime_lib -o %t
// RUN: %t | FileCheck-22 %s
// RUN: env SYCL_FUSE=off %t | FileCheck-22 %s --check-prefix=OFF
#include "e2e.hpp"

using namespace sycl;
using promote_local = e2e::fusion::property::promote_local;


static void different_ranges(queue &q, int *p, std::size_t n) {
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for<class Whole>(range<1>{n}, [=](id<1> i) { p[i] += 1; });
  q.parallel_for<class Half>(range<1>{n / 2}, [=](id<1> i) { p[i] += 10; });
  fw.complete_fusion();
  q.wait();
  e2e::report("different ranges", fw);
}

static void run_time_sequence(queue &q, int *p, std::size_t n, bool twice) {
  e2e::fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for<class Once>(range<1>{n}, [=](id<1> i) { p[i] += 100; });
  // COMPILE: falls-back.cpp:[[@LINE+1]]:3: warning: the sequence of kernels of this fusion region depends on run-time values [SF1005]
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

static void local_promotion(queue &q, int *p, std::size_t n) {
  e2e::fusion_wrapper fw{q};
  buffer<int> bTmp{range<1>{n}, property_list{promote_local{}}};
  const nd_range<1> shape{range<1>{n}, range<1>{8}};
  fw.start_fusion();
  ext::syclfuse::expect_nd_range(range<1>{64}, range<1>{8});
  q.submit([&](handler &h) {
    accessor t{bTmp, h, write_only, no_init};
    h.parallel_for<class Fill>(shape, [=](nd_item<1> i) { t[i.get_global_id()] = static_cast<int>(i.get_local_id(0)); });
  });
  q.submit([&](handler &h) {
    accessor t{bTmp, h, read_only};
    h.parallel_for<class Spread>(shape, [=](nd_item<1> i) {
      p[i.get_global_id()] += 100000 * t[i.get_group(0) * 8 + 7 - i.get_local_id(0)];
    });
  });
  fw.complete_fusion();
  q.wait();
  e2e::report("local promotion", fw);
}

int main() {
  constexpr std::size_t n = 64;
  queue q = e2e::make_queue();
  int *p = malloc_shared<int>(n, q);
  q.fill(p, 0, n).wait();
  different_ranges(q, p, n);
  run_time_sequence(q, p, n, true);
  cancelled(q, p, n);
  empty(q);
  local_promotion(q, p, n);
  local_promotion(q, p, n / 2);
  std::vector<int> wanted(n);
  for (std::size_t i = 0; i < n; ++i)
    wanted[i] = 1 + (i < n / 2 ? 10 : 0) + 100 + 1000 + 10000 + 100000 * static_cast<int>(7 - i % 8) * (i < n / 2 ? 2 : 1);
  e2e::expect_equal("values", std::vector<int>(p, p + n), wanted);
  free(p, q);
  return e2e::finish();
}
// INSPECT: region local_promotion
// INSPECT: specialized {{ *}}64:8 {{ *}}barriers {{ *}}entry
// FUSE: falls-back.cpp:{{[0-9]+}}:{{[0-9]+}}: warning: argument 't' of 'local_promotion' is not internalized: promotion to local memory is not supported yet [SF3015]
// FUSE-NOT: [SF3015]
// CHECK: different ranges: unfused nd_ranges_differ
// CHECK-NEXT: run-time sequence: unfused unknown_region
// CHECK-NEXT: cancelled: unfused cancelled
// CHECK-NEXT: empty: unfused empty_region
// CHECK-NEXT: local promotion: aot none
// CHECK-NEXT: local promotion: aot-generic nd_range_not_listed
// CHECK-NEXT: all results right
// OFF: different ranges: unfused disabled
// OFF: all results right
