// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../prelude.hpp"

// bad
int bad(queue &q, fusion_wrapper &fw) {
  buffer<int> tmp{range{8}, {promote_private{}}};
  fw.start_fusion();
  q.submit([&](handler &cgh) {
    accessor out{tmp, cgh, write_only};
    cgh.parallel_for<class Bad>(8, [=](id<1> i) { out[i] = i[0]; });
  });
  fw.complete_fusion();
  return host_accessor{tmp}[7]; // SF1041
}

// good
int good(queue &q, fusion_wrapper &fw) {
  buffer<int> result{range{8}};
  fw.start_fusion();
  q.submit([&](handler &cgh) {
    accessor out{result, cgh, write_only};
    cgh.parallel_for<class Good>(8, [=](id<1> i) { out[i] = i[0]; });
  });
  fw.complete_fusion();
  return host_accessor{result}[7];
}
