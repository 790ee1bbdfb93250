// A kernel reads what work-items of other work-groups wrote in the kernel before. An error with both
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// lines, whether the sizes are known or not.
// RUN: rm -rf %t && mkdir -p %t
// RUN: clang++-22 -std=c++17 -fsycl -O2 -gline-tables-only -c %s -o %t/a.o
// RUN: llvm-offload-binary-22 %t/a.o --image=file=%t/a.bc,kind=sycl
// RUN: %opt -passes=sycl-prepare-kernels -S %t/a.bc -o %t/a.ll
// RUN: cat %t/a.ll %S/Inputs/reversed-stub.ll > %t/run-time.ll
// RUN: sed 's/!sycl.kernel.param/!sycl.kernel.nd-range !920 !sycl.kernel.param/' %t/run-time.ll > %t/constant.ll
// RUN: not %opt -passes=sycl-fuse-region -disable-output %t/run-time.ll 2>&1 | FileCheck-22 %s
// RUN: not %opt -passes=sycl-fuse-region -disable-output %t/constant.ll 2>&1 | FileCheck-22 %s
#include <cstddef>

std::size_t __spirv_BuiltInGlobalInvocationId(int);
std::size_t __spirv_BuiltInGlobalSize(int);

template <class Name, class F> [[clang::sycl_kernel_entry_point(Name)]] void kernel_entry(F f) { f(); }

class One;
class Two;

void submit(float *in1, float *in2, float *in3, float *tmp, float *out) {
  kernel_entry<One>([=] {
    std::size_t i = __spirv_BuiltInGlobalInvocationId(0);
    std::size_t index = (__spirv_BuiltInGlobalSize(0) - i) - 1;
    tmp[index] = in1[i] + in2[i];
  });
  kernel_entry<Two>([=] {
    std::size_t i = __spirv_BuiltInGlobalInvocationId(0);
    out[i] = tmp[i] * in3[i];
  });
}
// CHECK: error: {{.*}}err-dependence-crosses-groups.cpp:[[#@LINE-3]]:{{[0-9]+}}: kernel '_ZTS3Two' cannot be fused with '_ZTS3One': it accesses elements that other work-groups access in '_ZTS3One', which would have to be finished before [SF3029]
// CHECK-NEXT: note: {{.*}}err-dependence-crosses-groups.cpp:[[#@LINE-8]]:{{[0-9]+}}: written here in '_ZTS3One'
// CHECK-NEXT: note: {{.*}}err-dependence-crosses-groups.cpp:[[#@LINE-5]]:{{[0-9]+}}: read here in '_ZTS3Two'
// CHECK-NOT: SF3029
