; amdgcn: ids from intrinsics, sizes behind the dispatch and implicit-argument pointers; the barrier between fences.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes='sycl-kernel-fusion,verify,function(instcombine)' -S %s | FileCheck-22 %s
target triple = "amdgcn-amd-amdhsa"

; CHECK: define amdgpu_kernel void @fused(
; CHECK-SAME: [[ATTRIBUTES:#[0-9]+]]
; CHECK: call i32 @llvm.amdgcn.workgroup.id.x()
; CHECK: icmp {{.*}}ult i64 {{.*}}, 24
; CHECK-DAG: [[X:%.*]] = urem i32 {{.*}}, 6
; CHECK-DAG: [[L:%.*]] = urem i32 [[X]], 3
; CHECK-DAG: call void @sink(i32 1, i32 [[L]])
; CHECK-DAG: call void @sink(i32 2, i32 3)
; CHECK-DAG: call void @sink(i32 3, i32 6)
; CHECK-DAG: call void @sink(i32 4, i32 2)
; CHECK: fence syncscope("workgroup") release
; CHECK-NEXT: call void @llvm.amdgcn.s.barrier(){{.*}}, !sycl.kernel.inserted-barrier
; CHECK-NEXT: fence syncscope("workgroup") acquire
; Without a local size each work-item is a group.
; CHECK: [[G:%.*]] = urem i32 {{.*}}, 6
; CHECK: call void @sink(i32 0, i32 [[G]])
; CHECK: ret void
; Ids that no kernel asked for are asked for now.
; CHECK-NOT: attributes [[ATTRIBUTES]] = {{.*}}amdgpu-no
; CHECK: attributes [[ATTRIBUTES]] = { convergent "amdgpu-flat-work-group-size"="32,128" }
define amdgpu_kernel void @k() "amdgpu-no-workgroup-id-y" "amdgpu-flat-work-group-size"="1,6" {
  %d = call ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
  %i = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %l = call i32 @llvm.amdgcn.workitem.id.x()
  %g = call i32 @llvm.amdgcn.workgroup.id.x()
  %p = getelementptr i8, ptr addrspace(4) %d, i64 4
  %s = load i16, ptr addrspace(4) %p
  %size = zext i16 %s to i32
  %first = mul i32 %g, 3
  %id = add i32 %first, %l
  call void @sink(i32 1, i32 %l)
  call void @sink(i32 2, i32 %size)
  %q = getelementptr i8, ptr addrspace(4) %d, i64 12
  %n = load i32, ptr addrspace(4) %q
  call void @sink(i32 3, i32 %n)
  %c = load i32, ptr addrspace(4) %i
  call void @sink(i32 4, i32 %c)
  ret void
}
define amdgpu_kernel void @linear() "amdgpu-no-workgroup-id-y" {
  %g = call i32 @llvm.amdgcn.workgroup.id.x()
  call void @sink(i32 0, i32 %g)
  ret void
}
define amdgpu_kernel void @large() "amdgpu-no-workgroup-id-y" "amdgpu-flat-work-group-size"="32,128" {
  ret void
}
declare void @sink(i32, i32) memory(none)
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workgroup.id.x()
declare ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
declare ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
declare !sycl.kernel.fused !0 !sycl.kernel.nd-ranges !2 void @stub()
!0 = !{!"fused", !1}
!1 = !{!"k", !"large", !"linear"}
!2 = !{!3, !4, !5}
!3 = !{i32 2, !{i64 4, i64 6, i64 0}, !{i64 2, i64 3, i64 0}, !9}
!4 = !{i32 1, !{i64 128, i64 0, i64 0}, !{i64 32, i64 0, i64 0}, !9}
!5 = !{i32 2, !{i64 4, i64 6, i64 0}, !9, !9}
!9 = !{i64 0, i64 0, i64 0}
