; Aliases are resolved: Clang makes one constructor an alias of another. Variables that are not constant or not defined are refused, also where a table leads to them.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: not %opt -passes=sycl-prepare-kernels -S %s 2> %t.err | count 0
; RUN: FileCheck-22 %s --check-prefix=ERR --implicit-check-not=error: < %t.err
; ERR-DAG: error: {{.*}}kernel 'ByTable' is not supported: it uses the variable 'counter', which is not constant [SF3021]
; ERR-DAG: error: {{.*}}kernel 'Elsewhere' is not supported: it uses the variable 'far', which is not defined in device code [SF3021]
; RUN: sed -n '1,/^; Those/p' %s > %t.ll && %opt -passes=sycl-prepare-kernels -S %t.ll | FileCheck-22 %s
; CHECK-NOT: alias
; CHECK: define {{.*}}spir_kernel void @Aliases(
; CHECK: getelementptr {{.*}}@numbers, i64
; CHECK: mul i32 %{{.*}}, 3
target triple = "spirv64-unknown-unknown"
@numbers = internal addrspace(1) constant [4 x i32] [i32 1, i32 2, i32 3, i32 5]
@others = alias [4 x i32], ptr addrspace(1) @numbers
@base = alias void (ptr addrspace(4), i32), ptr @complete
define spir_func void @complete(ptr addrspace(4) %p, i32 %x) {
  %y = mul i32 %x, 3
  store i32 %y, ptr addrspace(4) %p
  ret void
}
define spir_kernel void @Aliases(ptr byval({ptr addrspace(4), i64}) align 8 %c) {
  %p = load ptr addrspace(4), ptr %c
  %f = getelementptr i8, ptr %c, i64 8
  %i = load i64, ptr %f
  %q = getelementptr i32, ptr addrspace(1) @others, i64 %i
  %v = load i32, ptr addrspace(1) %q
  call spir_func void @base(ptr addrspace(4) %p, i32 %v)
  ret void
}
; Those that are refused.
@counter = internal addrspace(1) global i32 0
@table = internal addrspace(1) constant [1 x ptr addrspace(1)] [ptr addrspace(1) @counter]
@far = external addrspace(1) constant i32
define spir_kernel void @ByTable(ptr byval({ptr addrspace(4)}) align 8 %c) {
  %q = load ptr addrspace(1), ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @table, i64 0)
  store i32 1, ptr addrspace(1) %q
  ret void
}
define spir_kernel void @Elsewhere(ptr byval({ptr addrspace(4)}) align 8 %c) {
  %p = load ptr addrspace(4), ptr %c
  %v = load i32, ptr addrspace(1) @far
  store i32 %v, ptr addrspace(4) %p
  ret void
}
