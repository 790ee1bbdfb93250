// Captures of references and of `this` are errors at the capture; an explicit [this] is a warning.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not %device %s 2>&1 | FileCheck-22 %s
#include <sycl/sycl.hpp>
#include <tuple>

struct Holder {
  int &value;
};
struct Functor {
  // CHECK-DAG: cpp:[[#@LINE+1]]:8: error: kernel 'Functor' captures 'result' by reference
  int &result;
  void operator()() const { result = 1; }
};
struct Solver {
  int *p, factor = 2;
  void run(sycl::queue &q) {
    // CHECK-DAG: cpp:[[#@LINE+2]]:41: error: kernel 'Implicit' captures 'this', which is memory of the host [SF1035] [-Wsycl-fuse-capture-this]
    // CHECK-DAG: note: copy the members that it uses to local variables
    q.single_task<class Implicit>([=] { p[0] = factor; });
    // CHECK-DAG: cpp:[[#@LINE+1]]:36: warning: kernel 'Explicit' captures 'this', which a device can use only if the object lies in USM [SF1036] [-Wsycl-fuse-capture-this-explicit]
    q.single_task<class Explicit>([this] { p[0] = factor; });
    q.single_task<class Copied>([*this] { p[0] = factor; });
    q.single_task<class Copies>([p = p, factor = factor] { p[0] = factor; });
  }
};

void run(sycl::queue &q, int *p) {
  int x = 1, y = 2;
  std::tuple<int &, int> references(x, y);
  auto inner = [&] { return x; };
  // CHECK-DAG: cpp:[[#@LINE-1]]:29: error: kernel 'Inner' captures 'x' by reference
  q.single_task<class Inner>([=] { p[0] = inner(); });
  // CHECK-DAG: cpp:[[#@LINE+3]]:38: error: kernel 'Default' captures 'x' by reference, which is memory of the host [SF1034] [-Wsycl-fuse-capture-by-reference]
  // CHECK-DAG: note: capture by value, [=]
  // CHECK-DAG: cpp:[[#@LINE+1]]:{{[0-9]+}}: error: kernel 'Default' captures 'p' by reference
  q.single_task<class Default>([&] { x = p[0]; });
  // CHECK-DAG: cpp:[[#@LINE+1]]:35: error: kernel 'Named' captures 'y' by reference
  q.single_task<class Named>([=, &y] { p[0] = y; });
  Holder holder{x};
  // CHECK-DAG: cpp:[[#@LINE+1]]:{{[0-9]+}}: error: kernel 'Held' captures 'holder' by reference
  q.single_task<class Held>([=] { p[0] = holder.value; });
  // CHECK-DAG: cpp:[[#@LINE+1]]:{{[0-9]+}}: error: kernel 'Tuple' captures 'references' by reference
  q.single_task<class Tuple>([=] { p[0] = std::get<0>(references); });
  q.single_task(Functor{x});
  // In a kernel, references are of the device.
  q.single_task<class Local>([=] {
    int z = 0;
    [&] { z = p[0]; }();
  });
}
// CHECK-DAG: 1 warning and 8 errors generated
