// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../prelude.hpp"

// bad
void bad(queue &q, fusion_wrapper &fw, buffer<int> &ba, buffer<int> &bb, buffer<int> &bat) {
  fw.start_fusion(); // SF3047
  q.submit([&](handler &cgh) {
    accessor a{ba, cgh};
    cgh.parallel_for<class Bad1>(nd_range<1>{64, 16}, [=](nd_item<1> it) { a[it.get_global_id(0)] += 1; });
  });
  q.submit([&](handler &cgh) {
    accessor a{ba, cgh, read_only}, at{bat, cgh, read_only};
    accessor b{bb, cgh, write_only};
    cgh.parallel_for<class Bad2>(nd_range<1>{64, 8}, [=](nd_item<1> it) { // SF1042
      b[it.get_global_id(0)] = a[at[it.get_global_id(0)]];                // SF3050
    });
  });
  fw.complete_fusion({sycl::ext::syclfuse::property::trusted{}});
}

// good
void good(queue &q, fusion_wrapper &fw, int *a, int *b) {
  fw.start_fusion();
  q.parallel_for<class Good1>(nd_range<1>{64, 16}, [=](nd_item<1> it) { a[it.get_global_id(0)] += 1; });
  q.parallel_for<class Good2>(nd_range<1>{64, 16},
                              [=](nd_item<1> it) { b[it.get_global_id(0)] = a[it.get_global_id(0)]; });
  fw.complete_fusion();
}
