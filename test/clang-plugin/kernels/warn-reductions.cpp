// Kernels with reductions run as several kernels and end the region at run time: the warning says so, and the region is not recorded.
// RUN: %record %s 2>&1 | FileCheck-22 %s
// RUN: %summary %t.json | FileCheck-22 %s --check-prefix=JSON
// RUN: not %record -fplugin-arg-sycl-fuse-Werror=region-reductions %s 2>&1 | FileCheck-22 %s --check-prefix=ERROR
// ERROR: cpp:15:9: error: a kernel with reductions runs as several kernels
#include "fusion.hpp"

void inGroup(queue &q, fusion_wrapper &fw, buffer<int> &b, buffer<int> &sum) {
  fw.start_fusion();
  q.single_task<class A>([] {});
  q.submit([&](handler &cgh) {
    accessor a{b, cgh, read_only};
    auto total = reduction(sum, cgh, plus<int>());
    // CHECK: cpp:[[#@LINE+1]]:9: warning: a kernel with reductions runs as several kernels, which ends the fusion region at run time [SF1047] [-Wsycl-fuse-region-reductions]
    cgh.parallel_for<class B>(b.get_range(), total, [=](id<1> i, auto &to) { to += a[i]; });
    // CHECK: cpp:9:6: note: the fusion region starts here
    // CHECK: note: submit it before start_fusion or after complete_fusion; the kernels around it can be regions of their own
  });
  fw.complete_fusion();
}
void onQueue(queue &q, fusion_wrapper &fw, int *p, int *least) {
  fw.start_fusion();
  q.single_task<class C>([] {});
  // CHECK: cpp:[[#@LINE+1]]:5: warning: a kernel with reductions
  q.parallel_for<class D>(nd_range<1>{64, 8}, reduction(p, plus<>()), reduction(least, minimum<>()),
                          [=](nd_item<1> i, auto &a, auto &b) {
                            a += 1;
                            b.combine(static_cast<int>(i.get_global_linear_id()));
                          });
  fw.complete_fusion();
}
// Around a region they do no harm, and neither does a kernel that captures what looks like one.
void around(queue &q, fusion_wrapper &fw, int *p) {
  q.parallel_for<class E>(range<1>{64}, reduction(p, plus<>()), [=](id<1>, auto &a) { a += 1; });
  fw.start_fusion();
  q.single_task<class F>([=] { *p = 1; });
  q.single_task<class G>([=] { *p += 1; });
  fw.complete_fusion();
}
// CHECK-NOT: warning:
// JSON: 1 regions
