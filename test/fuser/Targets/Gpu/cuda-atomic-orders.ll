; Read-modify-write operations keep their order on NVIDIA GPUs, by fences around relaxed ones, and relaxed ones have none.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: target-cuda
; RUN: target-compile --target=cuda:sm_90 --kind=single_task --emit=ptx %s | FileCheck-22 %s
target triple = "spirv64-unknown-unknown"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"

define spir_kernel void @orders(ptr addrspace(1) %i, ptr addrspace(1) %f) {
  %a = atomicrmw add ptr addrspace(1) %i, i32 1 syncscope("device") monotonic
  %b = atomicrmw fadd ptr addrspace(1) %f, double 1.0 syncscope("device") acq_rel
  %c = atomicrmw umax ptr addrspace(1) %i, i32 %a syncscope("workgroup") release
  %d = atomicrmw xchg ptr addrspace(1) %i, i32 %c syncscope("workgroup") acquire
  %e = atomicrmw xor ptr addrspace(1) %i, i32 %d seq_cst
  ret void
}
; CHECK-LABEL: .entry
; CHECK-NOT: fence
; CHECK: {{atom|red}}{{.*}}.add.u32
; CHECK: fence.acq_rel.gpu
; CHECK-NEXT: {{(atom|red).*}}.add.f64
; CHECK-NEXT: fence.acq_rel.gpu
; CHECK: fence.acq_rel.cta
; CHECK-NOT: fence
; CHECK: {{atom|red}}{{.*}}.max.u32
; CHECK-NOT: fence
; CHECK: atom{{.*}}.exch.b32
; CHECK: fence.acq_rel.cta
; CHECK: fence.sc.sys
; CHECK-NOT: fence
; CHECK: atom.sys.global.xor.b32
; CHECK: fence.acq_rel.sys
; CHECK-NOT: fence
