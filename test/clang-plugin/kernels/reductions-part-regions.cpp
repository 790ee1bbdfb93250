// A kernel with reductions is the last one of its region as it is built, and the next begins behind it. Buffers that are used on both sides stay in memory.
// RUN: %record %s 2>&1 | FileCheck-22 %s --check-prefix=SAYS --implicit-check-not=warning: --implicit-check-not=remark:
// RUN: %summary %t.json | FileCheck-22 %s
// RUN: not %record -fplugin-arg-sycl-fuse-Werror=promotion-across-kernels %s 2>&1 | FileCheck-22 %s --check-prefix=ERROR
// ERROR: error: buffer 'kept' is promoted and used on both sides
#include "fusion.hpp"

void groups(queue &q, buffer<int> &b, buffer<int> &sum) {
  buffer<int> tmp{range{64}, {fusion::property::promote_private{}}};
  buffer<int> kept{range{64}, {fusion::property::promote_private{}}};
  fusion_wrapper fw{q};
  fw.start_fusion();
  q.submit([&](handler &cgh) {
    accessor from{b, cgh, read_only};
    accessor to{tmp, cgh, write_only};
    // SAYS: part-regions.cpp:[[#@LINE+1]]:14: warning: buffer 'kept' is promoted and used on both sides of a kernel with reductions, so it stays in global memory [SF1090] [-Wsycl-fuse-promotion-across-kernels]
    accessor too{kept, cgh, write_only};
    // SAYS: note: the buffer is declared here
    // SAYS: note: take the promotion off the buffer, or use it on one side of the kernel only
    cgh.parallel_for<class A>(range<1>{64}, [=](id<1> i) { to[i] = too[i] = from[i]; });
  });
  q.submit([&](handler &cgh) {
    accessor a{tmp, cgh, read_only};
    auto total = reduction(sum, cgh, plus<int>());
    cgh.parallel_for<class B>(range<1>{64}, total, [=](id<1> i, auto &to) { to += a[i]; });
  });
  q.submit([&](handler &cgh) {
    accessor to{b, cgh, write_only};
    // SAYS: part-regions.cpp:[[#@LINE+1]]:14: warning: buffer 'kept'
    accessor from{kept, cgh, read_only};
    cgh.parallel_for<class C>(range<1>{64}, [=](id<1> i) { to[i] = from[i]; });
  });
  fw.complete_fusion({fusion::property::no_barriers{}});
}
void onQueue(queue &q, int *p, int *least, int n) {
  fusion_wrapper fw{q};
  fw.start_fusion();
  q.parallel_for(range<1>(n), [=](id<1> i) { p[i] = 1; });
  q.parallel_for<class D>(nd_range<1>{64, 8}, reduction(p, plus<>()), reduction(least, minimum<>()),
                          [=](nd_item<1> i, auto &a, auto &b) { a += p[i.get_global_id(0)]; });
  q.parallel_for(range<1>(n), reduction(p, plus<>()), [=](item<1> i, auto &a) { a += p[i]; });
  fw.complete_fusion();
}
// In a loop, and where only a run knows whether it is submitted.
void repeated(queue &q, int *p, bool again) {
  fusion_wrapper fw{q};
  fw.start_fusion();
  for (int i = 0; i < 2; ++i) {
    q.single_task<class E>([=] { *p = 1; });
    q.parallel_for<class F>(range<1>(8), reduction(p, plus<>()), [=](id<1>, auto &a) { a += 1; });
  }
  if (again)
    q.single_task<class G>([=] { *p = 1; });
  fw.complete_fusion();
}
// CHECK: region groups 12-22 no_barriers
// CHECK-NEXT: buffer tmp int/4 dims=1 range=[64] promote=private
// CHECK-NEXT: buffer kept int/4 dims=1 range=[64] promote=none
// CHECK-NEXT: buffer b
// CHECK-NEXT: submit A range/1 global=[64] offset=[0]; to=tmp:private too=kept from=b
// CHECK-NEXT: submit {{.*}}<B> range/1 global=[64] offset=[0]; f.a=tmp:private
// CHECK-NEXT: nd_range global=[64] source
// CHECK-NEXT: region groups.2 22-33 no_barriers
// CHECK-NEXT: buffer b
// CHECK-NEXT: buffer kept int/4 dims=1 range=[64] promote=none
// CHECK-NEXT: submit C range/1 global=[64] offset=[0]; to=b from=kept
// CHECK: region onQueue 37-39
// CHECK: submit onQueue::lambda:38 range/1 offset=[0]; p=p
// CHECK-NEXT: submit {{.*}}<D> nd_range/1 global=[64] local=[8] offset=[0]; f.p=p
// CHECK-NEXT: region onQueue.2 39-41
// CHECK: submit {{.*}}<(lambda)> range/1 offset=[0]; f.p=p
// CHECK-NEXT: region repeated 47-50
// CHECK: submit E
// CHECK-NEXT: submit {{.*}}<F> range/1 global=[8]
// CHECK-NEXT: region repeated.2 50-50
// CHECK: submit E
// CHECK-NEXT: submit {{.*}}<F> range/1 global=[8]
// CHECK-NEXT: region repeated.2 50-54
// CHECK: submit G
// CHECK-NEXT: 15 kernels, 7 regions
