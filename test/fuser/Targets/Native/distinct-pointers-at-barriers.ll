; An address that goes on across a barrier is kept as its offset, so that it is seen to come from its argument; a pointer that was chosen before is kept itself,
; and then no argument counts as the only way to its memory: what is stored through one is read through the other.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: target-compile --kind=nd_range --distinct --phases --emit=phase.5-barrier-regions.ll %s | FileCheck-22 %s
; RUN: sed 's/%%q = .*/%%q = select i1 %%c, ptr addrspace(4) %%o, ptr addrspace(4) %%pi/' %s > %t.ll
; RUN: target-compile --kind=nd_range --distinct --phases --emit=phase.5-barrier-regions.ll %t.ll | FileCheck-22 %s --check-prefix=CHOSEN
; CHECK-LABEL: define internal i32 @k.item.2(ptr noalias %0, ptr noalias %1,
; CHECK: store float 1.0
; CHECK: %[[I:.*]] = load i64, ptr %4,
; CHECK: %[[P:.*]] = getelementptr float, ptr %0, i64 %[[I]]
; CHECK: load float, ptr %[[P]]
; CHECK: store float 2.0
; CHOSEN-LABEL: define internal i32 @k.item.2(ptr %0, ptr %1,
; CHOSEN: store float 1.0
; CHOSEN: %[[P:.*]] = load ptr, ptr %4,
; CHOSEN: load float, ptr %[[P]]
; CHOSEN: store float 2.0
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(4) %a, ptr addrspace(4) %o, ptr addrspace(4) %n) !sycl.kernel.arguments !0 {
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %pn = getelementptr i64, ptr addrspace(4) %n, i64 %g
  %i = load i64, ptr addrspace(4) %pn, align 8
  %c = icmp slt i64 %i, 0
  %pi = getelementptr float, ptr addrspace(4) %a, i64 %i
  %q = getelementptr float, ptr addrspace(4) %a, i64 %i
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  %pg = getelementptr float, ptr addrspace(4) %a, i64 %g
  store float 1.0, ptr addrspace(4) %pg, align 4
  %v = load float, ptr addrspace(4) %q, align 4
  %po = getelementptr float, ptr addrspace(4) %o, i64 %g
  store float %v, ptr addrspace(4) %po, align 4
  store float 2.0, ptr addrspace(4) %pg, align 4
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
!0 = !{!1, !2, !3}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}
!3 = !{i32 0, i32 0, i32 16, i32 8}
