; Pointers that are known to be distinct: a temporary that is stored is not loaded again, and its stores are streamed like those of any output.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: target-compile --target=native:v3 --emit=v3.optimized.ll %s | FileCheck-22 %s --check-prefix=RELOAD
; RUN: target-compile --target=native:v3 --distinct --emit=v3.optimized.ll %s | FileCheck-22 %s
; RELOAD-COUNT-1: !nontemporal
; RELOAD-NOT: nontemporal
; CHECK-LABEL: @entry.v3.stream(
; CHECK: call void @llvm.x86.sse.sfence()
; CHECK: "align"
; CHECK-COUNT-4: load <8 x float>
; CHECK-NOT: load <8 x float>
; CHECK-COUNT-12: store <8 x float> {{.*}}, !nontemporal
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(4) %a, ptr addrspace(4) %t, ptr addrspace(4) %u, ptr addrspace(4) %o) !sycl.kernel.arguments !0 {
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %pa = getelementptr float, ptr addrspace(4) %a, i64 %g
  %pt = getelementptr float, ptr addrspace(4) %t, i64 %g
  %po = getelementptr float, ptr addrspace(4) %o, i64 %g
  %pu = getelementptr float, ptr addrspace(4) %u, i64 %g
  %x = load float, ptr addrspace(4) %pa, align 4
  %y = fadd float %x, 1.0
  store float %y, ptr addrspace(4) %pt, align 4
  %z = fmul float %x, 3.0
  store float %z, ptr addrspace(4) %pu, align 4
  %w = load float, ptr addrspace(4) %pt, align 4
  %u2 = load float, ptr addrspace(4) %pu, align 4
  %sum = fadd float %w, %u2
  store float %sum, ptr addrspace(4) %po, align 4
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
!0 = !{!1, !2, !3, !4}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}
!3 = !{i32 0, i32 0, i32 16, i32 8}
!4 = !{i32 0, i32 0, i32 24, i32 8}
