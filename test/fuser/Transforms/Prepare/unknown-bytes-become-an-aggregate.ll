; What is read at a run-time index or copied as a whole is a by-value aggregate; other fields stay scalars.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes=sycl-flatten-arguments -S %s | FileCheck-22 %s
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"

; CHECK-LABEL: define spir_kernel void @table(
; CHECK-SAME: ptr addrspace(1) %arg.0, i64 %arg.8, ptr noalias readonly byval([48 x i8]) align 8 %closure)
; CHECK: %[[AT:.*]] = getelementptr inbounds [4 x float], ptr %{{.*}}, i64 0, i64 %arg.8
; CHECK: load float, ptr %[[AT]]
define spir_kernel void @table(ptr byval({ ptr addrspace(4), i64, [4 x float], [4 x i32] }) align 8 %c) {
  %out = load ptr addrspace(4), ptr %c
  %i.at = getelementptr i8, ptr %c, i64 8
  %i = load i64, ptr %i.at
  %table = getelementptr i8, ptr %c, i64 16
  %at = getelementptr inbounds [4 x float], ptr %table, i64 0, i64 %i
  %x = load float, ptr %at
  store float %x, ptr addrspace(4) %out
  ret void
}

; Pointers that are read that way point to global memory, too.
; CHECK-LABEL: define spir_kernel void @table_of_pointers(
; CHECK: load ptr addrspace(1), ptr %at
define spir_kernel void @table_of_pointers(ptr byval({ i64, [4 x ptr addrspace(4)] }) align 8 %c) {
  %i = load i64, ptr %c
  %at = getelementptr { i64, [4 x ptr addrspace(4)] }, ptr %c, i64 0, i32 1, i64 %i
  %out = load ptr addrspace(4), ptr %at
  store float 1.0, ptr addrspace(4) %out
  ret void
}

; CHECK-LABEL: define spir_kernel void @copy(ptr noalias readonly byval([24 x i8]) align 8 %arg.8)
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr %copy, ptr %{{.*}}, i64 24, i1 false)
define spir_kernel void @copy(ptr byval([4 x i64]) align 16 %c) {
  %copy = alloca [3 x i64]
  %from = getelementptr i8, ptr %c, i64 8
  call void @llvm.memcpy.p0.p0.i64(ptr %copy, ptr %from, i64 24, i1 false)
  call spir_func void @use(ptr %copy)
  ret void
}
declare spir_func void @use(ptr)
