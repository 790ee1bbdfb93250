; Outputs that are only written are streamed row by row: ranges of two and three dimensions, nd_ranges without barriers, whatever the pitch of a row, elements of two sizes. Transposed outputs are not.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: target-compile --dims=2 --target=native:v3 --emit=v3.optimized.ll %s | FileCheck-22 %s --check-prefixes=CHECK,FENCE
; RUN: target-compile --dims=3 --target=native:v4 --emit=v4.optimized.ll %s | FileCheck-22 %s
; RUN: target-compile --dims=2 --nd-range=1000,1003 --target=native:v3 --emit=v3.optimized.ll %s | FileCheck-22 %s
; RUN: target-compile --dims=2 --kind=nd_range --target=native:v3 --emit=v3.optimized.ll %s | FileCheck-22 %s
; RUN: target-compile --dims=2 --kind=nd_range --nd-range=1024,1024:1,256 --target=native:v3 --emit=v3.optimized.ll %s | FileCheck-22 %s
; RUN: sed 's/mul i64 %%y, %%pitch/mul i64 %%x, %%pitch/; s/add i64 %%row, %%x/add i64 %%row, %%y/' %s > %t.ll
; RUN: target-compile --dims=2 --target=native:v3 --emit=v3.optimized.ll %t.ll | FileCheck-22 %s --check-prefix=NONE
; CHECK-LABEL: .stream(
; FENCE: call void @llvm.x86.sse.sfence()
; CHECK: "align"(ptr {{.*}}, i64 64)
; CHECK: store <{{.*}} x float> {{.*}}, !nontemporal
; CHECK: store <{{.*}} x double> {{.*}}, !nontemporal
; CHECK-LABEL: define hidden void @entry
; CHECK-NOT: nontemporal
; CHECK: ret void
; NONE: define
; NONE-NOT: nontemporal
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(4) %a, ptr addrspace(4) %o, ptr addrspace(4) %d, i64 %pitch) !sycl.kernel.arguments !0 {
  %x = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %y = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
  %row = mul i64 %y, %pitch
  %i = add i64 %row, %x
  %pa = getelementptr inbounds float, ptr addrspace(4) %a, i64 %i
  %v = load float, ptr addrspace(4) %pa, align 4
  %w = fmul float %v, 2.0
  %po = getelementptr inbounds float, ptr addrspace(4) %o, i64 %i
  store float %w, ptr addrspace(4) %po, align 4
  %e = fpext float %v to double
  %pd = getelementptr inbounds double, ptr addrspace(4) %d, i64 %i
  store double %e, ptr addrspace(4) %pd, align 8
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
!0 = !{!1, !2, !3, !4}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}
!3 = !{i32 0, i32 0, i32 16, i32 8}
!4 = !{i32 0, i32 0, i32 24, i32 8}
