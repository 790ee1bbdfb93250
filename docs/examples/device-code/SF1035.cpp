// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "../prelude.hpp"

// bad
struct bad {
  int *p, factor;
  void run(queue &q) {
    q.single_task<class Bad>([=] { p[0] *= factor; }); // SF1035
  }
};

// good
struct good {
  int *p, factor;
  void run(queue &q) {
    q.single_task<class Good>([p = p, factor = factor] { p[0] *= factor; });
  }
};
