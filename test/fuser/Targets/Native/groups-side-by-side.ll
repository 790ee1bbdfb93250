; Work-groups of two dimensions run side by side, in rows as long as all of them, region after region, unless they have memory of their own or loops: those run one after the other.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: target-compile --target=native:v3 --kind=nd_range --dims=2 --emit=v3.optimized.ll %s | FileCheck-22 %s
; RUN: target-compile --target=native:v3 --kind=nd_range --dims=2 --distinct --emit=v3.optimized.ll %s | FileCheck-22 %s --implicit-check-not=alloca
; RUN: sed 's/; LOCAL//' %s > %t.local.ll
; RUN: target-compile --target=native:v3 --kind=nd_range --dims=2 --emit=v3.optimized.ll %t.local.ll | FileCheck-22 %s --check-prefix=APART
; RUN: sed 's/; LOOP//' %s > %t.loop.ll
; RUN: target-compile --target=native:v3 --kind=nd_range --dims=2 --emit=v3.optimized.ll %t.loop.ll | FileCheck-22 %s --check-prefix=APART
; CHECK: group.row
; CHECK: group.run
; CHECK: store <8 x float>
; APART-LABEL: define hidden void @entry.v3(
; APART-NOT: group.run
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
; LOCAL@tile = internal addrspace(3) global [64 x float] poison
define spir_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %t, ptr addrspace(1) %o) !sycl.kernel.arguments !0 {
entry:
  %x = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %y = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
  %l = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  %row = shl i64 %y, 10
  %at = add i64 %row, %x
  %pa = getelementptr float, ptr addrspace(1) %a, i64 %at
  %v = load float, ptr addrspace(1) %pa, align 4
  %twice = fmul float %v, 2.0
  %pt = getelementptr float, ptr addrspace(1) %t, i64 %at
  store float %twice, ptr addrspace(1) %pt, align 4
; LOCAL  %pl = getelementptr float, ptr addrspace(3) @tile, i64 %l
; LOCAL  store float %twice, ptr addrspace(3) %pl, align 4
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
; LOOP  br label %loop
; LOOPloop:
; LOOP  %n = phi i64 [ 0, %entry ], [ %next, %loop ]
; LOOP  %next = add i64 %n, 1
; LOOP  %pn = getelementptr float, ptr addrspace(1) %a, i64 %n
; LOOP  %vn = load float, ptr addrspace(1) %pn, align 4
; LOOP  store float %vn, ptr addrspace(1) %pn, align 4
; LOOP  %more = icmp ult i64 %next, %x
; LOOP  br i1 %more, label %loop, label %end
; LOOPend:
  %place = add i64 %at, %l
  %u = load float, ptr addrspace(1) %pt, align 4
  %po = getelementptr float, ptr addrspace(1) %o, i64 %place
  store float %u, ptr addrspace(1) %po, align 4
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32)
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
!0 = !{!1, !2, !3}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}
!3 = !{i32 0, i32 0, i32 16, i32 8}
