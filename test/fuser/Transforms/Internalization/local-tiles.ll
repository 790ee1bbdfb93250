; A group's tile of a matrix is not one run of elements: its rows go one after the other, and no modulo lays them over each other.
; Where that cannot be told the argument stays in global memory.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes=sycl-internalization,verify -pass-remarks-missed=sycl-internalization -S %s 2>&1 | FileCheck-22 %s
; CHECK: remark: <unknown>:0:0: argument 't' of 'gather' is not internalized: the compiler cannot tell where in local memory its elements go [SF3015]
; CHECK: remark: <unknown>:0:0: argument 't' of 'unknown_sizes' is not internalized: the compiler cannot tell where
target datalayout = "e-i64:64-G1"
target triple = "spir64-unknown-unknown"

; Rows of 64 elements, tiles of 8x8 with what is left of them: written by row, read by column.
; CHECK: define spir_kernel void @transpose(ptr addrspace(3)
; CHECK-NOT: urem
; CHECK-DAG: [[Y:%.*]] = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 1)
; CHECK-DAG: [[X:%.*]] = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
; CHECK: [[A:%.*]] = mul i64 [[X]], 4
; CHECK: [[B:%.*]] = mul i64 [[Y]], 32
; CHECK: [[AB:%.*]] = add i64 [[A]], [[B]]
; CHECK: getelementptr inbounds i8, ptr addrspace(3) %t, i64 [[AB]]
; CHECK: store float 1.0
; CHECK: [[C:%.*]] = mul i64 [[Y]], 4
; CHECK: [[D:%.*]] = mul i64 [[X]], 32
; CHECK: [[CD:%.*]] = add i64 [[C]], [[D]]
; CHECK: getelementptr inbounds i8, ptr addrspace(3) %t, i64 [[CD]]
; CHECK: load float
define spir_kernel void @transpose(ptr addrspace(1) %t) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !1 !sycl.kernel.promote.elemsize !2 !sycl.kernel.nd-range !3 {
  %x = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  %y = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 1)
  %gx = call i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32 0)
  %gy = call i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32 1)
  %cx = shl i64 %gx, 3
  %cy = shl i64 %gy, 3
  %rx = add i64 %cx, %x
  %ry = add i64 %cy, %y
  %p = getelementptr [64 x float], ptr addrspace(1) %t, i64 %ry, i64 %rx
  store float 1.0, ptr addrspace(1) %p
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 776)
  %sx = add i64 %cx, %y
  %sy = add i64 %cy, %x
  %q = getelementptr [64 x float], ptr addrspace(1) %t, i64 %sy, i64 %sx
  %v = load float, ptr addrspace(1) %q
  ret void
}
; CHECK: define spir_kernel void @gather(ptr addrspace(1) %t, ptr addrspace(1) %in)
define spir_kernel void @gather(ptr addrspace(1) %t, ptr addrspace(1) %in) !sycl.kernel.promote !10 !sycl.kernel.promote.localsize !11 !sycl.kernel.promote.elemsize !12 !sycl.kernel.nd-range !3 {
  %i = load i64, ptr addrspace(1) %in
  %p = getelementptr float, ptr addrspace(1) %t, i64 %i
  store float 1.0, ptr addrspace(1) %p
  ret void
}
; CHECK: define spir_kernel void @unknown_sizes(ptr addrspace(1) %t)
define spir_kernel void @unknown_sizes(ptr addrspace(1) %t) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !13 !sycl.kernel.promote.elemsize !2 !sycl.kernel.launch !14 {
  %x = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %y = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
  %p = getelementptr [64 x float], ptr addrspace(1) %t, i64 %y, i64 %x
  store float 1.0, ptr addrspace(1) %p
  ret void
}
; The linear id is a number in the group as well.
; CHECK: define spir_kernel void @linear(ptr addrspace(3)
; CHECK-NOT: urem
; CHECK: call i64 @_Z35__spirv_BuiltInLocalInvocationIndexv()
define spir_kernel void @linear(ptr addrspace(1) %t) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !13 !sycl.kernel.promote.elemsize !2 !sycl.kernel.launch !14 {
  %l = call i64 @_Z29__spirv_BuiltInGlobalLinearIdv()
  %p = getelementptr float, ptr addrspace(1) %t, i64 %l
  store float 1.0, ptr addrspace(1) %p
  ret void
}
declare i64 @_Z29__spirv_BuiltInGlobalLinearIdv()
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32)
declare i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32)
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
!0 = !{!"local"}
!1 = !{i64 64}
!2 = !{i64 4}
!3 = !{i32 2, !{i64 64, i64 64, i64 0}, !{i64 8, i64 8, i64 0}, !{i64 0, i64 0, i64 0}}
!10 = !{!"local", !"none"}
!11 = !{i64 64, !""}
!12 = !{i64 4, !""}
!13 = !{!"1 per-item"}
!14 = !{!"nd_range", i32 2}
