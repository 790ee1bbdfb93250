// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../prelude.hpp"

// bad
void bad(queue &q, fusion_wrapper &fw, int *a, int *b, const int *at) {
  fw.start_fusion();
  q.parallel_for<class Bad1>(64, [=](id<1> i) { a[i] = i[0]; });
  q.parallel_for<class Bad2>(64, [=](id<1> i) { b[i] = a[at[i]]; }); // SF3050
  fw.complete_fusion({sycl::ext::syclfuse::property::trusted{}});
}

// good
void good(queue &q, fusion_wrapper &fw, int *a, int *b) {
  fw.start_fusion();
  q.parallel_for<class Good1>(64, [=](id<1> i) { a[i] = i[0]; });
  q.parallel_for<class Good2>(64, [=](id<1> i) { b[i] = a[i]; });
  fw.complete_fusion();
}
