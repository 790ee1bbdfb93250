; A barrier in a loop: the loop becomes barrier regions, values that live across it are kept per work-item, ids are computed anew.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: target-compile --kind=nd_range --target=native:v3 --emit=v3.optimized.ll %s | FileCheck-22 %s
; RUN: target-compile --kind=nd_range --target=native:v3 %s | FileCheck-22 %s --check-prefix=FLAGS
; FLAGS: entry entry.v3 arch 3 format 0 flags 4
; CHECK-LABEL: define hidden void @entry.v3(
; CHECK-DAG: alloca [64 x float]
; CHECK-DAG: alloca float, i64 %{{.*}}, align 64
; CHECK-NOT: ControlBarrier
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
@tile = internal addrspace(3) global [64 x float] undef, align 4
define spir_kernel void @k(ptr addrspace(4) %a, i32 %n) !sycl.kernel.arguments !0 {
entry:
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %l = call i64 @__spirv_BuiltInLocalInvocationId(i32 0)
  %p = getelementptr inbounds float, ptr addrspace(4) %a, i64 %g
  %v = load float, ptr addrspace(4) %p, align 4
  %mine = getelementptr [64 x float], ptr addrspace(3) @tile, i64 0, i64 %l
  %x = xor i64 %l, 1
  %other = getelementptr [64 x float], ptr addrspace(3) @tile, i64 0, i64 %x
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ %v, %entry ], [ %more, %loop ]
  store float %sum, ptr addrspace(3) %mine, align 4
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  %w = load float, ptr addrspace(3) %other, align 4
  %more = fadd float %sum, %w
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %done
done:
  store float %more, ptr addrspace(4) %p, align 4
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare i64 @__spirv_BuiltInLocalInvocationId(i32)
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
!0 = !{!1, !2}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 4}
