// Classes with virtual functions and variables with constructors leave code in the device module that no kernel uses: none of it
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// is left afterwards. Tables of constants that a kernel uses stay.
// RUN: clang++-22 -std=c++17 -fsycl -O0 -c %s -o %t.o
// RUN: llvm-offload-binary-22 %t.o --image=file=%t.bc,kind=sycl
// RUN: %opt -passes=sycl-prepare-kernels,verify -S %t.bc | FileCheck-22 %s
#include <cstddef>

std::size_t __spirv_BuiltInGlobalInvocationId(int);

template <class Name, class F> [[clang::sycl_kernel_entry_point(Name)]] void kernel_entry(F f) {
  f(__spirv_BuiltInGlobalInvocationId(0));
}

struct shape {
  virtual double area() const;
  virtual ~shape() = default;
};
double shape::area() const { return 0; }

static shape unit;

static constexpr float table[4] = {1, 2, 4, 8};

// CHECK-NOT: {{define|@_ZTV|ctors}}
// CHECK: constant [4 x float]
// CHECK-NOT: {{define|@_ZTV|ctors}}
// CHECK: define spir_kernel
// CHECK-NOT: define
void submit(float *out) {
  struct power;
  kernel_entry<power>([=](std::size_t i) { out[i] = table[i % 4]; });
}
