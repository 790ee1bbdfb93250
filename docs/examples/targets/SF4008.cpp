// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../prelude.hpp"

// bad
void bad(queue &q, std::array<char, 40000> *p) {
  std::array<char, 40000> values{};
  q.single_task<class Bad>([=] { *p = values; }); // SF4008
}

// good
void good(queue &q, std::array<char, 40000> *p, const std::array<char, 40000> *values) {
  q.single_task<class Good>([=] { *p = *values; });
}
