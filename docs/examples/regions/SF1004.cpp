// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../prelude.hpp"

// bad
void bad(queue &q, fusion_wrapper &fw, int *p) {
  q.single_task<class Bad>([=] { *p = 1; });
  fw.start_fusion(); // SF1004
  fw.complete_fusion();
}

// good
void good(queue &q, fusion_wrapper &fw, int *p) {
  fw.start_fusion();
  q.single_task<class Good>([=] { *p = 1; });
  fw.complete_fusion();
}
