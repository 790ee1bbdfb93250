; Rows of a two-dimensional range of half precision: eight work-items per access, rows that divide nothing element by element.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: target-cuda, target-hip
; RUN: target-compile --target=cuda:sm_90 --dims=2 --emit=ptx %s | FileCheck-22 %s
; RUN: target-compile --target=hip:gfx1100 --dims=2 %s | FileCheck-22 %s --check-prefix=VARIANT
; RUN: sh %S/Inputs/run-threads.sh %t range 2 8 -DROWS %s
; CHECK: ld.global.v4.b32
; CHECK: st.global.v4.b32
; CHECK: ld.global.b16
; VARIANT: group 256 items 8
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(4) %a, ptr addrspace(4) %b) !sycl.kernel.arguments !0 {
  %x = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %y = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
  %n = call i64 @_Z25__spirv_BuiltInGlobalSizei(i32 0)
  %row = mul i64 %y, %n
  %i = add i64 %row, %x
  %pa = getelementptr inbounds half, ptr addrspace(4) %a, i64 %i
  %v = load half, ptr addrspace(4) %pa, align 2
  %w = fadd half %v, %v
  %pb = getelementptr inbounds half, ptr addrspace(4) %b, i64 %i
  store half %w, ptr addrspace(4) %pb, align 2
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare i64 @_Z25__spirv_BuiltInGlobalSizei(i32)
!0 = !{!1, !2}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}
