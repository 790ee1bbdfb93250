; What does not change in a sum that is an address goes before the loop; only addresses that are more than a base and a counter get LLVM's strength reduction, which multiplies no more.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: target-compile --target=native:v3 --emit=v3.optimized.ll %s | FileCheck-22 %s
; RUN: sed 's/, i64 %%p/, i64 %%q/' %s > %t.ll && target-compile --target=native:v3 --emit=v3.optimized.ll %t.ll | FileCheck-22 %s --check-prefix=MANY
; CHECK-LABEL: define hidden void @entry.v3(
; CHECK: vector.body:
; CHECK-NEXT: [[I:%.*]] = phi i64
; CHECK-NEXT: getelementptr float, ptr %{{.*}}, i64 [[I]]
; CHECK-NOT: add i64 {{.*}}[[I]], %{{[0-9]}}
; CHECK: br i1
; MANY-LABEL: define hidden void @entry.v3(
; MANY: {{^}}item:
; MANY-NOT: = mul
; MANY: br i1
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %o, i64 %n, i64 %s) !sycl.kernel.arguments !0 {
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %p = add i64 %g, %n
  %q = mul i64 %g, %s
  %pa = getelementptr float, ptr addrspace(1) %a, i64 %p
  %x = load float, ptr addrspace(1) %pa, align 4
  %y = fmul float %x, 3.0
  %po = getelementptr float, ptr addrspace(1) %o, i64 %g
  store float %y, ptr addrspace(1) %po, align 4
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
!0 = !{!1, !2, !3, !4}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}
!3 = !{i32 0, i32 0, i32 16, i32 8}
!4 = !{i32 0, i32 0, i32 24, i32 8}
