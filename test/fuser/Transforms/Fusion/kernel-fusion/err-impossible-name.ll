; A fused kernel cannot have a name that LLVM keeps for its intrinsics.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: not %opt -passes=sycl-kernel-fusion -disable-output %s 2>&1 | FileCheck-22 %s
; CHECK: error: invalid metadata 'sycl.kernel.fused' on 'stub': no kernel can have the name 'llvm.memcpy' [SF3011]
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k() {
  ret void
}
declare !sycl.kernel.fused !0 void @stub()
!0 = !{!"llvm.memcpy", !1}
!1 = !{!"k", !"k"}
