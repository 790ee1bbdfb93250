// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A library that is opened, used and closed while the program goes on.
#include <sycl/sycl.hpp>

extern "C" __attribute__((visibility("default"))) void soak_add(sycl::queue *q, unsigned *p, unsigned n) {
  sycl::ext::codeplay::experimental::fusion_wrapper wrapper(*q);
  wrapper.start_fusion();
  q->parallel_for<class library_add>(sycl::range<1>(n), [=](sycl::id<1> i) { p[i] += 7; });
  q->parallel_for<class library_times>(sycl::range<1>(n), [=](sycl::id<1> i) { p[i] *= 3; });
  wrapper.complete_fusion().wait();
}
