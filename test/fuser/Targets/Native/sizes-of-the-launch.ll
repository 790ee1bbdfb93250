; Sizes that only the launch knows are cut once, at the smallest: below it all kernels run without masks, above it the conditions stay; a user's own two bounds are still two cuts.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: target-compile --target=native:v3 --emit=v3.optimized.ll %s | FileCheck-22 %s
; RUN: sed 's/i32 1, i32 [01], i32 0, i32 8/i32 0, i32 0, i32 64, i32 8/' %s > %t.ll && target-compile --target=native:v3 --emit=v3.optimized.ll %t.ll | FileCheck-22 %s --check-prefix=USER
; CHECK-LABEL: @entry.v3(
; CHECK: @llvm.umin.i64(i64 %{{.*}}, i64 %{{.*}})
; CHECK-DAG: {{^}}  store <8 x float>
; CHECK-DAG: call void @llvm.masked.store
; USER-LABEL: define hidden void @entry.v3(
; USER: store <8 x float>
; USER-NOT: llvm.masked.store
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %n, i64 %m) !sycl.kernel.arguments !0 {
  %l = call i64 @_Z29__spirv_BuiltInGlobalLinearIdv()
  %in = icmp ult i64 %l, %n
  br i1 %in, label %first, label %next
first:
  %pa = getelementptr float, ptr addrspace(1) %a, i64 %l
  %x = load float, ptr addrspace(1) %pa, align 4
  %y = fmul float %x, 3.0
  store float %y, ptr addrspace(1) %pa, align 4
  br label %next
next:
  %too = icmp ult i64 %l, %m
  br i1 %too, label %second, label %end
second:
  %pb = getelementptr float, ptr addrspace(1) %b, i64 %l
  %z = load float, ptr addrspace(1) %pb, align 4
  %w = fadd float %z, 1.0
  store float %w, ptr addrspace(1) %pb, align 4
  br label %end
end:
  ret void
}
declare i64 @_Z29__spirv_BuiltInGlobalLinearIdv()
!0 = !{!1, !2, !3, !4}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}
!3 = !{i32 1, i32 0, i32 0, i32 8}
!4 = !{i32 1, i32 1, i32 0, i32 8}
