; Work-groups on CUDA: barrier, shared memory, fused multiply-add as written, device scope of atomics, mathematics from libdevice; ptxas accepts the result.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: ptxas, target-cuda
; RUN: target-compile --target=cuda:sm_80 --kind=nd_range --emit=ptx %s | FileCheck-22 %s
; RUN: target-compile --target=cuda:sm_80 --kind=nd_range --emit=ptx --nd-range=1024:64 %s | FileCheck-22 %s --check-prefix=CONSTANT
; RUN: target-compile --target=cuda:sm_80 --kind=nd_range --ptxas= %s | FileCheck-22 %s --check-prefix=VARIANT
; RUN: target-compile --target=cuda:sm_80 --kind=nd_range --ptxas= --emit=image -o %t.1 %s
; RUN: target-compile --target=cuda:sm_80 --kind=nd_range --ptxas= --emit=image -o %t.2 %s
; RUN: cmp %t.1 %t.2
; CHECK: .visible .entry entry(
; CHECK: .shared
; CHECK: bar{{.*}}sync
; CHECK: fma.rn.f32
; CHECK: atom.global.add.u32
; CHECK-NOT: .extern .func
; CONSTANT: .reqntid 64
; VARIANT: format 2 flags 4 group 0 items 1 local 1024
; VARIANT: format 1 flags 4 group 0 items 1 local 1024
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
@tile = internal addrspace(3) global [256 x float] undef, align 4
@__spirv_BuiltInGlobalInvocationId = external addrspace(1) constant <3 x i64>
define spir_kernel void @k(ptr addrspace(4) %a, float %s, i32 %n) !sycl.kernel.arguments !0 {
  %i = load i64, ptr addrspace(1) @__spirv_BuiltInGlobalInvocationId
  %l = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  %pa = getelementptr inbounds float, ptr addrspace(4) %a, i64 %i
  %v = load float, ptr addrspace(4) %pa
  %w = call float @llvm.sin.f32(float %v)
  %w2 = call float @llvm.pow.f32(float %w, float %s)
  %w3 = frem float %w2, %v
  %pl = getelementptr [256 x float], ptr addrspace(3) @tile, i64 0, i64 %l
  store float %w3, ptr addrspace(3) %pl
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  %r = xor i64 %l, 1
  %pr = getelementptr [256 x float], ptr addrspace(3) @tile, i64 0, i64 %r
  %x = load float, ptr addrspace(3) %pr
  %y = call float @llvm.fmuladd.f32(float %x, float %s, float %w)
  store float %y, ptr addrspace(4) %pa
  %o = atomicrmw add ptr addrspace(4) %a, i32 %n syncscope("device") monotonic, align 4
  store i32 %o, ptr addrspace(4) %a, align 4
  ret void
}
declare i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32)
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
declare float @llvm.sin.f32(float)
declare float @llvm.pow.f32(float, float)
declare float @llvm.fmuladd.f32(float, float, float)
!0 = !{!1, !2, !3}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 4}
!3 = !{i32 0, i32 0, i32 12, i32 4}
