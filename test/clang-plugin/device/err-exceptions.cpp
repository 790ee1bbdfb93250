// Exceptions in device code are errors at the user's line: throw, try, and library functions that throw.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %device %s 2>&1 | FileCheck-22 %s
// RUN: not %device %s -fplugin-arg-sycl-fuse-Wno-device-throw 2>&1 | FileCheck-22 %s --check-prefix=TRY
// RUN: not %device %s -fplugin-arg-sycl-fuse-Wno-error=device-throw 2>&1 | FileCheck-22 %s --check-prefix=SOFT
#include <array>
#include <stdexcept>
#include <sycl/sycl.hpp>

template <class T> T half(T value) {
  if (value % 2)
    throw std::invalid_argument("odd");
  return value / 2;
}
template <class T> T quarter(T value) { return half(half(value)); }
// A host function may do it.
void host() { throw 1; }

void run(sycl::queue &q, int *p) {
  q.single_task<class Kernel>([=] {
    p[0] = quarter(p[0]) + quarter(long(1));
    std::array<int, 4> a{1, 2, 3, 4};
    p[2] = a.at(p[1]);
    try {
      p[3] = 1;
    } catch (...) {
      host(); // never executed
    }
  });
  host();
}
// One message for both instantiations.
// CHECK:      cpp:12:5: error: device code throws an exception [SF1020] [-Wsycl-fuse-device-throw]
// CHECK:      cpp:15:48: note: called from 'quarter'
// CHECK:      cpp:21:12: note: called from a lambda in 'run'
// CHECK:      cpp:20:31: note: in kernel 'Kernel'
// CHECK:      cpp:12:5: note: return a value
// CHECK:      cpp:23:14: error: device code throws an exception, in 'std::array::at' [SF1020] [-Wsycl-fuse-device-throw]
// CHECK:      array:{{[0-9]+}}:{{[0-9]+}}: note: in 'std::array::at', here
// CHECK:      cpp:20:31: note: in kernel 'Kernel'
// CHECK:      cpp:23:14: note: return a value that says what failed
// CHECK:      cpp:24:5: error: device code has a try block, where nothing can be caught [SF1021] [-Wsycl-fuse-device-try]
// CHECK:      3 errors generated

// TRY-NOT: error: device code throws
// TRY: error: device code has a try block
// TRY-NOT: error: device code throws

// SOFT: warning: device code throws an exception, in 'std::array::at' [SF1020] [-Wsycl-fuse-device-throw]
// SOFT: 1 error generated
