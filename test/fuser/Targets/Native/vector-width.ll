; Level 4 has vectors of 512 bits where a loop computes much for each access to memory, of 256 bits elsewhere: in a polynomial of 3 terms with one
; load and one store, in indices, however much they take, and on level 3.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: split-file %s %t
; RUN: target-compile --target=native:v4 --emit=v4.optimized.ll %t/much.ll | FileCheck-22 %s --check-prefix=WIDE
; RUN: target-compile --target=native:v3 --emit=v3.optimized.ll %t/much.ll | FileCheck-22 %s --check-prefix=NARROW
; RUN: target-compile --target=native:v4 --emit=v4.optimized.ll %t/little.ll | FileCheck-22 %s --check-prefix=NARROW
; RUN: target-compile --target=native:v4 --emit=v4.optimized.ll %t/indices.ll | FileCheck-22 %s --check-prefix=NARROW --implicit-check-not='16 x float'
; WIDE: store <16 x float>
; NARROW: store <8 x float>

;--- much.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %o) !sycl.kernel.arguments !0 {
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %pa = getelementptr float, ptr addrspace(1) %a, i64 %g
  %x = load float, ptr addrspace(1) %pa, align 4
  %x1 = fmul float %x, %x
  %x2 = fadd float %x1, 1.0
  %x3 = fmul float %x2, %x
  %x4 = fadd float %x3, 2.0
  %x5 = fmul float %x4, %x
  %x6 = fadd float %x5, 3.0
  %x7 = fmul float %x6, %x
  %x8 = fadd float %x7, 4.0
  %po = getelementptr float, ptr addrspace(1) %o, i64 %g
  store float %x8, ptr addrspace(1) %po, align 4
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
!0 = !{!1, !2}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}

;--- little.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %o) !sycl.kernel.arguments !0 {
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %pa = getelementptr float, ptr addrspace(1) %a, i64 %g
  %x = load float, ptr addrspace(1) %pa, align 4
  %x1 = fmul float %x, %x
  %x2 = fadd float %x1, 1.0
  %x3 = fmul float %x2, %x
  %x4 = fadd float %x3, 2.0
  %x5 = fmul float %x4, %x
  %x6 = fadd float %x5, 3.0
  %po = getelementptr float, ptr addrspace(1) %o, i64 %g
  store float %x6, ptr addrspace(1) %po, align 4
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
!0 = !{!1, !2}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}

;--- indices.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %o) !sycl.kernel.arguments !0 {
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %i1 = xor i64 %g, 21
  %i2 = mul i64 %i1, 40503
  %i3 = xor i64 %i2, 77
  %i4 = mul i64 %i3, 65521
  %i5 = xor i64 %i4, 99
  %i6 = mul i64 %i5, 40503
  %i7 = xor i64 %i6, 77
  %i8 = mul i64 %i7, 65521
  %i = and i64 %i8, 1023
  %pa = getelementptr float, ptr addrspace(1) %a, i64 %i
  %x = load float, ptr addrspace(1) %pa, align 4
  %po = getelementptr float, ptr addrspace(1) %o, i64 %g
  store float %x, ptr addrspace(1) %po, align 4
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
!0 = !{!1, !2}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}
