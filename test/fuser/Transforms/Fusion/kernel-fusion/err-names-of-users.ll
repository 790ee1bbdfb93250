; A message has the names that users know, also where one kernel is called what another one's symbol is.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: not %opt -passes=sycl-kernel-fusion -disable-output %s 2>&1 | FileCheck-22 %s
; CHECK: error: kernel 'b' cannot be fused into 'region of b': ND-range {1033, 0, 0} differs from {64x16, 8x8, 0x0} [SF3013]
target triple = "spirv64-unknown-unknown"
define spir_kernel void @b() {
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 264)
  ret void
}
define spir_kernel void @a() {
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 264)
  ret void
}
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
declare !sycl.kernel.fused !0 !sycl.kernel.nd-ranges !2 void @stub()
!sycl.names = !{!3, !4, !5}
!0 = !{!"fused", !1}
!1 = !{!"b", !"a"}
!2 = !{!20, !25}
!3 = !{!"a", !"b"}
!4 = !{!"b", !"a"}
!5 = !{!"fused", !"region of b"}
!9 = !{i64 0, i64 0, i64 0}
!20 = !{i32 2, !{i64 64, i64 16, i64 0}, !{i64 8, i64 8, i64 0}, !9}
!25 = !{i32 1, !{i64 1033, i64 0, i64 0}, !9, !9}
