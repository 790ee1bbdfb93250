; Kernels with one ND-range are fused.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes=sycl-kernel-fusion -S %s | FileCheck-22 %s
; CHECK: define spir_kernel void @fused(
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k() {
  ret void
}
declare !sycl.kernel.fused !0 !sycl.kernel.nd-range !2 !sycl.kernel.nd-ranges !3 void @stub()
!0 = !{!"fused", !1}
!1 = !{!"k", !"k"}
!2 = !{i32 1, !{i64 64, i64 0, i64 0}, !{i64 8, i64 0, i64 0}, !{i64 0, i64 0, i64 0}}
!3 = !{!2, !2}
