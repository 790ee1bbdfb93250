// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../prelude.hpp"

// bad
void bad(queue &q, fusion_wrapper &fw) {
  buffer<int> tmp{range{8}, {promote_private{}}};
  fw.start_fusion();
  q.submit([&](handler &cgh) {
    accessor out{tmp, cgh, write_only, property_list{promote_local{}}}; // SF1043
    cgh.parallel_for<class Bad>(8, [=](id<1> i) { out[i] = 1; });
  });
  fw.complete_fusion();
}

// good
void good(queue &q, fusion_wrapper &fw) {
  buffer<int> tmp{range{8}, {promote_private{}}};
  fw.start_fusion();
  q.submit([&](handler &cgh) {
    accessor out{tmp, cgh, write_only};
    cgh.parallel_for<class Good>(8, [=](id<1> i) { out[i] = 1; });
  });
  fw.complete_fusion();
}
