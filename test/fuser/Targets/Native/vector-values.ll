; A kernel that computes with single elements of vectors has vectors of work-items, one for each element; one that computes with whole vectors keeps them.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: target-compile --target=native:v3 --emit=v3.optimized.ll %s | FileCheck-22 %s
; RUN: sed 's/fmul float %%x, %%x/fmul <4 x float> %%v, %%v/; s/store float %%m/store <4 x float> %%m/; s/getelementptr float/getelementptr <4 x float>/; /extractelement/d; s/%%m, ptr addrspace(4) %%po, align 4/%%m, ptr addrspace(4) %%po, align 16/' %s > %t.ll
; RUN: target-compile --target=native:v3 --emit=v3.optimized.ll %t.ll | FileCheck-22 %s --check-prefix=WHOLE
; CHECK: fmul <8 x float>
; CHECK: store <8 x float>
; WHOLE: fmul <4 x float>
; WHOLE: store <4 x float>
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(4) %a, ptr addrspace(4) %o) !sycl.kernel.arguments !0 {
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %pa = getelementptr <4 x float>, ptr addrspace(4) %a, i64 %g
  %v = load <4 x float>, ptr addrspace(4) %pa, align 16
  %x = extractelement <4 x float> %v, i64 1
  %m = fmul float %x, %x
  %po = getelementptr float, ptr addrspace(4) %o, i64 %g
  store float %m, ptr addrspace(4) %po, align 4
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
!0 = !{!1, !2}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}
