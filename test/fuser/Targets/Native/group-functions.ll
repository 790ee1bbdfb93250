; Group functions exchange values through memory of the work-group: stored by each work-item, combined once, sums in 16 lanes, read back. No call is left, phases show the steps.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: target-compile --kind=nd_range --phases --emit=phase.4-group-functions.ll %s | FileCheck-22 %s --check-prefix=LOWERED
; RUN: target-compile --kind=nd_range --phases --emit=phase.6-work-item-loops.ll %s | FileCheck-22 %s --check-prefix=LOOPS
; RUN: target-compile --kind=nd_range --target=native:v3 --emit=v3.optimized.ll %s | FileCheck-22 %s --check-prefix=FINAL
; RUN: target-compile --kind=nd_range --target=native:v3 %s | FileCheck-22 %s --check-prefix=VARIANT
; RUN: target-compile --kind=range --target=native:v3 --emit=v3.optimized.ll %s | FileCheck-22 %s --check-prefix=ALONE
; LOWERED-LABEL: define internal void @k.item(
; LOWERED: store float %v, ptr %[[GIVEN:[a-z0-9.]+]],
; LOWERED-NEXT: call void @__sycl_fuse_exchange.2(ptr %[[GIVEN]], ptr %[[SUM:[a-z0-9.]+]])
; LOWERED-NEXT: load float, ptr %[[SUM]]
; LOWERED: call void @__sycl_fuse_exchange.3(
; LOOPS: together.1:
; LOOPS: reduce.lanes{{.*}}:
; LOOPS: fadd <16 x float>
; LOOPS: fadd float
; LOOPS: shuffle:
; LOOPS: icmp ult i64 %{{.*}}, %{{.*}}
; FINAL-NOT: call {{.*}}spirv
; FINAL-NOT: exchange
; VARIANT: sub-group 32
; A work-item of a plain range is a group of its own: its sum is its value.
; ALONE-NOT: exchange
; ALONE: fadd <8 x float> %[[V:.*]], %[[V]]
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(4) %a) !sycl.kernel.arguments !0 {
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %p = getelementptr inbounds float, ptr addrspace(4) %a, i64 %g
  %v = load float, ptr addrspace(4) %p, align 4
  %sum = call float @_Z17__spirv_GroupFAddiif(i32 2, i32 0, float %v)
  %lane = call i32 @_Z40__spirv_BuiltInSubgroupLocalInvocationIdv()
  %other = xor i32 %lane, 5
  %s = call float @_Z30__spirv_GroupNonUniformShuffleifj(i32 3, float %v, i32 %other)
  %r = fadd float %sum, %s
  store float %r, ptr addrspace(4) %p, align 4
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare i32 @_Z40__spirv_BuiltInSubgroupLocalInvocationIdv()
declare float @_Z17__spirv_GroupFAddiif(i32, i32, float)
declare float @_Z30__spirv_GroupNonUniformShuffleifj(i32, float, i32)
!0 = !{!1}
!1 = !{i32 0, i32 0, i32 0, i32 8}
