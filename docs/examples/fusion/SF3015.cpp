// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../prelude.hpp"

// bad
void bad(queue &q, fusion_wrapper &fw, buffer<int> &out) {
  buffer<int> tmp{range{64}, {promote_private{}}};
  fw.start_fusion();
  q.submit([&](handler &cgh) {
    accessor t{tmp, cgh};
    cgh.parallel_for<class Bad1>(64, [=](id<1> i) { t[i] += 1; }); // SF3015
  });
  q.submit([&](handler &cgh) {
    accessor t{tmp, cgh, read_only};
    accessor o{out, cgh, write_only};
    cgh.parallel_for<class Bad2>(64, [=](id<1> i) { o[i] = t[i]; });
  });
  fw.complete_fusion();
}

// good
// Private memory begins without contents: the first access has to write it.
void good(queue &q, fusion_wrapper &fw, buffer<int> &out) {
  buffer<int> tmp{range{64}, {promote_private{}}};
  fw.start_fusion();
  q.submit([&](handler &cgh) {
    accessor t{tmp, cgh, write_only};
    cgh.parallel_for<class Good1>(64, [=](id<1> i) { t[i] = 1; });
  });
  q.submit([&](handler &cgh) {
    accessor t{tmp, cgh, read_only};
    accessor o{out, cgh, write_only};
    cgh.parallel_for<class Good2>(64, [=](id<1> i) { o[i] = t[i]; });
  });
  fw.complete_fusion();
}
