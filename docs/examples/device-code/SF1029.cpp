// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../prelude.hpp"

// bad
void bad(queue &q, unsigned *p) {
  q.single_task<class Bad>([=] {
    asm("bswap %0" : "+r"(p[0])); // SF1029
  });
}

// good
void good(queue &q, unsigned *p) {
  q.single_task<class Good>([=] { p[0] = __builtin_bswap32(p[0]); });
}
