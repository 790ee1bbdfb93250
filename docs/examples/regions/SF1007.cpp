// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../prelude.hpp"

// bad
void bad(queue &q, fusion_wrapper &fw, buffer<int> &tmp) {
  fw.start_fusion();
  q.submit([&](handler &cgh) {
    accessor in{tmp, cgh, {promote_private{}}}; // SF1007
    accessor out{tmp, cgh, {promote_local{}}};
    cgh.parallel_for<class Bad>(8, [=](id<1> i) { out[i] = in[i]; });
  });
  fw.complete_fusion();
}

// good
void good(queue &q, fusion_wrapper &fw, buffer<int> &tmp) {
  fw.start_fusion();
  q.submit([&](handler &cgh) {
    accessor in{tmp, cgh, {promote_private{}}};
    accessor out{tmp, cgh, {promote_private{}}};
    cgh.parallel_for<class Good>(8, [=](id<1> i) { out[i] = in[i]; });
  });
  fw.complete_fusion();
}
