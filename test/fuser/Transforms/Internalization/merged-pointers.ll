; Pointers into one argument may be merged by phi and select; loops that advance a pointer by whole elements stay in place.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes=sycl-internalization,verify -S %s | FileCheck-22 %s
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"

; CHECK: define spir_kernel void @loop(
; CHECK: store double 1.000000e+00, ptr %tmp.private, align 8
; CHECK-NOT: phi ptr
define spir_kernel void @loop(ptr addrspace(1) %tmp, i64 %i, ptr addrspace(1) %other) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !1 !sycl.kernel.promote.elemsize !2 {
  br label %loop
loop:
  %p = phi ptr addrspace(1) [ %tmp, %0 ], [ %next, %loop ]
  %k = phi i64 [ 0, %0 ], [ %k1, %loop ]
  store double 1.0, ptr addrspace(1) %p, align 8
  %next = getelementptr inbounds i8, ptr addrspace(1) %p, i64 8
  %k1 = add i64 %k, 1
  %more = icmp ult i64 %k1, %i
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; CHECK: define spir_kernel void @choice(
; CHECK: %[[OFFSET:.*]] = select i1 %c, i64 %{{.*}}, i64 8
; CHECK: urem i64 %[[OFFSET]], 8
; CHECK: store i32 1
define spir_kernel void @choice(ptr addrspace(1) %tmp, i64 %i, ptr addrspace(1) %other) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !1 !sycl.kernel.promote.elemsize !2 {
  %a = getelementptr i32, ptr addrspace(1) %tmp, i64 %i
  %b = getelementptr i32, ptr addrspace(1) %tmp, i64 2
  %c = icmp eq i64 %i, 7
  %p = select i1 %c, ptr addrspace(1) %a, ptr addrspace(1) %b
  store i32 1, ptr addrspace(1) %p, align 4
  ret void
}

!0 = !{!"private", !"none", !"none"}
!1 = !{i64 1, !"", !""}
!2 = !{i64 8, !"", !""}
