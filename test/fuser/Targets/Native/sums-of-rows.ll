; A sum of a row of each work-item waits for itself in each turn: eight of them are computed together, in scalars, in the order that each has.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: target-compile --target=native:v3 --emit=v3.optimized.ll %s | FileCheck-22 %s --implicit-check-not=gather
; CHECK: define hidden void @entry.v3(
; CHECK: phi float
; CHECK-COUNT-8: fadd float
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(4) %a, ptr addrspace(4) %o, i64 %w) !sycl.kernel.arguments !0 {
entry:
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %first = mul i64 %g, %w
  %some = icmp ne i64 %w, 0
  br i1 %some, label %loop, label %done
loop:
  %x = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi float [ 0.0, %entry ], [ %sum, %loop ]
  %at = add i64 %first, %x
  %p = getelementptr float, ptr addrspace(4) %a, i64 %at
  %v = load float, ptr addrspace(4) %p, align 4
  %sum = fadd float %s, %v
  %next = add nuw i64 %x, 1
  %more = icmp ult i64 %next, %w
  br i1 %more, label %loop, label %done
done:
  %all = phi float [ 0.0, %entry ], [ %sum, %loop ]
  %po = getelementptr float, ptr addrspace(4) %o, i64 %g
  store float %all, ptr addrspace(4) %po, align 4
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
!0 = !{!1, !2, !3}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}
!3 = !{i32 0, i32 0, i32 16, i32 8}
