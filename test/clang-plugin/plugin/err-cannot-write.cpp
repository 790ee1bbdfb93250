// A manifest that cannot be written is an error that fails the compilation; nothing is left behind.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: rm -rf %t && mkdir %t
// RUN: not %sycl_cxx -c %s -o %t/a.o -fplugin-arg-sycl-fuse-output=%t/none/a.json 2>&1 | FileCheck-22 %s
// RUN: ls %t | count 0
// CHECK: error: cannot write manifest '{{.*}}none/a.json': {{.*}}o such file or directory [SF1002]
// CHECK-NEXT: note: choose another path with -fplugin-arg-sycl-fuse-output=<path>
