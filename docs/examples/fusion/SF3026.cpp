// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../prelude.hpp"

// bad
void bad(queue &q, fusion_wrapper &fw, buffer<int> &out) {
  buffer<int> tmp{range{64}, {promote_private{}}};
  fw.start_fusion();
  q.submit([&](handler &cgh) {
    accessor t{tmp, cgh, write_only};
    cgh.parallel_for<class Bad1>(nd_range<1>{64, 16}, [=](nd_item<1> it) {
      t[it.get_global_id(0)] = 1; // SF3026
    });
  });
  q.submit([&](handler &cgh) {
    accessor t{tmp, cgh, read_only};
    accessor o{out, cgh, write_only};
    cgh.parallel_for<class Bad2>(nd_range<1>{64, 16}, [=](nd_item<1> it) {
      o[it.get_global_id(0)] = t[it.get_group(0) * 16 + 15 - it.get_local_id(0)];
    });
  });
  fw.complete_fusion();
}

// good
// In local memory work-items of one work-group share it.
void good(queue &q, fusion_wrapper &fw, buffer<int> &out) {
  buffer<int> tmp{range{64}, {promote_local{}}};
  fw.start_fusion();
  q.submit([&](handler &cgh) {
    accessor t{tmp, cgh, write_only};
    cgh.parallel_for<class Good1>(nd_range<1>{64, 16}, [=](nd_item<1> it) { t[it.get_global_id(0)] = 1; });
  });
  q.submit([&](handler &cgh) {
    accessor t{tmp, cgh, read_only};
    accessor o{out, cgh, write_only};
    cgh.parallel_for<class Good2>(nd_range<1>{64, 16}, [=](nd_item<1> it) {
      o[it.get_global_id(0)] = t[it.get_group(0) * 16 + 15 - it.get_local_id(0)];
    });
  });
  fw.complete_fusion();
}
