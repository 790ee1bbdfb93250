// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../prelude.hpp"

// bad
void bad(queue &q, int *p) {
  q.single_task<class Bad>([=] {
    printf("%d\n", p[0]); // SF1022
  });
}

// good
void good(queue &q, int *p) {
  q.submit([&](handler &cgh) {
    stream out{1024, 80, cgh};
    cgh.single_task<class Good>([=] { out << p[0] << '\n'; });
  });
}
