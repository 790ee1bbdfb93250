// Commands that need a region's kernels end it at run time: it is not recorded. Others stand beside it.
// RUN: %record %s 2>&1 | FileCheck-22 %s
// RUN: %summary %t.json | FileCheck-22 %s --check-prefix=JSON
#include "fusion.hpp"

void events(queue &q, fusion_wrapper &fw, int *p) {
  fw.start_fusion();
  auto e = q.single_task<class A>([=] { *p = 1; });
  // CHECK: cpp:[[#@LINE+1]]:5: warning: 'memcpy' in a fusion region needs its kernels and ends the region at run time [SF1008] [-Wsycl-fuse-region-not-a-kernel]
  q.memcpy(static_cast<void *>(p + 1), p, 4, e);
  // CHECK: cpp:7:6: note: the fusion region starts here
  // CHECK: note: move it before start_fusion or after complete_fusion
  fw.complete_fusion();
}
void groups(queue &q, fusion_wrapper &fw, buffer<int> &b) {
  fw.start_fusion();
  q.submit([&](handler &cgh) {
    accessor a{b, cgh, read_only};
    cgh.single_task<class B>([=] { (void)a[0]; });
  });
  q.submit([&](handler &cgh) {
    accessor a{b, cgh, write_only};
    // CHECK: cpp:[[#@LINE+1]]:9: warning: 'update_host' in a fusion region
    cgh.update_host(a);
  });
  fw.complete_fusion();
}
void waits(queue &q, fusion_wrapper &fw, int *p) {
  fw.start_fusion();
  // CHECK: cpp:[[#@LINE+1]]:43: warning: 'wait' in a fusion region
  q.single_task<class C>([=] { *p = 1; }).wait();
  fw.complete_fusion();
}
void ordered(int *p) {
  queue q{property_list{property::queue::in_order{}, fusion::property::queue::enable_fusion{}}};
  fusion_wrapper fw{q};
  fw.start_fusion();
  void *bytes = p;
  q.memset(bytes, 0, 4); // before all kernels
  q.single_task<class D>([=] { *p = 1; });
  // CHECK: cpp:[[#@LINE+1]]:5: warning: 'memset' in a fusion region
  q.memset(bytes, 0, 4);
  fw.complete_fusion();
}
void barrier(queue &q, fusion_wrapper &fw, int *p) {
  fw.start_fusion();
  q.single_task<class E>([=] { *p = 1; });
  // CHECK: cpp:[[#@LINE+1]]:5: warning: 'ext_oneapi_submit_barrier' in a fusion region
  q.ext_oneapi_submit_barrier();
  fw.complete_fusion();
}
// CHECK-NOT: warning:
void beside(queue &q, fusion_wrapper &fw, buffer<int> &b, buffer<int> &c, int *p, int *r) {
  event before = q.single_task<class F>([=] { *r = 1; });
  fw.start_fusion();
  q.submit([&](handler &cgh) {
    accessor a{b, cgh, read_only};
    cgh.single_task<class G>([=] { *p = a[0]; });
  });
  int ours = 0;
  q.memcpy(&ours, r, 4, before).wait();
  before.wait();
  q.submit([&](handler &cgh) {
    accessor a{c, cgh, write_only};
    cgh.copy(r, a);
  });
  q.submit([&](handler &cgh) {
    accessor a{b, cgh, read_only_host_task};
    cgh.host_task([=] { *r = a[0]; });
  });
  q.submit([&](handler &cgh) {
    accessor a{c, cgh, read_only};
    cgh.single_task<class H>([=] { *p = a[0]; });
  });
  fw.complete_fusion();
}
// JSON: region beside
// JSON: submit G
// JSON: submit H
// JSON: 9 kernels, 1 regions
