// The fuser leaves an open region out, says why, and refuses it where everything is required.
// RUN: %sycl_cxx -O1 -c %s -o %t.o -I%S/../Inputs -fplugin-arg-sycl-fuse-Wno-region-sequence-unknown
// RUN: sycl-fuse build %t.o -o %t.fusion.o --remarks=%t.yaml 2>&1 | FileCheck-22 %s --allow-empty --check-prefix=QUIET
// RUN: FileCheck-22 %s --check-prefix=YAML < %t.yaml
// RUN: not sycl-fuse build %t.o -o %t.fusion.o --require 2>&1 | FileCheck-22 %s
// RUN: sycl-fuse inspect %t.o | FileCheck-22 %s --check-prefix=INSPECT
#include "fusion.hpp"

void run(queue &q, fusion_wrapper &fw, int *p, int n) {
  fw.start_fusion();
  for (int i = 0; i < n; ++i)
    q.single_task<class A>([=] { *p = 1; });
  fw.complete_fusion();
}
int main() {}
// QUIET-NOT: warning
// QUIET-NOT: error
// YAML: SF3048
// CHECK: open-regions-are-not-built.cpp:11:3: error: region 'run' is not built ahead of time: a run decides how often this loop submits [SF3048]
// INSPECT: open region run
// INSPECT: loop {{.*}}:11:3  submission 0
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
