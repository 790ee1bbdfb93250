// Nothing is written when the compilation has errors.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: rm -f %t.json
// RUN: not %record %s 2>&1 | FileCheck-22 %s
// RUN: test ! -e %t.json
#include "fusion.hpp"

void run(queue &q, int *p) {
  q.single_task<class K>([=] { *p = undeclared; });
}
// CHECK: error: use of undeclared identifier 'undeclared'
