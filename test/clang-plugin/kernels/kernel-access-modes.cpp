// Access modes and targets come from the accessor's type, however it was made.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %record %s
// RUN: %summary %t.json | FileCheck-22 %s
#include "fusion.hpp"

void run(queue &q, buffer<int> &b) {
  q.submit([&](handler &cgh) {
    accessor r{b, cgh, read_only};
    accessor w{b, cgh, write_only, no_init};
    auto rw = b.get_access(cgh);
    auto mode = b.get_access<access_mode::write>(cgh);
    accessor<const int, 1, access_mode::read> k{b, cgh};
    cgh.single_task<class Modes>([=] {
      w[0] = r[0] + rw[0] + k[0];
      mode[0] = 1;
    });
  });
}

// CHECK-DAG: accessor r int/4 dims=1 read device
// CHECK-DAG: accessor w int/4 dims=1 write device
// CHECK-DAG: accessor rw int/4 dims=1 read_write device
// CHECK-DAG: accessor mode int/4 dims=1 write device
// CHECK-DAG: accessor k int/4 dims=1 read device
