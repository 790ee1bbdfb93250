; Attributes and metadata: what all kernels have stays, launch requirements of one hold for all, argument lists are united.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes=sycl-kernel-fusion,verify -S %s | FileCheck-22 %s
target triple = "spirv64-unknown-unknown"

define spir_kernel void @one(ptr addrspace(1) byval([4 x i32]) align 4 readonly %c, ptr addrspace(1) captures(none) nonnull %p) #0 !kernel_arg_addr_space !3 !kernel_arg_name !4 !reqd_work_group_size !8 {
  ret void
}
define spir_kernel void @two(i32 zeroext %x, ptr addrspace(1) %p) #1 !kernel_arg_addr_space !5 {
  ret void
}

; CHECK: define spir_kernel void @fused(ptr addrspace(1) noalias readonly byval([4 x i32]) align 4 %k0.c, ptr addrspace(1) %k0.p, i32 zeroext %k1.x)
; CHECK-SAME: [[ATTRIBUTES:#[0-9]+]]
; CHECK-SAME: !kernel_arg_addr_space [[SPACES:![0-9]+]]
; CHECK-NOT: kernel_arg_name
; CHECK-SAME: !reqd_work_group_size [[SIZE:![0-9]+]]
; CHECK: attributes [[ATTRIBUTES]] = { convergent nounwind "frame-pointer"="all" }
; CHECK-DAG: [[SPACES]] = !{i32 0, i32 1, i32 7}
; CHECK-DAG: [[SIZE]] = !{i32 64, i32 1, i32 1}
declare !sycl.kernel.fused !0 !sycl.kernel.param !6 void @stub()

attributes #0 = { nounwind mustprogress memory(none) "frame-pointer"="all" "target-cpu"="a" }
attributes #1 = { nounwind convergent memory(none) "frame-pointer"="all" "target-cpu"="b" }
!0 = !{!"fused", !1}
!1 = !{!"one", !"two"}
!3 = !{i32 0, i32 1}
!4 = !{!"c", !"p"}
!5 = !{i32 7, i32 1}
!6 = !{!7}
!7 = !{!{i64 0, i64 1}, !{i64 1, i64 1}}
!8 = !{i32 64, i32 1, i32 1}
