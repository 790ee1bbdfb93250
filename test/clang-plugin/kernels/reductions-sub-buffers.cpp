// A sub-buffer is memory of its buffer: used on the other side of a kernel with reductions, either keeps both in memory.
// RUN: %record %s 2>&1 | FileCheck-22 %s --check-prefix=SAYS --implicit-check-not=warning:
// RUN: %summary %t.json | FileCheck-22 %s
#include "fusion.hpp"

void halves(queue &q, buffer<int> &b, buffer<int> &sum) {
  buffer<int> whole{range{64}, {fusion::property::promote_private{}}};
  buffer<int> low{whole, id<1>{0}, range{32}};
  buffer<int> own{range{64}, {fusion::property::promote_private{}}};
  fusion_wrapper fw{q};
  fw.start_fusion();
  q.submit([&](handler &cgh) {
    accessor from{b, cgh, read_only};
    // SAYS: sub-buffers.cpp:[[#@LINE+1]]:14: warning: buffer 'whole' is promoted and used on both sides of a kernel with reductions
    accessor to{whole, cgh, write_only};
    accessor too{own, cgh, write_only};
    cgh.parallel_for<class A>(range<1>{64}, [=](id<1> i) { to[i] = too[i] = from[i]; });
  });
  q.submit([&](handler &cgh) {
    accessor a{own, cgh, read_only};
    auto total = reduction(sum, cgh, plus<int>());
    cgh.parallel_for<class B>(range<1>{64}, total, [=](id<1> i, auto &to) { to += a[i]; });
  });
  q.submit([&](handler &cgh) {
    accessor to{b, cgh, write_only};
    accessor from{low, cgh, read_only};
    cgh.parallel_for<class C>(range<1>{32}, [=](id<1> i) { to[i] = from[i]; });
  });
  fw.complete_fusion();
}
// CHECK: region halves
// CHECK: submit A {{.*}}; to=whole too=own:private from=b
// CHECK-NEXT: submit {{.*}}<B> {{.*}}; f.a=own:private
// CHECK: region halves.2
// CHECK: submit C {{.*}}; to=b from=low
