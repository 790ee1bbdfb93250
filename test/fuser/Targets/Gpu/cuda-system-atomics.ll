; Updates of memory that the host may update at the same time have the scope of the system; local memory is the group's own.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: target-cuda
; RUN: target-compile --target=cuda:sm_90 --kind=single_task --emit=ptx %s | FileCheck-22 %s
target triple = "spirv64-unknown-unknown"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"

@tile = internal addrspace(3) global i32 poison, align 4

define spir_kernel void @system(ptr addrspace(4) %p, ptr addrspace(1) %i, i32 %n, i64 %m, float %f, double %d) !sycl.kernel.arguments !0 {
  %a = atomicrmw add ptr addrspace(4) %p, i32 %n monotonic
  %b = atomicrmw sub ptr addrspace(1) %i, i64 %m monotonic
  %c = atomicrmw xchg ptr addrspace(1) %i, i32 %n monotonic
  %e = atomicrmw and ptr addrspace(1) %i, i64 %m monotonic
  %g = atomicrmw or ptr addrspace(1) %i, i32 %n monotonic
  %h = atomicrmw max ptr addrspace(1) %i, i32 %n monotonic
  %j = atomicrmw min ptr addrspace(1) %i, i64 %m monotonic
  %k = atomicrmw umax ptr addrspace(1) %i, i64 %m monotonic
  %l = atomicrmw umin ptr addrspace(1) %i, i32 %n monotonic
  %o = atomicrmw fadd ptr addrspace(1) %i, float %f monotonic
  %q = atomicrmw fadd ptr addrspace(1) %i, double %d monotonic
  %r = atomicrmw xchg ptr addrspace(1) %i, float %f monotonic
  %s = atomicrmw fmax ptr addrspace(1) %i, float %f monotonic
  %t = atomicrmw add ptr addrspace(3) @tile, i32 %n monotonic
  ret void
}
!0 = !{!1, !2, !3, !4, !5, !6}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}
!3 = !{i32 0, i32 0, i32 16, i32 4}
!4 = !{i32 0, i32 0, i32 24, i32 8}
!5 = !{i32 0, i32 0, i32 32, i32 4}
!6 = !{i32 0, i32 0, i32 40, i32 8}
; CHECK-LABEL: .entry
; CHECK: atom.sys.add.u32
; CHECK: neg.s64
; CHECK: atom.sys.global.add.u64
; CHECK: atom.sys.global.exch.b32
; CHECK: atom.sys.global.and.b64
; CHECK: atom.sys.global.or.b32
; CHECK: atom.sys.global.max.s32
; CHECK: atom.sys.global.min.s64
; CHECK: atom.sys.global.max.u64
; CHECK: atom.sys.global.min.u32
; CHECK: atom.sys.global.add.f32
; CHECK: atom.sys.global.add.f64
; CHECK: atom.sys.global.exch.b32
; CHECK: atom{{.*}}.sys.global.cas.b32
; CHECK: {{atom|red}}.shared.add.u32
