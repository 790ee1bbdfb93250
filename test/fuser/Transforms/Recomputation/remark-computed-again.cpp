// Remarks and inspect say which kernel computes how many elements of which memory again; each element counts once.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: rm -rf %t && mkdir %t && cd %t && %sycl_cxx -O2 -c %s -o a.o
// RUN: sycl-fuse build a.o -o a.fusion.o --target native:v3 --no-cost-model -Rpass=sycl-recomputation 2>&1 | FileCheck-22 %s
// RUN: sycl-fuse inspect a.fusion.o | FileCheck-22 %s --check-prefix=TEXT
// RUN: sycl-fuse inspect a.fusion.o | FileCheck-22 %s --check-prefix=NAMED
// RUN: sycl-fuse inspect --json a.fusion.o | FileCheck-22 %s --check-prefix=JSON
#include <sycl/ext/codeplay/experimental/fusion_wrapper.hpp>
#include <sycl/sycl.hpp>

using namespace sycl;

// Of a chain, the last kernel computes all that it needs: the middle one's values, and for these the first one's.
void chain(queue &q, const float *in, float *s, float *t, float *out, int n) {
  ext::codeplay::experimental::fusion_wrapper fw(q);
  fw.start_fusion();
  q.parallel_for<class First>(range<1>(n), [=](id<1> i) { s[i] = in[i] * in[i]; });
  q.parallel_for<class Middle>(range<1>(n), [=](id<1> id) {
    const int i = id[0];
    t[i] = i > 0 && i < n - 1 ? s[i - 1] + s[i + 1] : 0;
  });
  q.parallel_for<class Last>(range<1>(n), [=](id<1> id) {
    const int i = id[0];
    out[i] = i > 1 && i < n - 2 ? t[i - 1] + t[i + 1] : 0;
  });
  fw.complete_fusion();
}
// CHECK: remark-computed-again.cpp:[[@LINE-8]]:{{[0-9]+}}: remark: 'Middle' computes 2 elements of 's' again, as 'First' does [-Rpass=sycl-recomputation]
// CHECK: remark: 'Last' computes 3 elements of 's' again, as 'First' does [-Rpass=sycl-recomputation]
// CHECK: remark-computed-again.cpp:[[@LINE-6]]:{{[0-9]+}}: remark: 'Last' computes 2 elements of 't' again, as 'Middle' does [-Rpass=sycl-recomputation]

// Through an accessor it has the name of this one.
void image(queue &q, buffer<float> &in, buffer<float> &between, buffer<float> &out, int w) {
  ext::codeplay::experimental::fusion_wrapper fw(q);
  fw.start_fusion();
  q.submit([&](handler &h) {
    accessor x(in, h, read_only);
    accessor tmp(between, h, write_only);
    h.parallel_for<class Scale>(range<1>(w), [=](id<1> i) { tmp[i] = x[i] * 3; });
  });
  q.submit([&](handler &h) {
    accessor tmp(between, h, read_only);
    accessor y(out, h, write_only);
    h.parallel_for<class Shift>(range<1>(w), [=](id<1> i) { y[i] = tmp[std::min<int>(i[0] + 1, w - 1)]; });
  });
  fw.complete_fusion();
}
// CHECK: remark: 'Shift' computes 1 element of 'tmp' again, as 'Scale' does [-Rpass=sycl-recomputation]

// TEXT: region chain
// TEXT: generic {{.*}} sycl_fuse_chain_generic.v3
// TEXT-NEXT: {{^}}            1 computes 2 elements of s again, as 0 does
// TEXT-NEXT: {{^}}            2 computes 3 elements of s again, as 0 does
// TEXT-NEXT: {{^}}            2 computes 2 elements of t again, as 1 does

// NAMED: region image
// NAMED: {{^}}            1 computes 1 element of tmp again, as 0 does

// JSON: "name": "chain"
// JSON: "recomputed": [
// JSON-NEXT: {
// JSON-NEXT: "producer": 0,
// JSON-NEXT: "consumer": 1,
// JSON-NEXT: "submission": {{[01]}},
// JSON-NEXT: "offset": {{[0-9]+}},
// JSON-NEXT: "elements": 2
// JSON-NEXT: }
