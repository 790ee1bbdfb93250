// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../prelude.hpp"

// bad
void bad(queue &q, fusion_wrapper &fw, buffer<int> &tmp) {
  fw.start_fusion();
  q.submit([&](handler &cgh) {
    accessor written{tmp, cgh, {promote_private{}}};
    cgh.parallel_for<class Bad1>(8, [=](id<1> i) { written[i] = 1; });
  });
  q.submit([&](handler &cgh) {
    accessor again{tmp, cgh}; // SF1006
    cgh.parallel_for<class Bad2>(8, [=](id<1> i) { again[i] += 2; });
  });
  fw.complete_fusion();
}

// good
void good(queue &q, fusion_wrapper &fw) {
  buffer<int> tmp{range{8}, {promote_private{}}}; // holds for all accessors
  fw.start_fusion();
  q.submit([&](handler &cgh) {
    accessor written{tmp, cgh};
    cgh.parallel_for<class Good1>(8, [=](id<1> i) { written[i] = 1; });
  });
  q.submit([&](handler &cgh) {
    accessor again{tmp, cgh};
    cgh.parallel_for<class Good2>(8, [=](id<1> i) { again[i] += 2; });
  });
  fw.complete_fusion();
}
