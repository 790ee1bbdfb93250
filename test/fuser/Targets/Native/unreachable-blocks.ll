; A block that nothing leads to, and that leads into a branch that work-items take or not, between barriers of a loop.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: target-compile --kind=nd_range --phases --emit=phase.5-barrier-regions.ll %s | FileCheck-22 %s
; CHECK: define internal i32 @k.item.2(
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(4) %a, i32 %n) !sycl.kernel.arguments !0 {
entry:
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %p = getelementptr i32, ptr addrspace(4) %a, i64 %g
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %join ]
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  %v = load i32, ptr addrspace(4) %p, align 4
  %c = icmp sgt i32 %v, 3
  br i1 %c, label %then, label %join
then:
  %w = mul i32 %v, 3
  store i32 %w, ptr addrspace(4) %p, align 4
  br label %join
dead:
  br label %then
join:
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
!0 = !{!1, !2}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 4}
