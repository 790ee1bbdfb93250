; A sum in the order of its elements waits for each of them: the loop has loads of 64 bytes under way. One that also writes is left to LLVM, which unrolls less.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: target-cuda
; RUN: target-compile --target=cuda:sm_90 --kind=nd_range --emit=optimized.ll %s | FileCheck-22 %s --check-prefixes=CHECK,FLOAT
; RUN: sed -e 's/float/double/g' -e 's/GroupFAddjjf/GroupFAddjjd/' %s | target-compile --target=cuda:sm_90 --kind=nd_range --emit=optimized.ll - | FileCheck-22 %s --check-prefixes=CHECK,DOUBLE
; RUN: sed -e 's/^  ; WRITES//' %s | target-compile --target=cuda:sm_90 --kind=nd_range --emit=optimized.ll - | FileCheck-22 %s --check-prefix=WRITTEN
; CHECK: phi
; FLOAT-COUNT-16: load float
; DOUBLE-COUNT-8: load double
; CHECK-NOT: load
; CHECK: br i1
; WRITTEN-COUNT-8: store float
; WRITTEN-NOT: store float
; WRITTEN: br i1
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(4) %a, ptr addrspace(4) %sums, i64 %n) !sycl.kernel.arguments !0 {
entry:
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  br label %next
next:
  %t = phi i64 [ 0, %entry ], [ %u, %next ]
  %s = phi float [ 0.0, %entry ], [ %sum, %next ]
  %row = shl i64 %t, 6
  %at = add i64 %row, %i
  %pa = getelementptr inbounds float, ptr addrspace(4) %a, i64 %at
  %v = load float, ptr addrspace(4) %pa, align 8
  %sum = fadd float %s, %v
  ; WRITES store float %sum, ptr addrspace(4) %pa, align 8
  %u = add i64 %t, 1
  %more = icmp ult i64 %u, %n
  br i1 %more, label %next, label %done
done:
  %all = call float @_Z17__spirv_GroupFAddjjf(i32 2, i32 0, float %sum)
  %ps = getelementptr inbounds float, ptr addrspace(4) %sums, i64 %i
  store float %all, ptr addrspace(4) %ps, align 8
  ret void
}
declare float @_Z17__spirv_GroupFAddjjf(i32, i32, float)
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
!0 = !{!1, !2, !3}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}
!3 = !{i32 0, i32 0, i32 16, i32 8}
