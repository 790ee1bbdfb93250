// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../prelude.hpp"

// bad
void bad(queue &q, fusion_wrapper &fw, int *a, int *b) {
  fw.start_fusion();
  q.parallel_for<class Bad1>(nd_range<1>{64, 16}, [=](nd_item<1> it) { a[it.get_global_id(0)] = 1; });
  q.parallel_for<class Bad2>(nd_range<1>{64, 16}, [=](nd_item<1> it) {
    b[it.get_global_id(0)] = a[it.get_group(0) * 16 + 15 - it.get_local_id(0)]; // SF3030
  });
  fw.complete_fusion({fusion::property::no_barriers{}});
}

// good
void good(queue &q, fusion_wrapper &fw, int *a, int *b) {
  fw.start_fusion();
  q.parallel_for<class Good1>(nd_range<1>{64, 16}, [=](nd_item<1> it) { a[it.get_global_id(0)] = 1; });
  q.parallel_for<class Good2>(nd_range<1>{64, 16}, [=](nd_item<1> it) {
    b[it.get_global_id(0)] = a[it.get_group(0) * 16 + 15 - it.get_local_id(0)];
  });
  fw.complete_fusion();
}
