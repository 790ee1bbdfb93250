; Special registers, the implicit offset of other SYCL compilers, nvvm.annotations, barriers and votes.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes='print<sycl-dialect>,verify' -disable-output %s 2>&1 | FileCheck-22 %s
target triple = "nvptx64-nvidia-cuda"

; CHECK: registers: kernel{{$}}
; CHECK-NEXT: LocalInvocationId 0:
; CHECK-NEXT: WorkgroupId 1:
; CHECK-NEXT: WorkgroupSize 2:
; CHECK-NEXT: NumWorkgroups 0:
; CHECK-NEXT: GlobalOffset 0: %{{.*}} = load
; CHECK-NEXT: GlobalOffset 2: %{{.*}} = load
; CHECK-NOT: :{{$}}
define void @registers() {
  %a = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %c = call i32 @llvm.nvvm.read.ptx.sreg.ntid.z()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %o = call ptr @llvm.nvvm.implicit.offset()
  %x = load i32, ptr %o
  %p = getelementptr inbounds i32, ptr %o, i64 2
  %z = load i32, ptr %p
  ret void
}
; CHECK: chosen: kernel
; CHECK-NEXT: GlobalOffset 0:
; CHECK-NEXT: GlobalOffset 1:
; CHECK-NEXT: GlobalOffset 2:
define ptx_kernel void @chosen(i64 %d) {
  %o = call ptr @llvm.nvvm.implicit.offset()
  %p = getelementptr i32, ptr %o, i64 %d
  %z = load i32, ptr %p
  ret void
}
; CHECK: synchronizes: function, uses its groups
; CHECK-NEXT: barrier: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
define void @synchronizes() {
  call void @llvm.nvvm.barrier0()
  ret void
}
; CHECK: votes: function, uses its groups
define i1 @votes(i1 %p) {
  %v = call i1 @llvm.nvvm.vote.any.sync(i32 -1, i1 %p)
  ret i1 %v
}
; CHECK: mathematics: function{{$}}
define float @mathematics(float %x) {
  %v = call float @__nv_sinf(float %x)
  ret float %v
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.z()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare ptr @llvm.nvvm.implicit.offset()
declare void @llvm.nvvm.barrier0()
declare i1 @llvm.nvvm.vote.any.sync(i32, i1)
declare float @__nv_sinf(float)
!nvvm.annotations = !{!0}
!0 = !{ptr @registers, !"kernel", i32 1}
