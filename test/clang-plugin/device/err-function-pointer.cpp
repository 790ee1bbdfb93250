// Calls through pointers that nobody can know at compile time are errors; functions that are passed to templates are not.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %device %s 2>&1 | FileCheck-22 %s
#include <algorithm>
#include <sycl/sycl.hpp>

int add(int x) { return x + 1; }
int sub(int x) { return x - 1; }
using function = int (*)(int);
constexpr function table[] = {add, sub};
template <class F> int apply(F f, int x) { return f(x); }
template <function F> int applied(int x) { return F(x); }
struct Functor {
  function f;
  int *p;
  // CHECK-DAG: cpp:[[#@LINE+1]]:43: error: device code calls a function through a pointer that is not known when it is compiled [SF1026]
  void operator()() const { p[0] = p[1] + f(1); }
};
struct Object {
  int get(int x) { return x + y; }
  int y = 1;
};

void run(sycl::queue &q, int *p, function *pointers) {
  function f = add;
  q.single_task<class Kernel>([=] {
    // CHECK-DAG: cpp:[[#@LINE+3]]:12: error: device code calls a function through a pointer that is not known when it is compiled [SF1026] [-Wsycl-fuse-device-function-pointer]
    // CHECK-DAG: note: in kernel 'Kernel'
    // CHECK-DAG: note: pass a lambda or function object
    p[0] = f(1);
    // CHECK-DAG: cpp:[[#@LINE+1]]:12: error: device code calls a function through a pointer
    p[1] = table[p[0] & 1](2);
    // CHECK-DAG: cpp:[[#@LINE+1]]:12: error: device code calls a function through a pointer
    p[2] = pointers[0](3);
    // CHECK-DAG: cpp:[[#@LINE+2]]:12: error: device code calls a function through a pointer
    function chosen = p[3] ? add : sub;
    p[3] = chosen(4);
    p[4] = apply(add, 1) + apply(&sub, 2) + applied<add>(3) + table[0](1) + (*&add)(1);
    function known = add;
    p[5] = known(3);
    constexpr function always = sub;
    p[6] = always(3) + apply(+[](int x) { return x * 3; }, 3);
    std::transform(p, p + 3, p, add);
    Object o;
    p[7] = (o.*&Object::get)(3);
  });
  q.single_task(Functor{f, p});
}
// CHECK-DAG: 5 errors generated
