; The counter of a loop around a barrier is one for the group: a region finds it in one place, and its loop ends where the condition that compares with it does.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: target-compile --target=native:v3 --kind=nd_range --emit=v3.optimized.ll %s | FileCheck-22 %s --implicit-check-not=masked
; CHECK: define hidden void @entry.v3(
; CHECK-NOT: alloca i32, i64
; CHECK: load <8 x float>
; CHECK: store <8 x float>
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %a) !sycl.kernel.arguments !0 {
entry:
  %t = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  %n = call i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32 0)
  %first = lshr i64 %n, 1
  %none = icmp eq i64 %first, 0
  br i1 %none, label %done, label %loop
loop:
  %s = phi i64 [ %first, %entry ], [ %half, %next ]
  %below = icmp ult i64 %t, %s
  br i1 %below, label %add, label %next
add:
  %pt = getelementptr float, ptr addrspace(1) %a, i64 %t
  %far = add nuw nsw i64 %t, %s
  %pf = getelementptr float, ptr addrspace(1) %a, i64 %far
  %x = load float, ptr addrspace(1) %pt, align 4
  %y = load float, ptr addrspace(1) %pf, align 4
  %z = fadd float %x, %y
  store float %z, ptr addrspace(1) %pt, align 4
  br label %next
next:
  call spir_func void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  %half = lshr i64 %s, 1
  %last = icmp eq i64 %half, 0
  br i1 %last, label %done, label %loop
done:
  ret void
}
declare i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32)
declare i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32)
declare spir_func void @_Z22__spirv_ControlBarrieriii(i32, i32, i32) convergent
!0 = !{!1}
!1 = !{i32 0, i32 0, i32 0, i32 8}
