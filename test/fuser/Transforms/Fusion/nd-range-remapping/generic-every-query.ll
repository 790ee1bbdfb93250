; Every query of a 3-dimensional kernel in a 1-dimensional launch, in SPIR-V order: dimension 0 is the last of SYCL's.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes='sycl-kernel-fusion,verify,function(instcombine)' -S %s | FileCheck-22 %s
; RUN: sed s/spirv64-/x86_64-/ %s | %opt -passes='sycl-kernel-fusion,verify,function(instcombine)' -S | FileCheck-22 %s
target triple = "spirv64-unknown-unknown"
@__spirv_BuiltInGlobalInvocationId = external addrspace(1) constant <3 x i64>

; SYCL order: global size 5x4x6, local size 5x2x3.
; CHECK: define spir_kernel void @fused(
; CHECK-DAG: [[LINEAR:%.*]] = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
; CHECK-DAG: [[INSIDE:%.*]] = icmp ult i64 [[LINEAR]], 120
; CHECK: br i1 [[INSIDE]]
; CHECK-DAG: [[NARROW:%.*]] = trunc {{.*}}i64 [[LINEAR]] to i32
; CHECK-DAG: [[X:%.*]] = urem i32 [[NARROW]], 6
; CHECK-DAG: [[ROWS:%.*]] = udiv i32 [[NARROW]], 6
; CHECK-DAG: [[Y:%.*]] = and i32 [[ROWS]], 3
; CHECK-DAG: [[Z:%.*]] = udiv i32 [[NARROW]], 24
; CHECK-DAG: [[X64:%.*]] = zext nneg i32 [[X]] to i64
; CHECK-DAG: [[Y64:%.*]] = zext nneg i32 [[Y]] to i64
; CHECK-DAG: [[Z64:%.*]] = zext nneg i32 [[Z]] to i64
; CHECK-DAG: call void @sink(i32 10, i64 [[X64]])
; CHECK-DAG: call void @sink(i32 11, i64 [[Y64]])
; CHECK-DAG: call void @sink(i32 12, i64 [[Z64]])
; CHECK-DAG: [[LX:%.*]] = urem i32 [[X]], 3
; CHECK-DAG: [[LX64:%.*]] = zext nneg i32 [[LX]] to i64
; CHECK-DAG: call void @sink(i32 20, i64 [[LX64]])
; CHECK-DAG: call void @sink(i32 22, i64 [[Z64]])
; CHECK-DAG: [[GY:%.*]] = lshr i32 [[Y]], 1
; CHECK-DAG: [[GY64:%.*]] = zext nneg i32 [[GY]] to i64
; CHECK-DAG: call void @sink(i32 31, i64 [[GY64]])
; CHECK-DAG: call void @sink(i32 32, i64 0)
; CHECK-DAG: call void @sink(i32 40, i64 6)
; CHECK-DAG: call void @sink(i32 42, i64 5)
; CHECK-DAG: call void @sink(i32 50, i64 3)
; CHECK-DAG: call void @sink(i32 61, i64 2)
; CHECK-DAG: call void @sink(i32 70, i64 0)
; CHECK-DAG: [[SAME:%.*]] = call i64 @_Z29__spirv_BuiltInGlobalLinearIdv()
; CHECK-DAG: call void @sink(i32 80, i64 [[SAME]])
; CHECK-NOT: SubgroupLocalInvocationId
; CHECK: ret void
define spir_kernel void @k() {
  %v = load <3 x i64>, ptr addrspace(1) @__spirv_BuiltInGlobalInvocationId
  %g0 = extractelement <3 x i64> %v, i32 0
  call void @sink(i32 10, i64 %g0)
  %g1 = extractelement <3 x i64> %v, i32 1
  call void @sink(i32 11, i64 %g1)
  %g2 = extractelement <3 x i64> %v, i32 2
  call void @sink(i32 12, i64 %g2)
  %l0 = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  call void @sink(i32 20, i64 %l0)
  %l2 = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 2)
  call void @sink(i32 22, i64 %l2)
  %w1 = call i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32 1)
  call void @sink(i32 31, i64 %w1)
  %w2 = call i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32 2)
  call void @sink(i32 32, i64 %w2)
  %s0 = call i64 @_Z25__spirv_BuiltInGlobalSizei(i32 0)
  call void @sink(i32 40, i64 %s0)
  %s2 = call i64 @_Z25__spirv_BuiltInGlobalSizei(i32 2)
  call void @sink(i32 42, i64 %s2)
  %t0 = call i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32 0)
  call void @sink(i32 50, i64 %t0)
  %n1 = call i64 @_Z28__spirv_BuiltInNumWorkgroupsi(i32 1)
  call void @sink(i32 61, i64 %n1)
  %o0 = call i64 @_Z27__spirv_BuiltInGlobalOffseti(i32 0)
  call void @sink(i32 70, i64 %o0)
  %li = call i64 @_Z29__spirv_BuiltInGlobalLinearIdv()
  call void @sink(i32 80, i64 %li)
  %sg = call i32 @_Z40__spirv_BuiltInSubgroupLocalInvocationIdv()
  call void @sink32(i32 %sg)
  ret void
}
define spir_kernel void @large() {
  ret void
}
declare void @sink(i32, i64) memory(none)
declare void @sink32(i32) memory(none)
declare i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32)
declare i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32)
declare i64 @_Z25__spirv_BuiltInGlobalSizei(i32)
declare i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32)
declare i64 @_Z28__spirv_BuiltInNumWorkgroupsi(i32)
declare i64 @_Z27__spirv_BuiltInGlobalOffseti(i32)
declare i64 @_Z29__spirv_BuiltInGlobalLinearIdv()
declare i32 @_Z40__spirv_BuiltInSubgroupLocalInvocationIdv()
declare !sycl.kernel.fused !0 !sycl.kernel.nd-ranges !2 void @stub()
!0 = !{!"fused", !1}
!1 = !{!"k", !"large"}
!2 = !{!3, !4}
!3 = !{i32 3, !{i64 5, i64 4, i64 6}, !{i64 5, i64 2, i64 3}, !9}
!4 = !{i32 1, !{i64 240, i64 0, i64 0}, !{i64 8, i64 0, i64 0}, !9}
!9 = !{i64 0, i64 0, i64 0}
