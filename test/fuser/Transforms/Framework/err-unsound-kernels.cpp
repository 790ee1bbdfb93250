// Recursion, functions without a definition, calls through pointers, variables: an error for each kernel, at its place.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: clang++-22 -std=c++17 -fsycl -O0 -gline-tables-only -c %s -o %t.o
// RUN: llvm-offload-binary-22 %t.o --image=file=%t.bc,kind=sycl
// RUN: not %opt -passes=sycl-prepare-kernels -disable-output %t.bc 2>&1 | FileCheck-22 %s
using size_t = decltype(sizeof 0);
size_t __spirv_BuiltInGlobalInvocationId(int);

template <class Name, class F> [[clang::sycl_kernel_entry_point(Name)]] void kernel_entry(F f) {
  f(__spirv_BuiltInGlobalInvocationId(0));
}

int even(int n);
int odd(int n) { return n == 0 ? 0 : even(n - 1); }
int even(int n) { return n == 0 ? 1 : odd(n - 1); }
int elsewhere(int n);
static int counter;

void submit(int *out, int (*function)(int)) {
  // CHECK: error: {{.*}}err-unsound-kernels.cpp:[[#@LINE-5]]:{{.*}}: kernel '{{.*}}recursive' is not supported: 'odd(int)' calls itself [SF3021]
  struct recursive;
  kernel_entry<recursive>([=](size_t i) { out[i] = odd(int(i)); });
  // CHECK: error: {{.*}}err-unsound-kernels.cpp:[[#@LINE+2]]:{{.*}}: kernel '{{.*}}undefined' calls 'elsewhere(int)', which is not defined in device code [SF3017]
  struct undefined;
  kernel_entry<undefined>([=](size_t i) { out[i] = elsewhere(int(i)); });
  // CHECK: error: {{.*}}err-unsound-kernels.cpp:[[#@LINE+2]]:{{.*}}: kernel '{{.*}}pointer' is not supported: it calls a function through a pointer [SF3021]
  struct pointer;
  kernel_entry<pointer>([=](size_t i) { out[i] = function(int(i)); });
  // CHECK: error: {{.*}}err-unsound-kernels.cpp:[[#@LINE+2]]:{{.*}}: kernel '{{.*}}variable' is not supported: it uses the variable 'counter', which is not constant [SF3021]
  struct variable;
  kernel_entry<variable>([=](size_t i) { out[i] = ++counter; });
}
