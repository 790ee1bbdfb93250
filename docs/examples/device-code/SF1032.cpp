// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Options: -D_GLIBCXX_ASSERTIONS
#include "../prelude.hpp"

// bad
void bad(queue &q, int *p) {
  q.single_task<class Bad>([=] {
    std::array<int, 4> values{1, 2, 3, 4};
    p[0] = values[p[1] & 3]; // SF1032
  });
}

// good
// Where the option has to stay, use arrays of the language.
void good(queue &q, int *p) {
  q.single_task<class Good>([=] {
    int values[] = {1, 2, 3, 4};
    p[0] = values[p[1] & 3];
  });
}
