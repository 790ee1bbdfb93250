// Regions that helper functions, objects and callers with callbacks start or complete.
// RUN: %record %s -fplugin-arg-sycl-fuse-Wno-region-sequences 2>&1 | count 0
// RUN: %summary %t.json | grep -v '^  buffer' | FileCheck-22 %s
#include "fusion.hpp"
#include <functional>

template <class N> event put(queue &q, int *p) {
  return q.single_task<N>([=] { *p = 1; });
}

void begin(fusion_wrapper &fw) { fw.start_fusion(); }
void end(fusion_wrapper &fw, bool fuse) {
  if (fuse)
    fw.complete_fusion();
}
void helpers(queue &q, int *p, bool fuse) {
  fusion_wrapper fw{q};
  begin(fw);
  put<class A1>(q, p);
  end(fw, fuse);
  begin(fw);
  put<class A2>(q, p);
  end(fw, fuse);
}
struct scope {
  queue &q;
  fusion_wrapper fw;
  explicit scope(queue &of) : q(of), fw(q) { fw.start_fusion(); }
  ~scope() { fw.complete_fusion(); }
  void add(int *p) { put<class B1>(q, p); }
};
void object(queue &q, queue &other, int *p) {
  scope s{q};
  s.add(p);
  if (p) {
    scope inner{other};
    put<class B2>(other, p);
    put<class B3>(q, p);
  }
  put<class B4>(q, p);
}
template <class F> void fused(queue &q, F &&body) {
  fusion_wrapper fw{q};
  fw.start_fusion();
  body(q);
  fw.complete_fusion();
}
void held(queue &q, const std::function<void(queue &)> &body) {
  auto r = fusion::fusion_region::start(q);
  body(q);
  r.complete();
}
void pointed(queue &q, int *p, event (*what)(queue &, int *)) {
  fusion_wrapper fw{q};
  fw.start_fusion();
  what(q, p);
  fw.complete_fusion();
}
struct model {
  queue &q;
  buffer<int> data_{range{8}}, tmp_{range{8}, {fusion::property::promote_private{}}};
  buffer<int> &tmp() { return tmp_; }
  buffer<int> &data() { return data_; }
  static range<1> size() { return range<1>{8}; }
  model(queue &q) : q(q) {
    fusion_wrapper fw{q};
    fw.start_fusion();
    const std::function<void()> second = [&] { copy<class C2>(tmp(), data()); };
    copy<class C1>(data(), tmp());
    second();
    std::invoke([&](int) { put<class C3>(q, nullptr); }, 1);
    fw.complete_fusion();
  }
  template <class N> void copy(buffer<int> &from, buffer<int> &to) {
    q.submit([&](handler &cgh) {
      accessor in{from, cgh, read_only};
      accessor out{to, cgh, write_only};
      cgh.parallel_for<N>(size(), [=](id<1> i) { out[i] = in[i]; });
    });
  }
};
void all(queue &q, int *p) {
  fused(q, [&](queue &r) { put<class D1>(r, p), put<class D2>(q, p); });
  fused(q, [&](queue &r) { put<class D3>(r, p); });
  held(q, [&](queue &r) { put<class E1>(r, p); });
  held(q, [=](queue &r) { put<class E2>(r, p); });
  pointed(q, p, put<class F1>);
  pointed(q, p, &put<class F2>);
}
// CHECK: region fused
// CHECK-NEXT: submit D3
// CHECK-NEXT: region fused
// CHECK-NEXT: submit D1
// CHECK-NEXT: submit D2
// CHECK-NEXT: region held
// CHECK-NEXT: submit E1
// CHECK-NEXT: region held
// CHECK-NEXT: submit E2
// CHECK-NEXT: region helpers 18-20
// CHECK-NEXT: submit A1
// CHECK-NEXT: region helpers.2 21-23
// CHECK-NEXT: submit A2
// CHECK-NEXT: region model::model
// CHECK-NEXT: submit C1 range/1 global=[8] offset=[0]; out=tmp_:private in=data_
// CHECK-NEXT: submit C2 range/1 global=[8] offset=[0]; out=data_ in=tmp_:private
// CHECK-NEXT: submit C3
// CHECK-NEXT: region object 33-41
// CHECK-NEXT: submit B1
// CHECK-NEXT: submit B4
// CHECK-NEXT: region object 33-41
// CHECK-NEXT: submit B1
// CHECK-NEXT: submit B3
// CHECK-NEXT: submit B4
// CHECK-NEXT: region object.2 36-39
// CHECK-NEXT: submit B2
// CHECK-NEXT: region pointed
// CHECK-NEXT: submit F2
// CHECK-NEXT: region pointed
// CHECK-NEXT: submit F1
// CHECK: kernels, 12 regions
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
