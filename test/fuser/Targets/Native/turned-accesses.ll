; A kernel that goes down the columns of one array and along the rows of another gets loops for blocks of 8 columns and 64 rows, which are
; for rows of at least 512 work-items whose elements are a multiple of 2,048 bytes apart; no such loops where it goes along rows only, or
; where the elements are known to lie otherwise.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: target-compile --target=native:v3 --dims=2 --emit=v3.optimized.ll %s | FileCheck-22 %s
; RUN: sed 's/mul i64 %%column, %%h/mul i64 %%column, 512/' %s > %t.known.ll && target-compile --target=native:v3 --dims=2 --emit=v3.optimized.ll %t.known.ll | FileCheck-22 %s
; RUN: sed 's/mul i64 %%column, %%h/mul i64 %%row, %%h/; s/i64 %%down, %%row/i64 %%down, %%column/' %s > %t.rows.ll && target-compile --target=native:v3 --dims=2 --emit=v3.optimized.ll %t.rows.ll | FileCheck-22 %s --check-prefix=ROWS
; RUN: sed 's/mul i64 %%column, %%h/mul i64 %%column, 500/' %s > %t.near.ll && target-compile --target=native:v3 --dims=2 --emit=v3.optimized.ll %t.near.ll | FileCheck-22 %s --check-prefix=ROWS
; CHECK-LABEL: define hidden void @entry.v3(
; CHECK: select i1 {{%.*}}, i64 64, i64 1
; CHECK: select i1 {{%.*}}, i64 8, i64
; ROWS-LABEL: define hidden void @entry.v3(
; ROWS-NOT: i64 64, i64 1
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %o, i64 %h, i64 %w) !sycl.kernel.arguments !0 {
  %row = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
  %column = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %along = mul i64 %row, %w
  %from = add i64 %along, %column
  %pa = getelementptr float, ptr addrspace(1) %a, i64 %from
  %x = load float, ptr addrspace(1) %pa, align 4
  %down = mul i64 %column, %h
  %to = add i64 %down, %row
  %po = getelementptr float, ptr addrspace(1) %o, i64 %to
  store float %x, ptr addrspace(1) %po, align 4
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
!0 = !{!1, !2, !3, !4}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}
!3 = !{i32 0, i32 0, i32 16, i32 8}
!4 = !{i32 0, i32 0, i32 24, i32 8}
