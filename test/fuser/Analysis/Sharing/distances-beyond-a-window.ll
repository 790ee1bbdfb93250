; Fields of 12-byte elements at indices of which nothing is known never overlap, and that is found without trying the indices; where
; they may overlap, the search has an end.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: timeout 20 %opt -passes='print<sycl-access-pattern>' -disable-output %s 2>&1 | FileCheck-22 %s
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)

; CHECK-LABEL: access pattern of 'fields':
; CHECK-NEXT: argument 0 %data: work-item
define spir_kernel void @fields(ptr addrspace(1) %data, ptr addrspace(1) %indices) !sycl.kernel.nd-range !0 {
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %own = getelementptr {i32, [2 x i32]}, ptr addrspace(1) %data, i64 %i
  store i32 1, ptr addrspace(1) %own
  %at = getelementptr i32, ptr addrspace(1) %indices, i64 %i
  %index = load i32, ptr addrspace(1) %at
  %wide = zext i32 %index to i64
  %other = getelementptr {i32, [2 x i32]}, ptr addrspace(1) %data, i64 %wide, i32 1
  %x = load i32, ptr addrspace(1) %other
  store i32 %x, ptr addrspace(1) %at
  ret void
}

; CHECK-LABEL: access pattern of 'strides':
; CHECK-NEXT: argument 0 %data: unknown
define spir_kernel void @strides(ptr addrspace(1) %data, ptr addrspace(1) %indices) !sycl.kernel.nd-range !0 {
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %own = getelementptr [30 x i8], ptr addrspace(1) %data, i64 %i
  store i32 1, ptr addrspace(1) %own
  %at = getelementptr i32, ptr addrspace(1) %indices, i64 %i
  %index = load i32, ptr addrspace(1) %at
  %wide = zext i32 %index to i64
  %other = getelementptr [1000000 x i8], ptr addrspace(1) %data, i64 %wide, i32 5
  %more = getelementptr [77 x i8], ptr addrspace(1) %other, i64 %wide
  %x = load i32, ptr addrspace(1) %more
  store i32 %x, ptr addrspace(1) %at
  ret void
}
!0 = !{i32 1, !{i64 1000000000, i64 1, i64 1}, !{i64 0, i64 0, i64 0}, !{i64 0, i64 0, i64 0}}
