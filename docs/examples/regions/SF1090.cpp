// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../prelude.hpp"

// bad
void bad(queue &q, fusion_wrapper &fw, int *sum, int *out) {
  buffer<int> tmp{range{64}, {promote_private{}}};
  fw.start_fusion();
  q.submit([&](handler &cgh) {
    accessor t{tmp, cgh, write_only}; // SF1090
    cgh.parallel_for<class Bad1>(64, reduction(sum, plus<int>()), [=](id<1> i, auto &s) { s += t[i] = i[0]; });
  });
  q.submit([&](handler &cgh) {
    accessor t{tmp, cgh, read_only}; // SF1090
    cgh.parallel_for<class Bad2>(64, [=](id<1> i) { out[i] = t[i]; });
  });
  fw.complete_fusion();
}

// good
void good(queue &q, fusion_wrapper &fw, int *sum, int *out) {
  buffer<int> tmp{range{64}};
  fw.start_fusion();
  q.submit([&](handler &cgh) {
    accessor t{tmp, cgh, write_only};
    cgh.parallel_for<class Good1>(64, reduction(sum, plus<int>()), [=](id<1> i, auto &s) { s += t[i] = i[0]; });
  });
  q.submit([&](handler &cgh) {
    accessor t{tmp, cgh, read_only};
    cgh.parallel_for<class Good2>(64, [=](id<1> i) { out[i] = t[i]; });
  });
  fw.complete_fusion();
}
