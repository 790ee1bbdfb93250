// Every symbol of the manifest is a kernel of the embedded device code, and what __builtin_sycl_unique_stable_name says.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %sycl_cxx -I%S/../Inputs -O1 -c %s -o %t.o -fplugin-arg-sycl-fuse-output=%t.json
// RUN: llvm-offload-binary-22 %t.o --image=file=%t.bc,kind=sycl
// RUN: llvm-dis-22 %t.bc -o %t.ll
// RUN: %python %S/../Inputs/check_symbols.py %t.json %t.ll %t.o | FileCheck-22 %s
#include "fusion.hpp"

class Named;
template <class T> class Templated;
struct functor {
  int *p;
  void operator()() const { *p = 3; }
};
extern const char *const stable_names[];
const char *const stable_names[] = {
    __builtin_sycl_unique_stable_name(Named),
    __builtin_sycl_unique_stable_name(Templated<int>),
    __builtin_sycl_unique_stable_name(functor),
};

void run(queue &q, int *p) {
  q.single_task<Named>([=] { *p = 1; });
  q.parallel_for<Templated<int>>(range<1>{4}, [=](id<1> i) { p[i] = 2; });
  q.single_task(functor{p});
  q.single_task([=] { *p = 4; });
}

// CHECK: 4 kernels in manifest and device code
// CHECK: 3 stable names
