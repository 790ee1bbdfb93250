; A sum by shuffles: what each work-item has goes from one shuffle to the next in vectors of the whole sub-group, not through memory.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: target-compile --target=native:v3 --kind=nd_range --emit=v3.optimized.ll %s | FileCheck-22 %s
; CHECK-LABEL: define hidden void @entry.v3(
; CHECK: shufflevector <32 x float>
; CHECK: [[A16:%[^ ]+]] = fadd <32 x float>
; CHECK-NEXT: shufflevector <32 x float> [[A16]]
; CHECK-NEXT: [[A8:%[^ ]+]] = fadd <32 x float> {{.*}}[[A16]]
; CHECK: shufflevector <32 x float> [[A8]]
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %o) !sycl.kernel.arguments !0 {
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %p = getelementptr float, ptr addrspace(1) %a, i64 %g
  %v = load float, ptr addrspace(1) %p, align 4
  %s16 = call float @_Z33__spirv_GroupNonUniformShuffleXorifj(i32 3, float %v, i32 16)
  %a16 = fadd float %v, %s16
  %s8 = call float @_Z33__spirv_GroupNonUniformShuffleXorifj(i32 3, float %a16, i32 8)
  %a8 = fadd float %a16, %s8
  %s4 = call float @_Z33__spirv_GroupNonUniformShuffleXorifj(i32 3, float %a8, i32 4)
  %a4 = fadd float %a8, %s4
  %q = getelementptr float, ptr addrspace(1) %o, i64 %g
  store float %a4, ptr addrspace(1) %q, align 4
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare float @_Z33__spirv_GroupNonUniformShuffleXorifj(i32, float, i32)
!0 = !{!1, !2}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}
