; A kernel that returns early does not end the kernels after it; no-barriers inserts none; the stub may have the fused name.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes=sycl-kernel-fusion,verify -S %s | FileCheck-22 %s
target triple = "spirv64-unknown-unknown"

define spir_kernel void @guarded(ptr addrspace(1) %p, i1 %skip) {
  br i1 %skip, label %exit, label %work
work:
  store i32 1, ptr addrspace(1) %p
  br label %exit
exit:
  ret void
}

; CHECK: define spir_kernel void @fused(
; CHECK: br i1 %k0.skip, label %[[END:.*]], label %[[WORK:.*]]
; CHECK: [[WORK]]:
; CHECK: store i32 1, ptr addrspace(1) %k0.p
; CHECK: br label %[[END]]
; CHECK: [[END]]:
; CHECK-NOT: ret
; CHECK-NOT: ControlBarrier
; CHECK: br i1 %k1.skip
; CHECK: store i32 1, ptr addrspace(1) %k1.p
; CHECK: ret void
declare !sycl.kernel.fused !0 !sycl.kernel.no-barriers !2 void @fused()

!0 = !{!"fused", !1}
!1 = !{!"guarded", !"guarded"}
!2 = !{}
