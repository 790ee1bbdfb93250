target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
target triple = "spirv64-unknown-unknown"
define spir_kernel void @chain(ptr addrspace(4) %a, ptr addrspace(4) %b, ptr addrspace(4) %c, ptr addrspace(4) %d, ptr addrspace(4) %out) !sycl.kernel.arguments !0 {
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %pa = getelementptr inbounds float, ptr addrspace(4) %a, i64 %i
  %pb = getelementptr inbounds float, ptr addrspace(4) %b, i64 %i
  %pc = getelementptr inbounds float, ptr addrspace(4) %c, i64 %i
  %pd = getelementptr inbounds float, ptr addrspace(4) %d, i64 %i
  %po = getelementptr inbounds float, ptr addrspace(4) %out, i64 %i
  %va = load float, ptr addrspace(4) %pa, align 4
  %vb = load float, ptr addrspace(4) %pb, align 4
  %vc = load float, ptr addrspace(4) %pc, align 4
  %vd = load float, ptr addrspace(4) %pd, align 4
  %t1 = fmul float %va, %vb
  %t2 = fsub float %va, %vc
  %t3 = fmul float %t2, %vd
  %t4 = fsub float %t1, %t3
  store float %t4, ptr addrspace(4) %po, align 4
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
!0 = !{!1, !2, !3, !4, !5}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}
!3 = !{i32 0, i32 0, i32 16, i32 8}
!4 = !{i32 0, i32 0, i32 24, i32 8}
!5 = !{i32 0, i32 0, i32 32, i32 8}
