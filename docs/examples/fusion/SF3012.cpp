// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../prelude.hpp"

// bad
void bad(queue &q, fusion_wrapper &fw, int *p) {
  fw.start_fusion();
  q.parallel_for<class Bad1>(nd_range<1>{64, 16}, [=](nd_item<1> it) {
    p[it.get_global_id(0)] = reduce_over_group(it.get_group(), p[it.get_global_id(0)], plus<int>());
  });
  q.parallel_for<class Bad2>(nd_range<1>{64, 8}, [=](nd_item<1> it) { // SF1042, SF3012
    p[it.get_global_id(0)] = reduce_over_group(it.get_group(), p[it.get_global_id(0)], plus<int>());
  });
  fw.complete_fusion();
}

// good
void good(queue &q, fusion_wrapper &fw, int *p) {
  fw.start_fusion();
  q.parallel_for<class Good1>(nd_range<1>{64, 16}, [=](nd_item<1> it) {
    p[it.get_global_id(0)] = reduce_over_group(it.get_group(), p[it.get_global_id(0)], plus<int>());
  });
  q.parallel_for<class Good2>(nd_range<1>{64, 16}, [=](nd_item<1> it) {
    p[it.get_global_id(0)] = reduce_over_group(it.get_group(), p[it.get_global_id(0)], plus<int>());
  });
  fw.complete_fusion();
}
