; A guard of ids and an nd_range whose groups nobody uses: the full part has wide accesses all the same.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: target-cuda
; RUN: target-compile --target=cuda:sm_90 --emit=ptx %s | FileCheck-22 %s
; RUN: target-compile --target=cuda:sm_90 --kind=nd_range --emit=ptx %s | FileCheck-22 %s
; RUN: target-compile --target=cuda:sm_90 --kind=nd_range %s | FileCheck-22 %s --check-prefix=VARIANT
; RUN: sh %S/Inputs/run-threads.sh %t range 1 4 -DGUARD %s
; RUN: sh %S/Inputs/run-threads.sh %t nd_range 1 4 -DGUARD %s
; CHECK: ld.global.v4.b32
; CHECK: st.global.v4.b32
; VARIANT: flags 1 group 256 items 4
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(4) %a, ptr addrspace(4) %b, i64 %n) !sycl.kernel.arguments !0 {
entry:
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %in = icmp ult i64 %i, %n
  br i1 %in, label %then, label %done
then:
  %pa = getelementptr inbounds float, ptr addrspace(4) %a, i64 %i
  %v = load float, ptr addrspace(4) %pa, align 4
  %w = fmul float %v, %v
  %pb = getelementptr inbounds float, ptr addrspace(4) %b, i64 %i
  store float %w, ptr addrspace(4) %pb, align 4
  br label %done
done:
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
!0 = !{!1, !2, !3}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}
!3 = !{i32 0, i32 0, i32 16, i32 8}
