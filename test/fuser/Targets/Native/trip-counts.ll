; A vector loop is marked as what takes the most turns, so that what the scalar iterations around it hold in registers is reloaded around it, not in it.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: target-compile --target=native:v3 --emit=v3.optimized.ll %s | FileCheck-22 %s --implicit-check-not=!prof

; CHECK-LABEL: define internal fastcc void @entry.v3.stream(
; CHECK: {{^}}item:
; CHECK: br i1 %{{.*}}, label %item.end.loopexit, label %item, !llvm.loop
; CHECK: {{^}}vector.body:
; CHECK: fmul <8 x float>
; CHECK: br i1 %{{.*}}, label %middle.block, label %vector.body, !prof [[MANY:![0-9]+]], !llvm.loop
; CHECK: {{^}}item2:
; CHECK: br i1 %{{.*}}, label %exit.loopexit, label %item2, !llvm.loop
; CHECK-LABEL: define hidden void @entry.v3(
; CHECK: label %vector.body, !prof [[MANY]], !llvm.loop
; CHECK: [[MANY]] = !{!"branch_weights", i32 1, i32 999}
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) noalias %at, ptr addrspace(1) noalias %a, ptr addrspace(1) noalias %b, ptr addrspace(1) noalias %x,
                           ptr addrspace(1) noalias %o) !sycl.kernel.arguments !0 {
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %p.at = getelementptr i32, ptr addrspace(1) %at, i64 %g
  %i = load i32, ptr addrspace(1) %p.at, align 4
  %i64 = zext i32 %i to i64
  %p.a = getelementptr float, ptr addrspace(1) %a, i64 %i64
  %v = load float, ptr addrspace(1) %p.a, align 4
  %p.x = getelementptr float, ptr addrspace(1) %x, i64 %g
  store float %v, ptr addrspace(1) %p.x, align 4
  %p.b = getelementptr float, ptr addrspace(1) %b, i64 %g
  %w = load float, ptr addrspace(1) %p.b, align 4
  %product = fmul float %v, %w
  %p.o = getelementptr float, ptr addrspace(1) %o, i64 %g
  store float %product, ptr addrspace(1) %p.o, align 4
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
!0 = !{!1, !1, !1, !1, !1}
!1 = !{i32 0, i32 0, i32 0, i32 8}
