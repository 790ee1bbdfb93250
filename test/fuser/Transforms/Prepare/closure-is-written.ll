; The closure is the work-item's own copy: what is written to it (a mutable lambda) goes to private memory.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes=sycl-flatten-arguments -S %s | FileCheck-22 %s
; RUN: %opt -passes=sycl-flatten-arguments,sroa -S %s | FileCheck-22 %s --check-prefix=SROA
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"

; CHECK-LABEL: define spir_kernel void @count(i32 %arg.0, ptr addrspace(1) %arg.8)
; CHECK: %closure = alloca [4 x i8], align 8
; CHECK: store i32 %arg.0, ptr %closure, align 8
; SROA-LABEL: define spir_kernel void @count(
; SROA-NOT: alloca
; SROA: add i32 %arg.0, 1
define spir_kernel void @count(ptr byval({ i32, ptr addrspace(4) }) align 8 %c) {
  %i = load i32, ptr %c
  %j = add i32 %i, 1
  store i32 %j, ptr %c
  %at = getelementptr i8, ptr %c, i64 8
  %out = load ptr addrspace(4), ptr %at
  %k = load i32, ptr %c
  store i32 %k, ptr addrspace(4) %out
  ret void
}

; At an index that is not known: a copy of all of it. Arguments are never written to.
; CHECK-LABEL: define spir_kernel void @table(ptr noalias readonly byval([24 x i8]) align 8 %closure)
; CHECK: %[[COPY:.*]] = alloca [24 x i8], align 8
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 8 %[[COPY]], ptr align 8 %closure, i64 24, i1 false)
; CHECK: %[[AT:.*]] = getelementptr inbounds i64, ptr %[[COPY]], i64 %i
; CHECK: store i64 0, ptr %[[AT]]
define spir_kernel void @table(ptr byval([3 x i64]) align 8 %c) {
  %i = load i64, ptr %c
  %at = getelementptr inbounds i64, ptr %c, i64 %i
  store i64 0, ptr %at
  ret void
}

; A write elsewhere does not keep pointers from being arguments.
; CHECK-LABEL: define spir_kernel void @mixed(ptr addrspace(1) %arg.0, ptr noalias readonly byval([32 x i8]) align 8 %closure)
; CHECK: %[[COPY:.*]] = alloca [32 x i8], align 8
; CHECK: store i64 7, ptr %{{.*}}
; CHECK: load i64, ptr %at
define spir_kernel void @mixed(ptr byval({ ptr addrspace(4), [3 x i64] }) align 8 %c) {
  %out = load ptr addrspace(4), ptr %c
  %i.at = getelementptr i8, ptr %c, i64 8
  store i64 7, ptr %i.at
  %i = load i64, ptr %i.at
  %at = getelementptr i64, ptr %i.at, i64 %i
  %x = load i64, ptr %at
  store i64 %x, ptr addrspace(4) %out
  ret void
}

; The copy is in private memory, wherever the closure is said to be.
; CHECK-LABEL: define spir_kernel void @elsewhere(ptr addrspace(4) noalias readonly byval([24 x i8]) align 8 %closure)
; CHECK: %[[COPY:.*]] = alloca [24 x i8], align 8
; CHECK: %[[GENERIC:.*]] = addrspacecast ptr %[[COPY]] to ptr addrspace(4)
; CHECK: getelementptr inbounds i64, ptr addrspace(4) %[[GENERIC]], i64 %i
define spir_kernel void @elsewhere(ptr addrspace(4) byval([3 x i64]) align 8 %c) {
  %i = load i64, ptr addrspace(4) %c
  %at = getelementptr inbounds i64, ptr addrspace(4) %c, i64 %i
  store i64 0, ptr addrspace(4) %at
  ret void
}
