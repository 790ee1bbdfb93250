; Launches by rows: kernels over elements are loops over the blocks of the work-groups, their ids are rows and places in them without a division.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes='sycl-kernel-fusion,verify' -S %s | FileCheck-22 %s
; RUN: sed 's/i64 1000, i64 0, i64 0/i64 1001, i64 0, i64 0/' %s | not %opt -passes=sycl-kernel-fusion -disable-output 2>&1 | FileCheck-22 %s --check-prefix=CUT
; CUT: error: {{.*}}'fused' cannot be launched as {320, 32, 0}: kernel 'line' with ND-range {1001, 0, 0} cannot be done by rows [SF3024]
; RUN: sed 's/!sycl.kernel.nd-ranges !2 //' %s | not %opt -passes=sycl-kernel-fusion -disable-output 2>&1 | FileCheck-22 %s --check-prefix=NONE
; NONE: error: invalid metadata 'sycl.kernel.by-rows' on 'stub': the ND-ranges of the launch and of each kernel are not there [SF3011]
target triple = "spirv64-unknown-unknown"

; CHECK: define spir_kernel void @fused(
; CHECK-DAG: [[ROW:%.*]] = call {{.*}}i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32 0)
; CHECK-DAG: [[PLACE:%.*]] = call {{.*}}i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
; A hundred elements for 32 work-items, which all go round four times: the last round is not for all of them.
; CHECK: [[BEGIN:%.*]] = phi i64 [ 0, {{.*}} ], [ [[NEXT:%.*]], {{.*}} ]
; CHECK-NEXT: [[I:%.*]] = add nuw i64 [[BEGIN]], [[PLACE]]
; CHECK-NEXT: icmp ult i64 [[I]], 100
; CHECK-NOT: {{udiv|urem}}
; CHECK: [[OFROW:%.*]] = trunc i64 [[ROW]] to i32
; CHECK: store i32 [[OFROW]], {{.*}}, !sycl.kernel.submission
; CHECK: [[NEXT]] = add nuw i64 [[BEGIN]], 32
; CHECK: icmp ult i64 [[NEXT]], 100
; CHECK: call void @_Z22__spirv_ControlBarrieriii({{.*}}) {{.*}}!sycl.kernel.inserted-barrier
; The kernel by groups as it is.
; CHECK: call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 264)
; CHECK: call void @_Z22__spirv_ControlBarrieriii({{.*}}) {{.*}}!sycl.kernel.inserted-barrier
; 64 elements: two rounds for each.
; CHECK: [[FROM:%.*]] = phi i64 [ 0, {{.*}} ], [ [[FOLLOWING:%.*]], {{.*}} ]
; CHECK-NEXT: [[COLUMN:%.*]] = add nuw i64 [[FROM]], [[PLACE]]
; CHECK-NOT: {{udiv|urem|icmp}}
; CHECK: store i64 [[ROW]], {{.*}}, !sycl.kernel.submission
; CHECK: [[FOLLOWING]] = add nuw i64 [[FROM]], 32
; CHECK: icmp ult i64 [[FOLLOWING]], 64
; One element for each row: no loop.
; CHECK: icmp ult i64 [[PLACE]], 1
; CHECK-NOT: phi
; CHECK: ret void
; CHECK-NOT: __sycl_fuse_row_item
define spir_kernel void @line(ptr addrspace(1) %p) {
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %n = trunc i64 %i to i32
  %row = sdiv i32 %n, 100
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 %row, ptr addrspace(1) %q
  ret void
}
define spir_kernel void @waits(ptr addrspace(1) %p) {
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 264)
  ret void
}
define spir_kernel void @matrix(ptr addrspace(1) %p) {
  %x = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %y = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
  %q = getelementptr i64, ptr addrspace(1) %p, i64 %x
  store i64 %y, ptr addrspace(1) %q
  ret void
}
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare !sycl.kernel.fused !0 !sycl.kernel.nd-ranges !2 !sycl.kernel.nd-range !4 !sycl.kernel.by-rows !8 void @stub()
!0 = !{!"fused", !1}
!1 = !{!"line", !"waits", !"matrix", !"line"}
!2 = !{!3, !4, !5, !6}
!3 = !{i32 1, !{i64 1000, i64 0, i64 0}, !9, !9}
!4 = !{i32 1, !{i64 320, i64 0, i64 0}, !{i64 32, i64 0, i64 0}, !9}
!5 = !{i32 2, !{i64 10, i64 64, i64 0}, !9, !9}
!6 = !{i32 1, !{i64 10, i64 0, i64 0}, !9, !9}
!8 = !{}
!9 = !{i64 0, i64 0, i64 0}
