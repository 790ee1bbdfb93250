// Warnings can be switched off and made errors, one by one and all together.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %record %s -fplugin-arg-sycl-fuse-Wno-region-empty 2>&1 | count 0
// RUN: rm -f %t.json
// RUN: not %record %s -fplugin-arg-sycl-fuse-Werror 2>&1 | FileCheck-22 %s
// RUN: not %record %s -fplugin-arg-sycl-fuse-Werror=region-empty 2>&1 | FileCheck-22 %s
// RUN: test ! -e %t.json
// RUN: %record %s -fplugin-arg-sycl-fuse-Werror=region-not-completed 2>&1 | FileCheck-22 %s --check-prefix=OTHER
// RUN: %record %s -w 2>&1 | count 0
#include "fusion.hpp"

void run(fusion_wrapper &fw) {
  // CHECK: error: fusion region submits no kernel [SF1004] [-Werror,-Wsycl-fuse-region-empty]
  // OTHER: warning: fusion region submits no kernel [SF1004] [-Wsycl-fuse-region-empty]
  fw.start_fusion();
  fw.complete_fusion();
}
