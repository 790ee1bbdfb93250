; Work-groups of a few work-items, known when they are built: the last of them are accesses of just so many elements, not of a whole vector under a mask, and what goes to the next region of the barrier stays in registers.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: target-compile --target=native:v3 --kind=nd_range --nd-range=1000:10 --emit=v3.optimized.ll %s | FileCheck-22 %s --check-prefixes=CHECK,TEN --implicit-check-not=llvm.masked
; RUN: target-compile --target=native:v3 --kind=nd_range --nd-range=700:7 --emit=v3.optimized.ll %s | FileCheck-22 %s --check-prefixes=CHECK,SEVEN --implicit-check-not=llvm.masked
; CHECK: define hidden void @entry.v3(
; TEN: load <8 x i32>
; TEN: load <2 x i32>
; TEN: store <8 x i32>
; TEN: store <2 x i32>
; SEVEN: load <4 x i32>
; SEVEN: load <2 x i32>
; SEVEN: load i32,
; SEVEN: store <4 x i32>
; SEVEN: store <2 x i32>
; SEVEN: store i32
; CHECK-NOT: load
; CHECK: br i1
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %a, ptr addrspace(3) align 16 %tile) !sycl.kernel.arguments !0 {
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %l = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %a, i64 %g
  %v = load i32, ptr addrspace(1) %p, align 4
  %t = getelementptr i32, ptr addrspace(3) %tile, i64 %l
  %more = add i32 %v, 3
  store i32 %more, ptr addrspace(3) %t, align 4
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  %u = load i32, ptr addrspace(3) %t, align 4
  %w = mul i32 %u, 5
  store i32 %w, ptr addrspace(1) %p, align 4
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32)
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
!0 = !{!1, !2}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 5, i32 0, i32 0, i32 64}
