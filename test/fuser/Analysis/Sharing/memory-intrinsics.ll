; memcpy, memmove and memset read and write as many bytes as their length says, or unknown many.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes='print<sycl-access-pattern>' -disable-output %s 2>&1 | FileCheck-22 %s
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare void @llvm.memcpy.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), i64, i1)
declare void @llvm.memmove.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), i64, i1)
declare void @llvm.memset.p1.i64(ptr addrspace(1), i8, i64, i1)

; CHECK-LABEL: access pattern of 'copies':
; CHECK-NEXT: argument 0 %own: work-item, one element each
; CHECK-NEXT:   write 16 bytes at 16*id0 + 16*offset0
; CHECK-NEXT: argument 1 %overlapping: launch
; CHECK-NEXT:   read 16 bytes at 12*id0 + 12*offset0
; CHECK-NEXT:   write 12 bytes at 12*id0 + 12*offset0
; CHECK-NEXT: argument 2 %moved: launch
; CHECK-NEXT:   write 4 bytes at 4*id0 + 4 + 4*offset0
; CHECK-NEXT:   read 4 bytes at 4*id0 + 4*offset0
; CHECK-NEXT: argument 3 %unknown: unknown
; CHECK-NEXT:   write bytes at 4*id0 + 4*offset0
define spir_kernel void @copies(ptr addrspace(1) %own, ptr addrspace(1) %overlapping, ptr addrspace(1) %moved, ptr addrspace(1) %unknown, ptr addrspace(1) %none, i64 %length) !sycl.kernel.launch !0 {
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %own.i = getelementptr [16 x i8], ptr addrspace(1) %own, i64 %i
  %overlapping.i = getelementptr [12 x i8], ptr addrspace(1) %overlapping, i64 %i
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) %own.i, ptr addrspace(1) %overlapping.i, i64 16, i1 false)
  call void @llvm.memset.p1.i64(ptr addrspace(1) %overlapping.i, i8 0, i64 12, i1 false)
  %moved.i = getelementptr i32, ptr addrspace(1) %moved, i64 %i
  %moved.j = getelementptr i32, ptr addrspace(1) %moved.i, i64 1
  call void @llvm.memmove.p1.p1.i64(ptr addrspace(1) %moved.j, ptr addrspace(1) %moved.i, i64 4, i1 false)
  %unknown.i = getelementptr i32, ptr addrspace(1) %unknown, i64 %i
  call void @llvm.memset.p1.i64(ptr addrspace(1) %unknown.i, i8 0, i64 %length, i1 false)
  call void @llvm.memset.p1.i64(ptr addrspace(1) %none, i8 0, i64 0, i1 false)
  ret void
}
!0 = !{!"range", i32 1}
