; PTX: a kernel without a local size whose ids are remapped is one group of all its work-items; one with a local size is cut by it.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes='sycl-kernel-fusion,verify,function(instcombine)' -S %s | FileCheck-22 %s
target triple = "nvptx64-nvidia-cuda"

; CHECK: define ptx_kernel void @fused(
; CHECK-DAG: [[GROUP:%.*]] = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
; CHECK-DAG: [[SIZE:%.*]] = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
; CHECK: icmp {{.*}}ult i64 {{.*}}, 24
; CHECK: br i1
; Local size 4x6 in SYCL order, local id = global id, group 0 of 1.
; CHECK-DAG: [[X:%.*]] = urem i32 {{.*}}, 6
; CHECK-DAG: [[Y:%.*]] = udiv i32 {{.*}}, 6
; CHECK-DAG: call void @sink(i32 0, i32 [[X]])
; CHECK-DAG: call void @sink(i32 1, i32 [[Y]])
; CHECK-DAG: call void @sink(i32 2, i32 0)
; CHECK-DAG: call void @sink(i32 3, i32 6)
; CHECK-DAG: call void @sink(i32 4, i32 1)
; CHECK-DAG: call void @sink(i32 5, i32 0)
; CHECK-NOT: implicit.offset()
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0){{.*}}, !sycl.kernel.inserted-barrier
; CHECK: [[TID:%.*]] = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
; CHECK: call void @sink(i32 9, i32 [[TID]])
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0){{.*}}, !sycl.kernel.inserted-barrier
; CHECK: icmp {{.*}}ult i64 {{.*}}, 12
; CHECK: urem i32 {{.*}}, 6
; CHECK: ret void
define ptx_kernel void @k() {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @sink(i32 0, i32 %x)
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  call void @sink(i32 1, i32 %y)
  %g = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  call void @sink(i32 2, i32 %g)
  %s = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  call void @sink(i32 3, i32 %s)
  %n = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.y()
  call void @sink(i32 4, i32 %n)
  %p = call ptr @llvm.nvvm.implicit.offset()
  %o = load i32, ptr %p
  call void @sink(i32 5, i32 %o)
  ret void
}
define void @large() {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @sink(i32 9, i32 %x)
  ret void
}
declare void @sink(i32, i32) memory(none)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.y()
declare ptr @llvm.nvvm.implicit.offset()
declare !sycl.kernel.fused !0 !sycl.kernel.nd-ranges !2 void @stub()
!nvvm.annotations = !{!8}
!0 = !{!"fused", !1}
!1 = !{!"k", !"large", !"k"}
!2 = !{!3, !4, !5}
!3 = !{i32 2, !{i64 4, i64 6, i64 0}, !9, !9}
!4 = !{i32 1, !{i64 128, i64 0, i64 0}, !{i64 32, i64 0, i64 0}, !9}
!5 = !{i32 2, !{i64 2, i64 6, i64 0}, !{i64 1, i64 6, i64 0}, !9}
!8 = !{ptr @large, !"kernel", i32 1}
!9 = !{i64 0, i64 0, i64 0}
