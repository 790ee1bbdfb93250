// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../prelude.hpp"

// bad
void bad(queue &q, fusion_wrapper &fw, int *p, nd_range<1> sizes) {
  fw.start_fusion(); // SF3008
  sycl::ext::syclfuse::expect_nd_range(nd_range<1>{100, 16});
  q.parallel_for<class Bad>(sizes, [=](nd_item<1> it) { p[it.get_global_id(0)] = it.get_local_id(0); });
  fw.complete_fusion();
}

// good
void good(queue &q, fusion_wrapper &fw, int *p, nd_range<1> sizes) {
  fw.start_fusion();
  sycl::ext::syclfuse::expect_nd_range(nd_range<1>{112, 16});
  q.parallel_for<class Good>(sizes, [=](nd_item<1> it) { p[it.get_global_id(0)] = it.get_local_id(0); });
  fw.complete_fusion();
}
