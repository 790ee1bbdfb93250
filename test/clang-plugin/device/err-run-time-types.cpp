// typeid and dynamic_cast in device code are errors; a dynamic_cast to a base class is not.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %device %s 2>&1 | FileCheck-22 %s
#include <sycl/sycl.hpp>
#include <typeinfo>

struct Base {
  virtual void f() {}
  int value = 1;
};
struct Derived : Base {};

int value(Base &b) {
  // CHECK: cpp:[[#@LINE+4]]:17: error: device code uses 'dynamic_cast', and a device has no run-time type information [SF1024] [-Wsycl-fuse-device-rtti]
  // CHECK: cpp:[[#@LINE+12]]:12: note: called from a lambda in 'run'
  // CHECK: note: in kernel 'Kernel'
  // CHECK: note: choose by a template parameter
  if (auto *d = dynamic_cast<Derived *>(&b))
    return d->value;
  return 0;
}

void run(sycl::queue &q, int *p) {
  q.single_task<class Kernel>([=] {
    Derived d;
    p[1] = dynamic_cast<Base &>(d).value;
    p[0] = value(d);
  });
  q.single_task<class Names>([=] {
    // CHECK: cpp:[[#@LINE+1]]:12: error: device code uses 'typeid'
    p[0] = typeid(int) == typeid(*p);
  });
}
