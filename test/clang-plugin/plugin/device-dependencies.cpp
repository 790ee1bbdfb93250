// The dependency file also has what only the device pass includes, each file once, with or without system headers as the option says, and nothing that neither does.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: rm -rf %t && mkdir -p %t/system && cd %t && cp %s a.cpp && touch system/of_system.h both.h neither.h system/nested.h
// RUN: echo '#pragma once' > device.h && echo '#include "both.h"' >> device.h && echo '#include <nested.h>' >> device.h
// RUN: %sycl_cxx -isystem system -c a.cpp -o a.o -MMD -MF user.d && FileCheck-22 %s --check-prefix=USER --implicit-check-not=system < user.d
// RUN: %sycl_cxx -isystem system -c a.cpp -o a.o -MD -MF all.d && FileCheck-22 %s --check-prefix=ALL < all.d
// RUN: grep -c device.h user.d all.d | FileCheck-22 %s --check-prefix=ONCE
// RUN: not grep -e neither -e __SYCL user.d all.d
// USER: a.o: a.cpp
// USER-DAG: both.h
// USER-DAG: {{[ ^]}}device.h
// ALL: a.o: a.cpp
// ALL-DAG: {{[ ^]}}device.h
// ALL-DAG: system/of_system.h
// ALL-DAG: system/nested.h
// ONCE: user.d:1
// ONCE-NEXT: all.d:1

// Clang alone leaves it out; the day that it does not, this can go.
// RUN: %sycl_cxx -isystem system -c a.cpp -o a.o -MD -MF off.d -fplugin-arg-sycl-fuse-off && not grep device.h off.d
// What the device pass would not find is said by it, once.
// RUN: rm device.h && not %sycl_cxx -isystem system -c a.cpp -o a.o -MD -MF all.d 2>&1 | FileCheck-22 %s --check-prefix=GONE
// GONE: fatal error: 'device.h' file not found
// GONE: {{^}}1 error generated
// GONE-NOT: error
#ifdef __SYCL_DEVICE_ONLY__
#include "device.h"
#include <of_system.h>
#endif
#ifdef NEVER
#include "neither.h"
#endif
#include "both.h"
void f() {}
