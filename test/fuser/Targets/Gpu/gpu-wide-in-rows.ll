; Remainders and quotients by a width: wide accesses within a row, also of what is the same in each row, and of the outputs
; alone where work-items of a thread lie in two rows.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: target-cuda, target-hip
; RUN: target-compile --target=cuda:sm_90 --emit=ptx %s | FileCheck-22 %s
; RUN: target-compile --target=hip:gfx1100 %s | FileCheck-22 %s --check-prefix=VARIANT
; RUN: sh %S/Inputs/run-threads.sh %t range 1 4 -DDIVIDED %s
; RUN: sed -e 's/urem i64 %%i, %%width/srem i64 %%i, %%width/' -e 's/udiv i64/sdiv i64/' %s > %t.signed.ll
; RUN: sh %S/Inputs/run-threads.sh %t range 1 4 -DDIVIDED %t.signed.ll
; RUN: sed -e 's/urem i64 %%i, %%width/and i64 %%i, 15/' -e 's/udiv i64 %%i, %%width/lshr i64 %%i, 4/' %s > %t.power.ll
; RUN: sh %S/Inputs/run-threads.sh %t range 1 4 '-DDIVIDED -DWIDTH=16' %t.power.ll
; RUN: sed -e 's/urem i64 %%i, %%width/zext i32 %%rem to i64/' -e 's/udiv i64 %%i, %%width/sext i32 %%quo to i64/' -e 's/^;NARROW//' %s > %t.narrow.ll
; RUN: sh %S/Inputs/run-threads.sh %t range 1 4 -DDIVIDED %t.narrow.ll
; In rows: the loads of %in and %bias, one load of %scale, and the store. Elsewhere: the load of %in, and the same store.
; CHECK-DAG: ld.global.v4.b32
; CHECK-DAG: ld.global.v4.b32
; CHECK-DAG: ld.global.v4.b32
; CHECK-DAG: st.global.v4.b32
; CHECK-NOT: v4.b32
; VARIANT: group 256 items 4
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(4) %in, ptr addrspace(4) %bias, ptr addrspace(4) %scale, ptr addrspace(4) %out, i64 %width) !sycl.kernel.arguments !0 {
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
;NARROW  %i32 = trunc i64 %i to i32
;NARROW  %w32 = trunc i64 %width to i32
;NARROW  %rem = srem i32 %i32, %w32
;NARROW  %quo = udiv i32 %i32, %w32
  %column = urem i64 %i, %width
  %row = udiv i64 %i, %width
  %pin = getelementptr inbounds float, ptr addrspace(4) %in, i64 %i
  %x = load float, ptr addrspace(4) %pin, align 4
  %pbias = getelementptr inbounds float, ptr addrspace(4) %bias, i64 %column
  %b = load float, ptr addrspace(4) %pbias, align 4
  %pscale = getelementptr inbounds float, ptr addrspace(4) %scale, i64 %row
  %s = load float, ptr addrspace(4) %pscale, align 4
  %scaled = fmul float %x, %s
  %y = fadd float %scaled, %b
  %pout = getelementptr inbounds float, ptr addrspace(4) %out, i64 %i
  store float %y, ptr addrspace(4) %pout, align 4
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
!0 = !{!1, !2, !3, !4, !5}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}
!3 = !{i32 0, i32 0, i32 16, i32 8}
!4 = !{i32 0, i32 0, i32 24, i32 8}
!5 = !{i32 0, i32 0, i32 32, i32 8}
