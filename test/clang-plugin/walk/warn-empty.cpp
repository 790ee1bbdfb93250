// A region without kernels is not recorded.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %record %s 2>&1 | FileCheck-22 %s
// RUN: %summary %t.json | FileCheck-22 %s --check-prefix=JSON
#include "fusion.hpp"

void run(queue &q) {
  fusion_wrapper fw{q};
  // CHECK: warn-empty.cpp:[[#@LINE+1]]:6: warning: fusion region submits no kernel [SF1004] [-Wsycl-fuse-region-empty]
  fw.start_fusion();
  // CHECK: note: submit kernels between start_fusion and complete_fusion
  fw.complete_fusion();
}
// JSON: 0 kernels, 0 regions
