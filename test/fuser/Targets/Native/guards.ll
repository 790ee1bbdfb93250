; Guards of fused kernels of different sizes: the loop over work-items is cut at their bounds, so that no part of it has masks; the output that all work-items write is still streamed.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: target-compile --target=native:v3 --emit=v3.optimized.ll %s | FileCheck-22 %s
; RUN: sed 's/icmp ult i64 %%l, %%n/icmp ult i64 %%l, 1000/' %s > %t.ll && target-compile --target=native:v3 --nd-range=1048576 --emit=v3.optimized.ll %t.ll | FileCheck-22 %s
; RUN: target-compile --target=native:v3 --dims=2 --emit=v3.optimized.ll %s | FileCheck-22 %s --check-prefix=ROWS
; CHECK-NOT: masked
; CHECK-LABEL: @entry.v3.stream(
; CHECK: !nontemporal
; CHECK-LABEL: define hidden void @entry.v3(
; CHECK: store <8 x float>
; CHECK: store <8 x float>
; CHECK-NOT: masked
; ROWS-NOT: masked
; ROWS: store <8 x float>
; ROWS-NOT: masked
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(4) %a, ptr addrspace(4) %o, ptr addrspace(4) %p, i64 %n) !sycl.kernel.arguments !0 {
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %l = call i64 @_Z29__spirv_BuiltInGlobalLinearIdv()
  %pa = getelementptr float, ptr addrspace(4) %a, i64 %g
  %x = load float, ptr addrspace(4) %pa, align 4
  %in = icmp ult i64 %l, %n
  br i1 %in, label %first, label %second
first:
  %pp = getelementptr float, ptr addrspace(4) %p, i64 %g
  %old = load float, ptr addrspace(4) %pp, align 4
  %y = fmul float %x, %old
  store float %y, ptr addrspace(4) %pp, align 4
  br label %second
second:
  %po = getelementptr float, ptr addrspace(4) %o, i64 %g
  %z = fadd float %x, 1.0
  store float %z, ptr addrspace(4) %po, align 4
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare i64 @_Z29__spirv_BuiltInGlobalLinearIdv()
!0 = !{!1, !2, !3, !4}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}
!3 = !{i32 0, i32 0, i32 16, i32 8}
!4 = !{i32 0, i32 0, i32 24, i32 8}
