; Kernels with barriers stream what one region stores and no other uses, but not those with memory of work-groups, which work there. What a later region reads stays in the caches, and what it stores again; nothing is streamed if atomics may tell other work-groups of it.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: target-compile --target=native:v3 --kind=nd_range --dims=2 --distinct --emit=v3.optimized.ll %s | FileCheck-22 %s
; RUN: sed 's/; LOCAL//' %s > %t.local.ll
; RUN: target-compile --target=native:v3 --kind=nd_range --dims=2 --distinct --emit=v3.optimized.ll %t.local.ll | FileCheck-22 %s --check-prefix=NONE
; RUN: sed 's/; AGAIN  //' %s > %t.again.ll
; RUN: target-compile --target=native:v3 --kind=nd_range --dims=2 --distinct --emit=v3.optimized.ll %t.again.ll | FileCheck-22 %s --check-prefix=AGAIN
; RUN: sed 's/; ATOMIC  //' %s > %t.atomic.ll
; RUN: target-compile --target=native:v3 --kind=nd_range --dims=2 --distinct --emit=v3.optimized.ll %t.atomic.ll | FileCheck-22 %s --check-prefix=NONE
; CHECK-LABEL: .stream(
; CHECK: call void @llvm.x86.sse.sfence()
; CHECK-NOT: float> {{.*}}, !nontemporal
; CHECK: store <{{.*}} x double> {{.*}}, !nontemporal
; CHECK-NOT: float> {{.*}}, !nontemporal
; CHECK: store <{{.*}} x i32> {{.*}}, !nontemporal
; CHECK-NOT: float> {{.*}}, !nontemporal
; CHECK-LABEL: define hidden void @entry
; CHECK-NOT: nontemporal
; CHECK: ret void
; AGAIN-LABEL: .stream(
; AGAIN-NOT: double> {{.*}}, !nontemporal
; AGAIN: store <{{.*}} x i32> {{.*}}, !nontemporal
; AGAIN-NOT: double> {{.*}}, !nontemporal
; AGAIN: ret void
; NONE: define hidden void @entry
; NONE-NOT: nontemporal
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
; LOCAL@tile = internal addrspace(3) global [64 x float] poison
define spir_kernel void @k(ptr addrspace(1) %t, ptr addrspace(1) %d, ptr addrspace(1) %o, ptr addrspace(1) %n) !sycl.kernel.arguments !0 {
  %x = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %y = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
  %row = shl i64 %y, 10
  %at = add i64 %row, %x
  %pn = getelementptr float, ptr addrspace(1) %n, i64 %at
  %v = load float, ptr addrspace(1) %pn, align 4
  %pt = getelementptr float, ptr addrspace(1) %t, i64 %at
  store float %v, ptr addrspace(1) %pt, align 4
  %w = fpext float %v to double
  %pd = getelementptr double, ptr addrspace(1) %d, i64 %at
  store double %w, ptr addrspace(1) %pd, align 8
; LOCAL  store float %v, ptr addrspace(3) @tile, align 4
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  %beside = xor i64 %at, 1
  %pu = getelementptr float, ptr addrspace(1) %t, i64 %beside
  %u = load float, ptr addrspace(1) %pu, align 4
  %i = fptosi float %u to i32
  %po = getelementptr i32, ptr addrspace(1) %o, i64 %at
  store i32 %i, ptr addrspace(1) %po, align 4
; AGAIN  store double 1.0, ptr addrspace(1) %pd, align 8
; ATOMIC  store atomic i32 1, ptr addrspace(1) %n release, align 4
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
!0 = !{!1, !2, !3, !4}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}
!3 = !{i32 0, i32 0, i32 16, i32 8}
!4 = !{i32 0, i32 0, i32 24, i32 8}
