; Loops: a work-item's own elements one after the other, every n-th of them, a row whose length is known at run time, and the whole buffer.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes='print<sycl-access-pattern>' -disable-output %s 2>&1 | FileCheck-22 %s
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare i64 @_Z25__spirv_BuiltInGlobalSizei(i32)

; CHECK-LABEL: access pattern of 'constant':
; CHECK-NEXT: argument 0 %four: work-item
; CHECK-NEXT:   write 4 bytes at 16*id0 + 4*loop0 + 16*offset0
; CHECK-NEXT: argument 1 %strided: work-item
; CHECK-NEXT:   write 4 bytes at 4*id0 + 4*global_size0*loop0 + 4*offset0
; CHECK-NEXT: argument 2 %five: launch
; CHECK-NEXT:   write 4 bytes at 4*id0 + 4*loop0 + 4*offset0
define spir_kernel void @constant(ptr addrspace(1) %four, ptr addrspace(1) %strided, ptr addrspace(1) %five) !sycl.kernel.launch !0 {
entry:
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %n = call i64 @_Z25__spirv_BuiltInGlobalSizei(i32 0)
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %four.i = getelementptr [4 x float], ptr addrspace(1) %four, i64 %i, i64 %k
  store float 0.0, ptr addrspace(1) %four.i
  %kn = mul i64 %k, %n
  %s = add i64 %i, %kn
  %strided.i = getelementptr float, ptr addrspace(1) %strided, i64 %s
  store float 0.0, ptr addrspace(1) %strided.i
  %j = add i64 %i, %k
  %five.i = getelementptr float, ptr addrspace(1) %five, i64 %j
  store float 0.0, ptr addrspace(1) %five.i
  %next = add nuw nsw i64 %k, 1
  %more = icmp ult i64 %next, 4
  br i1 %more, label %loop, label %done
done:
  ret void
}

; CHECK-LABEL: access pattern of 'run_time':
; CHECK-NEXT: argument 0 %row: unknown
; CHECK-NEXT:   write 4 bytes at 4*%m*id0 + 4*loop0 + 4*offset0*%m if -1 + %m >= 0
; CHECK-NEXT: argument 1 %all: unknown
; CHECK-NEXT:   read 4 bytes at 4*loop0 if -1 + %m >= 0
; CHECK-NEXT:   write 4 bytes at 4*id0 + 4*offset0
; CHECK-NEXT: argument 2 %own: work-item, one element each
; CHECK-NEXT:   write 4 bytes at 4*id0 + 4*offset0
define spir_kernel void @run_time(ptr addrspace(1) %row, ptr addrspace(1) %all, ptr addrspace(1) %own, i64 %m) !sycl.kernel.launch !0 {
entry:
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %first = mul i64 %i, %m
  %some = icmp sgt i64 %m, 0
  br i1 %some, label %loop, label %done
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %j = add i64 %first, %k
  %row.i = getelementptr float, ptr addrspace(1) %row, i64 %j
  store float 0.0, ptr addrspace(1) %row.i
  %all.i = getelementptr float, ptr addrspace(1) %all, i64 %k
  %x = load float, ptr addrspace(1) %all.i
  %next = add nuw nsw i64 %k, 1
  %more = icmp slt i64 %next, %m
  br i1 %more, label %loop, label %done
done:
  %own.i = getelementptr float, ptr addrspace(1) %own, i64 %i
  store float 0.0, ptr addrspace(1) %own.i
  %all.o = getelementptr float, ptr addrspace(1) %all, i64 %i
  store float 0.0, ptr addrspace(1) %all.o
  ret void
}
!0 = !{!"range", i32 1}
