; One element per work-item: every access goes to it whatever its index, and SROA leaves no memory. The argument and its
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; metadata are gone, other metadata stays in step.
; RUN: %opt -passes=sycl-internalization,verify -S %s | FileCheck-22 %s
; RUN: %opt -passes=sycl-internalization,sycl-internalization,sroa -S %s | FileCheck-22 %s --check-prefix=SROA
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"

; CHECK: define spir_kernel void @fused(ptr addrspace(1) %in, i64 %i, i64 %n) !sycl.kernel.arguments [[SOURCES:![0-9]+]] !sycl.kernel.constants [[CONSTANTS:![0-9]+]] !kernel_arg_name [[NAMES:![0-9]+]] {
; CHECK: %tmp.private = alloca [4 x i8], align 4
; CHECK: store float %x, ptr %tmp.private, align 4
; CHECK: load float, ptr %tmp.private, align 4
; CHECK-NOT: promote
; SROA: define spir_kernel void @fused(
; SROA-NOT: alloca
; SROA: fadd float %x, 1.0
define spir_kernel void @fused(ptr addrspace(1) %in, ptr addrspace(1) %tmp, i64 %i, i64 %n) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !1 !sycl.kernel.promote.elemsize !2 !sycl.kernel.arguments !3 !sycl.kernel.constants !9 !kernel_arg_name !8 {
  %x = load float, ptr addrspace(1) %in
  %at = getelementptr inbounds float, ptr addrspace(1) %tmp, i64 %i
  %generic = addrspacecast ptr addrspace(1) %at to ptr addrspace(4)
  store float %x, ptr addrspace(4) %generic, align 4
  %bytes = shl i64 %i, 2
  %again = getelementptr i8, ptr addrspace(1) %tmp, i64 %bytes
  %before = getelementptr float, ptr addrspace(1) %again, i64 -1
  %after = getelementptr i8, ptr addrspace(1) %before, i64 4
  %y = load float, ptr addrspace(1) %after, align 4
  %z = fadd float %y, 1.0
  store float %z, ptr addrspace(1) %in
  ret void
}
!0 = !{!"none", !"private", !"none", !"none"}
!1 = !{!"", i64 1, !"", !""}
!2 = !{!"", i64 4, !"", !""}
!3 = !{!4, !5, !6, !7}
!4 = !{i32 0, i32 0, i32 0, i32 8}
!5 = !{i32 0, i32 0, i32 8, i32 8}
!6 = !{i32 0, i32 0, i32 16, i32 8}
!7 = !{i32 0, i32 0, i32 24, i32 8}
!8 = !{!"in", !"tmp", !"i", !"n"}
!9 = !{!10}
!10 = !{i64 3, !"12345678"}
; CHECK-DAG: [[NAMES]] = !{!"in", !"i", !"n"}
; CHECK-DAG: [[SOURCES]] = !{[[A:![0-9]+]], [[B:![0-9]+]], [[C:![0-9]+]]}
; CHECK-DAG: [[A]] = !{i32 0, i32 0, i32 0, i32 8}
; CHECK-DAG: [[B]] = !{i32 0, i32 0, i32 16, i32 8}
; CHECK-DAG: [[C]] = !{i32 0, i32 0, i32 24, i32 8}
; CHECK-DAG: [[CONSTANTS]] = !{[[N:![0-9]+]]}
; CHECK-DAG: [[N]] = !{i64 2, !"12345678"}
