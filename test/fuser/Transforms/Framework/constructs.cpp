// Kernels of many forms become flat and self-contained, at -O0 as at -O2: loops, calls, mutable lambdas, captured arrays,
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// structs, nested functors, empty closures.
// RUN: clang++-22 -std=c++17 -fsycl -O0 -c %s -o %t0.o
// RUN: clang++-22 -std=c++17 -fsycl -O2 -c %s -o %t2.o
// RUN: llvm-offload-binary-22 %t0.o --image=file=%t0.bc,kind=sycl
// RUN: llvm-offload-binary-22 %t2.o --image=file=%t2.bc,kind=sycl
// RUN: %opt -passes=sycl-prepare-kernels,verify -S %t0.bc | FileCheck-22 %s
// RUN: %opt -passes=sycl-prepare-kernels,verify -S %t2.bc | FileCheck-22 %s
#include <cstddef>
#include <cstdint>

std::size_t __spirv_BuiltInGlobalInvocationId(int);
void __spirv_ControlBarrier(int, int, int);

template <class Name, class F> [[clang::sycl_kernel_entry_point(Name)]] void kernel_entry(F f) {
  f(__spirv_BuiltInGlobalInvocationId(0));
}

struct triple {
  float a, b, c;
};
struct table {
  float values[8];
  std::int64_t bias;
};

template <class T> [[gnu::noinline]] T twice(T x) { return x + x; }

struct functor {
  float *out;
  triple factors;
  float apply(float x) const { return factors.a * x + factors.c; }
  void operator()(std::size_t i) const { out[i] = twice(apply(1.0f)); }
};

void submit(float *out, int *counts, triple t, table lut, bool flag, int n) {
  // CHECK-NOT: define spir_func
  // CHECK-NOT: define internal
  // CHECK: define spir_kernel void @_ZTSZ6submit{{.*}}3use(ptr addrspace(1) %arg.0, float %arg.8, float %arg.16)
  struct use;
  kernel_entry<use>(functor{out, t});

  // The index is known at run time only: the table is an aggregate.
  // CHECK: define spir_kernel void @_ZTSZ6submit{{.*}}6lookup(ptr addrspace(1) %arg.0, i64 %arg.40, ptr noalias readonly byval([48 x i8]) align 8 %closure)
  // CHECK-NOT: alloca
  // CHECK: ret void
  struct lookup;
  kernel_entry<lookup>([=](std::size_t i) { out[i] = lut.values[i % 8] + float(lut.bias); });

  // A loop over a captured array with constant bounds: its elements.
  // CHECK: define spir_kernel void @_ZTSZ6submit{{.*}}3sum(float %arg.0, float %arg.4, float %arg.8, ptr addrspace(1) %arg.16)
  struct sum;
  const float weights[3] = {t.a, t.b, t.c};
  kernel_entry<sum>([=](std::size_t i) {
    float s = 0;
    for (int k = 0; k < 3; ++k)
      s += weights[k];
    out[i] = s;
  });

  // CHECK: define spir_kernel void @_ZTSZ6submit{{.*}}6change(i32 %arg.0, ptr addrspace(1) %arg.8)
  // CHECK-NOT: alloca
  // CHECK: ret void
  struct change;
  kernel_entry<change>([n, counts](std::size_t i) mutable {
    n += int(i);
    counts[i] = n;
  });

  // CHECK: define spir_kernel void @_ZTSZ6submit{{.*}}5empty() {{.*}}!sycl.kernel.arguments
  // CHECK: call {{.*}}ControlBarrier
  struct empty;
  kernel_entry<empty>([](std::size_t) { __spirv_ControlBarrier(2, 2, 0x308); });

  // CHECK: define spir_kernel void @_ZTSZ6submit{{.*}}6branch(i8 %arg.0, ptr addrspace(1) %arg.8, i32 %arg.16)
  struct branch;
  kernel_entry<branch>([flag, counts, n](std::size_t i) {
    if (!flag)
      return;
    for (int k = 0; k < n; ++k)
      counts[i] += twice(k);
  });
}
