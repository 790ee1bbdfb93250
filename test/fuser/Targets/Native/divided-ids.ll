; Quotient and remainder of an id: the loop over work-items is cut into rows of the divisor, without divisions and side by side; short rows of a divisor that is known at run time only run as they were.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: target-compile --target=native:v3 --emit=v3.optimized.ll %s | FileCheck-22 %s
; RUN: sed 's/, %%w$/, 768/' %s > %t.ll && target-compile --target=native:v3 --emit=v3.optimized.ll %t.ll | FileCheck-22 %s --check-prefix=CONSTANT
; RUN: sed 's/, %%w$/, 12/' %s > %t.short.ll && target-compile --target=native:v3 --emit=v3.optimized.ll %t.short.ll | FileCheck-22 %s --check-prefix=SHORT
; CHECK-LABEL: define hidden void @entry.v3(
; CHECK: add i64 %{{[^,]*}}, -16
; CHECK: icmp ult i64
; CHECK-DAG: store <8 x float>
; CHECK-DAG: urem i64
; CONSTANT-LABEL: define hidden void @entry.v3(
; CONSTANT-NOT: rem i64
; CONSTANT: store <8 x float>
; CONSTANT-NOT: rem i64
; SHORT-LABEL: define hidden void @entry.v3(
; SHORT: {{udiv|urem}} {{.*}}, {{.*}}12
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(4) %a, ptr addrspace(4) %b, ptr addrspace(4) %s, ptr addrspace(4) %o, i64 %w) !sycl.kernel.arguments !0 {
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %row = udiv i64 %i, %w
  %before = mul i64 %row, %w
  %column = sub i64 %i, %before
  %pa = getelementptr float, ptr addrspace(4) %a, i64 %i
  %x = load float, ptr addrspace(4) %pa, align 4
  %pb = getelementptr float, ptr addrspace(4) %b, i64 %column
  %y = load float, ptr addrspace(4) %pb, align 4
  %ps = getelementptr float, ptr addrspace(4) %s, i64 %row
  %z = load float, ptr addrspace(4) %ps, align 4
  %xy = fadd float %x, %y
  %r = fmul float %xy, %z
  %po = getelementptr float, ptr addrspace(4) %o, i64 %i
  store float %r, ptr addrspace(4) %po, align 4
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
!0 = !{!1, !2, !3, !4, !5}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}
!3 = !{i32 0, i32 0, i32 16, i32 8}
!4 = !{i32 0, i32 0, i32 24, i32 8}
!5 = !{i32 0, i32 0, i32 32, i32 8}
