; Accesses of different type or extent that overlap share one argument; SROA and InstCombine take it apart.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes=sycl-flatten-arguments,sroa,instcombine -S %s | FileCheck-22 %s
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"

; CHECK-LABEL: define spir_kernel void @two_types(i32 %arg.0, ptr addrspace(1) %arg.8)
; CHECK-COUNT-2: store i32 %arg.0
define spir_kernel void @two_types(ptr byval({ i32, ptr addrspace(4) }) align 8 %c) {
  %i = load i32, ptr %c
  %f = load float, ptr %c
  %at = getelementptr i8, ptr %c, i64 8
  %out = load ptr addrspace(4), ptr %at
  %out4 = getelementptr i8, ptr addrspace(4) %out, i64 4
  store i32 %i, ptr addrspace(4) %out
  store float %f, ptr addrspace(4) %out4
  ret void
}

; A part of a wider access.
; CHECK-LABEL: define spir_kernel void @part(i64 %arg.0, ptr addrspace(1) %arg.8)
; CHECK: lshr i64 %arg.0, 32
; CHECK: store i64 %arg.0
define spir_kernel void @part(ptr byval({ i64, ptr addrspace(4) }) align 8 %c) {
  %all = load i64, ptr %c
  %high.at = getelementptr i8, ptr %c, i64 4
  %high = load i32, ptr %high.at
  %at = getelementptr i8, ptr %c, i64 8
  %out = load ptr addrspace(4), ptr %at
  %out8 = getelementptr i8, ptr addrspace(4) %out, i64 8
  store i64 %all, ptr addrspace(4) %out
  store i32 %high, ptr addrspace(4) %out8
  ret void
}

; Neither access covers both, 12 bytes are no scalar: an aggregate.
; CHECK-LABEL: define spir_kernel void @chained(
; CHECK-SAME: ptr noalias readonly byval([12 x i8]) align 8 %arg.0, ptr addrspace(1) %arg.16)
; CHECK: load i64, ptr %arg.0, align 8
; CHECK: getelementptr inbounds {{.*}}i8, ptr %arg.0, i64 4
define spir_kernel void @chained(ptr byval({ [3 x i32], ptr addrspace(4) }) align 8 %c) {
  %a = load i64, ptr %c
  %b.at = getelementptr i8, ptr %c, i64 4
  %b = load i64, ptr %b.at, align 4
  %s = add i64 %a, %b
  %at = getelementptr i8, ptr %c, i64 16
  %out = load ptr addrspace(4), ptr %at
  store i64 %s, ptr addrspace(4) %out
  ret void
}
