; Kernels with different local sizes are fused if only those of one size use their groups; the others' ids are cut from the global id,
; and what they require of their work-groups does not concern the launch.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes='sycl-kernel-fusion,verify,function(instcombine)' -S %s | FileCheck-22 %s
; CHECK: define spir_kernel void @fused() {{.*}}!reqd_work_group_size [[REQUIRED:![0-9]+]] !sycl.kernel.nd-range
; CHECK: [[L:%.*]] = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
; CHECK: call void @sink(i64 [[L]], i64 8)
; CHECK: [[ID:%.*]] = trunc {{.*}} to i32
; CHECK: [[REST:%.*]] = urem i32 [[ID]], 6
; CHECK: [[WIDE:%.*]] = zext {{.*}}i32 [[REST]] to i64
; CHECK: call void @sink(i64 [[WIDE]], i64 6)
; CHECK: [[REQUIRED]] = !{i32 8, i32 1, i32 1}
target triple = "spirv64-unknown-unknown"
define spir_kernel void @waits() !reqd_work_group_size !7 {
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 264)
  %l = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  %s = call i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32 0)
  call void @sink(i64 %l, i64 %s)
  ret void
}
define spir_kernel void @asks() !reqd_work_group_size !8 {
  %l = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  %s = call i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32 0)
  call void @sink(i64 %l, i64 %s)
  ret void
}
declare void @sink(i64, i64) memory(none)
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
declare i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32)
declare i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32)
declare !sycl.kernel.fused !0 !sycl.kernel.nd-ranges !2 void @stub()
!0 = !{!"fused", !1}
!1 = !{!"waits", !"asks"}
!2 = !{!3, !4}
!3 = !{i32 1, !{i64 24, i64 0, i64 0}, !{i64 8, i64 0, i64 0}, !9}
!4 = !{i32 1, !{i64 24, i64 0, i64 0}, !{i64 6, i64 0, i64 0}, !9}
!7 = !{i32 8, i32 1, i32 1}
!8 = !{i32 6, i32 1, i32 1}
!9 = !{i64 0, i64 0, i64 0}
