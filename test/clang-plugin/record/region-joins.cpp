// Functions of other translation units: what a region passes to them, and what functions submit that others may call.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %record %s 2>&1 | FileCheck-22 %s --check-prefix=SAYS --implicit-check-not=warning: --implicit-check-not=remark:
// RUN: %summary %t.json --functions | FileCheck-22 %s
#include "fusion.hpp"

struct state {
  queue &q;
  buffer<int> tmp{range{64}, {fusion::property::promote_private{}}};
  buffer<int> &out;
  void run(buffer<int> &in);
  bool done(); // gives something back: it only asks
};
void step(queue &q, buffer<int> &in, const int *p);
void through(state &s);
void body(handler &cgh, accessor<int, 1, access_mode::read> in);
template <class N, class A> void put(handler &cgh, A a) {
  cgh.parallel_for<N>(range{64}, [=](id<1> i) { (void)a[i]; });
}

void caller(queue &q, buffer<int> &a, int *usm, int n) {
  fusion_wrapper fw{q};
  state s{q, buffer<int>{range{8}}, a};
  queue other;
  fw.start_fusion();
  // SAYS: :[[#@LINE+1]]:3: remark: 'step' is defined elsewhere, and what it submits in this fusion region joins it in the build, where the manifest of its translation unit is given [SF1046] [-Wsycl-fuse-region-call-joined]
  step(q, s.tmp, usm);
  // SAYS: note: the fusion region starts here
  q.submit([&](handler &cgh) { put<class A>(cgh, accessor{a, cgh, read_only}); });
  for (int k = 0; k < 2; ++k)
    s.run(a);
  through(s);
  s.done();
  step(other, a, usm); // to a queue of its own
  q.submit([&](handler &cgh) { body(cgh, {s.tmp, cgh, read_only}); });
  fw.complete_fusion();
  fw.start_fusion();
  // SAYS: :[[#@LINE+1]]:3: warning: the sequence of kernels
  for (int k = 0; k < n; ++k)
    // SAYS: remark: 'step'
    step(q, a, usm);
  fw.complete_fusion();
}
// CHECK: open region caller 25-
// CHECK-NEXT: open call line 27: 0+0 step _Z4stepRN4sycl5queueERNS_6bufferIiLi1ESaIiEEEPKi(1=s.tmp, 2=usm)
// CHECK-NEXT: open call line {{.*}}: 1+0 run _ZN5state3runERN4sycl6bufferIiLi1ESaIiEEE(0.tmp=s.tmp, 0.out=a, 1=a)
// CHECK-NEXT: open call line {{.*}}: 1+0 run _ZN5state3runERN4sycl6bufferIiLi1ESaIiEEE(0.tmp=s.tmp, 0.out=a, 1=a)
// CHECK-NEXT: open call line {{.*}}: 1+0 through _Z7throughR5state(0.tmp=s.tmp, 0.out=a)
// CHECK-NEXT: open call line {{.*}}: 1+0 body {{.*}}(1=s.tmp)
// CHECK-NEXT: buffer s.tmp
// CHECK-NEXT: buffer usm
// CHECK-NEXT: buffer a
// CHECK-NEXT: submit A
// CHECK: open region caller.2
// CHECK-NEXT: open loop
// CHECK-NEXT: open call {{.*}} step

// What others may call. Nobody is told of what cannot be followed: it need not be called in a region.
void step_2(queue &q) {}
void by_copy(queue q, int *p, bool twice) {
  buffer<int> own{range{4}};
  q.submit([&](handler &cgh) { put<class B>(cgh, accessor{own, cgh}); });
  if (twice)
    q.single_task<class C>([=] { *p = 1; });
}
struct member {
  queue q;
  buffer<int> *kept;
  void run(buffer<int> &in);
  void inlined() {
    q.single_task<class D>([] {});
  }
};
void member::run(buffer<int> &in) {
  q.submit([&](handler &cgh) { put<class E>(cgh, accessor{*kept, cgh, read_only}); });
  q.submit([&](handler &cgh) { put<class F>(cgh, accessor{in, cgh, range{16}, id{8}, read_only}); });
  step(q, in, nullptr);
}
void given_accessor(handler &cgh, accessor<int, 1, access_mode::write> out, local_accessor<int> scratch) {
  put<class G>(cgh, out);
}
void sometimes(queue &q, int n) {
  for (int k = 0; k < n; ++k)
    q.single_task<class H>([] {});
}
// Not recorded: what nobody else can call, what everybody has, what cannot submit, what ends regions.
static void hidden(queue &q) {
  q.single_task<class I>([] {});
}
namespace {
void unnamed(queue &q) {
  q.single_task<class J>([] {});
}
} // namespace
inline void in_header(queue &q) {
  q.single_task<class K>([] {});
}
void asks(const queue &q) {}
void waits(queue &q) { q.wait(); }
void starts(queue &q, fusion_wrapper &fw) {
  fw.start_fusion();
  q.single_task<class M>([] {});
  fw.complete_fusion();
}
template <class T> void generic(queue &q, buffer<T> &b) {
  q.submit([&](handler &cgh) { put<class L>(cgh, accessor{b, cgh}); });
  if (sizeof(T) == 1)
    hidden(q), unnamed(q), in_header(q);
}
template void generic<char>(queue &, buffer<char> &);
// CHECK-LABEL: function given_accessor _Z14given_accessorRN4sycl7handlerE
// CHECK-NEXT: way
// CHECK-NEXT: buffer out int/4 dims=1 range=[] promote=none parameter 1
// CHECK-NEXT: submit G range/1 global=[64] offset=[0]; a=out
// CHECK-NEXT: function step_2 _Z6step_2RN4sycl5queueE line
// CHECK-NEXT: {{^}} way{{$}}
// CHECK-NEXT: function by_copy _Z7by_copyN4sycl5queueEPib
// CHECK-NEXT: way
// CHECK-NEXT: buffer own int/4 dims=1 range=[4]
// CHECK-NEXT: submit B
// CHECK-NEXT: way
// CHECK-NEXT: buffer own
// CHECK-NEXT: buffer p int/4 dims=1 range=[] promote=none parameter 1
// CHECK-NEXT: submit B
// CHECK-NEXT: submit C single_task/1; p=p
// CHECK-NEXT: function generic _Z7genericIcEvRN4sycl5queueERNS0_6bufferIT_
// CHECK-NEXT: way
// CHECK-NEXT: buffer b char/1
// CHECK-NEXT: submit L
// CHECK-NEXT: submit I
// CHECK-NEXT: submit J
// CHECK-NEXT: submit K
// CHECK-NEXT: function sometimes
// CHECK-NEXT: way
// CHECK-NEXT: open loop
// CHECK-NEXT: submit H
// CHECK-NEXT: function member::run _ZN6member3runERN4sycl6bufferIiLi1ESaIiEEE
// CHECK-NEXT: way
// CHECK-NEXT: open call {{.*}} 2+0 step {{.*}}(1=in)
// CHECK-NEXT: buffer kept int/4 dims=1 range=[] promote=none parameter 0.kept
// CHECK-NEXT: buffer in int/4 dims=1 range=[] promote=none parameter 1
// CHECK-NEXT: submit E range/1 global=[64] offset=[0]; a=kept
// CHECK-NEXT: submit F range/1 global=[64] offset=[0]; a=?r[16]o[8]
// CHECK-NEXT: kernels,
