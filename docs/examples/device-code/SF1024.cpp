// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../prelude.hpp"

// bad
void bad(queue &q, int *p) {
  q.single_task<class Bad>([=] {
    p[0] = typeid(p[0]) == typeid(int); // SF1024
  });
}

// good
void good(queue &q, int *p) {
  q.single_task<class Good>([=] { p[0] = std::is_same_v<decltype(+p[0]), int>; });
}
