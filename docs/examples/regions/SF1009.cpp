// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../prelude.hpp"

// bad
void bad(queue &q, fusion_wrapper &fw, int *p, std::function<void(queue &)> step) {
  fw.start_fusion();
  q.single_task<class Bad>([=] { *p = 1; });
  step(q); // SF1009
  fw.complete_fusion();
}

// good
template <class Step> void good(queue &q, fusion_wrapper &fw, int *p, Step step) {
  fw.start_fusion();
  q.single_task<class Good1>([=] { *p = 1; });
  step(q);
  fw.complete_fusion();
}
void caller(queue &q, fusion_wrapper &fw, int *p) {
  good(q, fw, p, [=](queue &to) { to.single_task<class Good2>([=] { *p += 1; }); });
}
