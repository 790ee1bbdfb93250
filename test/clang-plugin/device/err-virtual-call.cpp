// Calls of virtual functions in device code are errors, unless the compiler knows the target.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %device %s 2>&1 | FileCheck-22 %s
#include <sycl/sycl.hpp>

int host_only();
struct Shape {
  virtual int area() const { return 1; }
  virtual int operator()(int x) const { return x; }
  virtual int not_called() { return host_only(); }
};
struct Square final : Shape {
  int area() const override { return 4; }
};
int area(const Shape &s) {
  // CHECK: cpp:[[#@LINE+6]]:12: error: device code calls the virtual function 'Shape::area' [SF1025] [-Wsycl-fuse-device-virtual-call]
  // CHECK: cpp:[[#@LINE-9]]:15: note: declared here
  // CHECK: note: called from 'twice'
  // CHECK: note: called from a lambda in 'run'
  // CHECK: note: in kernel 'Kernel'
  // CHECK: note: name the function's class in the call
  return s.area();
}
int twice(const Shape &s) { return 2 * area(s); }

void run(sycl::queue &q, int *p) {
  q.single_task<class Kernel>([=] {
    Square square;
    Shape shape;
    p[0] = square.area() + shape.area(); // both known
    p[0] += static_cast<const Shape &>(square).Shape::area();
    p[1] = twice(square);
  });
  q.single_task<class Operator>([=] {
    Shape shape;
    const Shape &any = shape;
    // CHECK: cpp:[[#@LINE+1]]:12: error: device code calls the virtual function 'Shape::operator()'
    p[2] = any(3);
    // CHECK: cpp:[[#@LINE+1]]:{{[0-9]+}}: error: device code calls the virtual function 'Shape::area'
    p[3] = (any.*&Shape::area)();
  });
}
// CHECK-NOT: error: {{.*}}host_only
