// Of the instantiations of a function, 16 have their run recorded: a library of templates would be built for hours. A function with
// kernels of its own is not counted with them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %record -fplugin-arg-sycl-fuse-automatic %s 2>&1 | count 0
// RUN: %summary %t.json | grep -E "region" > %t.regions
// RUN: grep -c "region step" %t.regions | FileCheck-22 %s
// RUN: FileCheck-22 %s --check-prefix=OTHER < %t.regions
// CHECK: {{^}}16{{$}}
// OTHER: region other#1
#include "fusion.hpp"
#include <utility>

template <int N> struct First;
template <int N> struct Second;
template <int N> void step(queue &q, int *p) {
  q.single_task<First<N>>([=] { *p = N; });
  q.single_task<Second<N>>([=] { *p += N; });
}
template <int... N> void steps(queue &q, int *p, std::integer_sequence<int, N...>) {
  using call = void (*)(queue &, int *);
  static const call table[] = {step<N>...};
  for (call c : table)
    c(q, p);
}
void all(queue &q, int *p) { steps(q, p, std::make_integer_sequence<int, 20>()); }
void other(queue &q, int *p) {
  q.single_task<class O1>([=] { *p = 1; });
  q.single_task<class O2>([=] { *p *= 2; });
}
