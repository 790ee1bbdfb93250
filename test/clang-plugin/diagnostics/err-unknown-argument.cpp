// An argument that the plugin does not know is an error, with nothing written.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: rm -f %t.json
// RUN: not %record -fplugin-arg-sycl-fuse-outptu=x %s 2>&1 | FileCheck-22 %s
// RUN: not %record -fplugin-arg-sycl-fuse-Wno-nothing %s 2>&1 | FileCheck-22 %s --check-prefix=WARNING
// RUN: not %record -fplugin-arg-sycl-fuse-output= %s 2>&1 | FileCheck-22 %s --check-prefix=EMPTY
// RUN: test ! -e %t.json
// CHECK: error: unknown plugin argument 'outptu=x' [SF1001]
// CHECK: note: see docs/plugin.md
// WARNING: error: unknown plugin argument 'Wno-nothing' [SF1001]
// EMPTY: error: unknown plugin argument 'output=' [SF1001]
