; A loop whose operations wait for each other computes several vectors side by side, if the registers hold what they need.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: split-file %s %t
; RUN: target-compile --target=native:v3 --emit=v3.optimized.ll %t/chain.ll | FileCheck-22 %s --check-prefix=CHAIN
; RUN: target-compile --target=native:v3 --emit=v3.optimized.ll %t/registers.ll | FileCheck-22 %s --check-prefix=REGISTERS
; CHAIN-LABEL: define {{.*}}@entry.v3.stream(
; CHAIN: vector.body:
; CHAIN-COUNT-8: store <8 x float>
; CHAIN-NOT: store <8 x float>
; CHAIN: br i1
; Twelve values are there until the end.
; REGISTERS-LABEL: define {{.*}}@entry.v3.stream(
; REGISTERS: vector.body:
; REGISTERS-COUNT-1: store <8 x float>
; REGISTERS-NOT: store <8 x float>
; REGISTERS: br i1

;--- chain.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %o) !sycl.kernel.arguments !0 {
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %pa = getelementptr float, ptr addrspace(1) %a, i64 %g
  %x0 = load float, ptr addrspace(1) %pa, align 4
  %x1 = fmul float %x0, 0.5
  %x2 = fadd float %x1, 1.0
  %x3 = fmul float %x2, 0.5
  %x4 = fadd float %x3, 1.0
  %x5 = fmul float %x4, 0.5
  %x6 = fadd float %x5, 1.0
  %x7 = fmul float %x6, 0.5
  %x8 = fadd float %x7, 1.0
  %x9 = fmul float %x8, 0.5
  %x10 = fadd float %x9, 1.0
  %x11 = fmul float %x10, 0.5
  %x12 = fadd float %x11, 1.0
  %x13 = fmul float %x12, 0.5
  %x14 = fadd float %x13, 1.0
  %x15 = fmul float %x14, 0.5
  %x16 = fadd float %x15, 1.0
  %x17 = fmul float %x16, 0.5
  %x18 = fadd float %x17, 1.0
  %x19 = fmul float %x18, 0.5
  %x20 = fadd float %x19, 1.0
  %x21 = fmul float %x20, 0.5
  %x22 = fadd float %x21, 1.0
  %x23 = fmul float %x22, 0.5
  %x24 = fadd float %x23, 1.0
  %x25 = fmul float %x24, 0.5
  %x26 = fadd float %x25, 1.0
  %x27 = fmul float %x26, 0.5
  %x28 = fadd float %x27, 1.0
  %x29 = fmul float %x28, 0.5
  %x30 = fadd float %x29, 1.0
  %x31 = fmul float %x30, 0.5
  %x32 = fadd float %x31, 1.0
  %x33 = fmul float %x32, 0.5
  %x34 = fadd float %x33, 1.0
  %x35 = fmul float %x34, 0.5
  %x36 = fadd float %x35, 1.0
  %po = getelementptr float, ptr addrspace(1) %o, i64 %g
  store float %x36, ptr addrspace(1) %po, align 4
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
!0 = !{!1, !2}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}

;--- registers.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %o) !sycl.kernel.arguments !0 {
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %p0 = getelementptr float, ptr addrspace(1) %a, i64 %g
  %x0 = load float, ptr addrspace(1) %p0, align 4
  %x1 = fmul float %x0, 0.5
  %x2 = fmul float %x1, 0.5
  %x3 = fmul float %x2, 0.5
  %x4 = fmul float %x3, 0.5
  %x5 = fmul float %x4, 0.5
  %x6 = fmul float %x5, 0.5
  %x7 = fmul float %x6, 0.5
  %x8 = fmul float %x7, 0.5
  %x9 = fmul float %x8, 0.5
  %x10 = fmul float %x9, 0.5
  %x11 = fmul float %x10, 0.5
  %x12 = fmul float %x11, 0.5
  %x13 = fadd float %x12, 1.0
  %x14 = fadd float %x13, 1.0
  %x15 = fadd float %x14, 1.0
  %x16 = fadd float %x15, 1.0
  %x17 = fadd float %x16, 1.0
  %x18 = fadd float %x17, 1.0
  %x19 = fadd float %x18, 1.0
  %x20 = fadd float %x19, 1.0
  %x21 = fadd float %x20, 1.0
  %x22 = fadd float %x21, 1.0
  %x23 = fadd float %x22, 1.0
  %x24 = fadd float %x23, 1.0
  %x25 = fmul float %x24, %x12
  %x26 = fmul float %x25, %x11
  %x27 = fmul float %x26, %x10
  %x28 = fmul float %x27, %x9
  %x29 = fmul float %x28, %x8
  %x30 = fmul float %x29, %x7
  %x31 = fmul float %x30, %x6
  %x32 = fmul float %x31, %x5
  %x33 = fmul float %x32, %x4
  %x34 = fmul float %x33, %x3
  %x35 = fmul float %x34, %x2
  %x36 = fmul float %x35, %x1
  %po = getelementptr float, ptr addrspace(1) %o, i64 %g
  store float %x36, ptr addrspace(1) %po, align 4
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
!0 = !{!1, !2}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}
