; Neighbours that end at a border, max(id - 1, 0) and min(id + 1, n - 1), cut the loop over work-items: in between they are plain vector loads, without gathers and conditions. Also between barriers, where ids are those of the work-group.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: target-compile --target=native:v3 --emit=v3.optimized.ll %s | FileCheck-22 %s --implicit-check-not=gather
; RUN: sed 's/_Z33__spirv_BuiltInGlobalInvocationIdi/_Z32__spirv_BuiltInLocalInvocationIdi/;s/; BARRIER//' %s > %t.ll
; RUN: target-compile --target=native:v3 --kind=nd_range --nd-range=640:64:0 --emit=v3.optimized.ll %t.ll | FileCheck-22 %s --check-prefix=GROUP --implicit-check-not=gather
; CHECK-LABEL: define hidden void @entry.v3(
; CHECK: call i64 @llvm.umin.i64(
; CHECK: load <8 x float>
; CHECK: store <8 x float>
; The first and the last work-item of a group of 64 have loops of one turn; those in between are 62.
; GROUP-LABEL: define hidden void @entry.v3(
; GROUP: vector.body
; GROUP: load <8 x float>
; GROUP: store <8 x float>
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %o, i64 %n) !sycl.kernel.arguments !0 {
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  ; BARRIER  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  %before = call i64 @llvm.usub.sat.i64(i64 %g, i64 1)
  %next = add i64 %g, 1
  %last = sub i64 %n, 1
  %after = call i64 @llvm.umin.i64(i64 %next, i64 %last)
  %pb = getelementptr float, ptr addrspace(1) %a, i64 %before
  %pa = getelementptr float, ptr addrspace(1) %a, i64 %after
  %x = load float, ptr addrspace(1) %pb, align 4
  %y = load float, ptr addrspace(1) %pa, align 4
  %z = fadd float %x, %y
  %po = getelementptr float, ptr addrspace(1) %o, i64 %g
  store float %z, ptr addrspace(1) %po, align 4
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
declare i64 @llvm.usub.sat.i64(i64, i64)
declare i64 @llvm.umin.i64(i64, i64)
!0 = !{!1, !2, !3}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}
!3 = !{i32 0, i32 0, i32 16, i32 8}
