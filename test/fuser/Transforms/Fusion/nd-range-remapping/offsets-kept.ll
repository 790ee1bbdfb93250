; One offset for all kernels is possible where no id has to be remapped: ids of the launch have it, guards do without.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes='sycl-kernel-fusion,verify' -S %s | FileCheck-22 %s
; CHECK: define spir_kernel void @fused(
; CHECK: [[ID:%.*]] = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
; CHECK: [[ITEM:%.*]] = sub i64 [[ID]], 7
; CHECK: icmp ult i64 [[ITEM]], 20
; CHECK: [[X:%.*]] = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
; CHECK: call void @sink(i64 [[X]], i64 7)
; CHECK: br label
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k() {
  %x = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %o = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 0)
  call void @sink(i64 %x, i64 %o)
  ret void
}
declare void @sink(i64, i64) memory(none)
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare i64 @_Z27__spirv_BuiltInGlobalOffseti(i32)
declare !sycl.kernel.fused !0 !sycl.kernel.nd-ranges !2 void @stub()
!0 = !{!"fused", !1}
!1 = !{!"k", !"k"}
!2 = !{!{i32 1, !{i64 20, i64 0, i64 0}, !9, !8}, !{i32 1, !{i64 30, i64 0, i64 0}, !9, !8}}
!8 = !{i64 7, i64 0, i64 0}
!9 = !{i64 0, i64 0, i64 0}
