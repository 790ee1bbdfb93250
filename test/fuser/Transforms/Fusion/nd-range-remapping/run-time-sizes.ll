; Ranges known at run time: sizes are further arguments with their sources, promotions and OpenCL's lists stay in step.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes='sycl-kernel-fusion,verify' -S %s | FileCheck-22 %s
; RUN: sed 's/ !sycl.kernel.arguments !10//' %s | not %opt -passes=sycl-kernel-fusion -disable-output 2>&1 | FileCheck-22 %s --check-prefix=NO-SOURCES
; RUN: sed 's/!"nd_range", i32 1/!"thread", i32 1/' %s | not %opt -passes=sycl-kernel-fusion -disable-output 2>&1 | FileCheck-22 %s --check-prefix=KIND
; NO-SOURCES: error: invalid metadata 'sycl.kernel.run-time-ranges' on 'stub': kernel 'plain' has no sycl.kernel.arguments [SF3011]
; KIND: error: invalid metadata 'sycl.kernel.run-time-ranges' on 'stub': entry 1 is not {kind, dimensions} [SF3011]
target triple = "spirv64-unknown-unknown"

; CHECK: define spir_kernel void @fused(ptr addrspace(1) %k0.p, ptr addrspace(1) %k1.p,
; CHECK-SAME: i64 [[W:%k0.global_size.0]], i64 [[H:%k0.global_size.1]], i64 [[N:%k1.num_groups.0]])
; CHECK-SAME: !kernel_arg_type [[TYPES:![0-9]+]]
; CHECK-SAME: !sycl.kernel.arguments [[SOURCES:![0-9]+]]
; CHECK-DAG: [[LINEAR:%.*]] = call i64 @_Z29__spirv_BuiltInGlobalLinearIdv()
; CHECK-DAG: [[ITEMS:%.*]] = mul nuw i64 [[W]], [[H]]
; CHECK-DAG: [[INSIDE:%.*]] = icmp ult i64 [[LINEAR]], [[ITEMS]]
; CHECK: br i1 [[INSIDE]]
; CHECK: urem i64 [[LINEAR]], [[W]]
; CHECK: udiv i64 [[LINEAR]], [[W]]
; CHECK: icmp ult i64 {{.*}}, [[N]]
; CHECK: call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
; CHECK: ret void
; CHECK-DAG: [[TYPES]] = !{!"int*", !"int*", !"ulong", !"ulong", !"ulong"}
; CHECK-DAG: [[SOURCES]] = !{{{!.*, !.*}}, [[A:![0-9]+]], [[B:![0-9]+]], [[C:![0-9]+]]}
; CHECK-DAG: [[A]] = !{i32 1, i32 0, i32 0, i32 8}
; CHECK-DAG: [[B]] = !{i32 1, i32 0, i32 1, i32 8}
; CHECK-DAG: [[C]] = !{i32 3, i32 1, i32 0, i32 8}
define spir_kernel void @plain(ptr addrspace(1) %p) !kernel_arg_type !11 !sycl.kernel.arguments !10 {
  call void @inner(ptr addrspace(1) %p)
  ret void
}
define internal void @inner(ptr addrspace(1) %p) noinline {
  %x = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
  %q = getelementptr i64, ptr addrspace(1) %p, i64 %x
  store i64 1, ptr addrspace(1) %q
  ret void
}
define spir_kernel void @groups(ptr addrspace(1) %p) !kernel_arg_type !11 !sycl.kernel.arguments !10 {
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 264)
  %x = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %q = getelementptr i64, ptr addrspace(1) %p, i64 %x
  store i64 1, ptr addrspace(1) %q
  ret void
}
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare !sycl.kernel.fused !0 !sycl.kernel.run-time-ranges !2 void @stub()
!0 = !{!"fused", !1}
!1 = !{!"plain", !"groups"}
!2 = !{!3, !4}
!3 = !{!"range", i32 2}
!4 = !{!"nd_range", i32 1}
!10 = !{!{i32 0, i32 0, i32 0, i32 8}}
!11 = !{!"int*"}
