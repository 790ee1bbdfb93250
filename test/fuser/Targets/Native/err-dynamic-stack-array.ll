; A stack array of a size known at run time only cannot be kept per work-item across a barrier; without a barrier it can be used.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: not target-compile --kind=nd_range %s 2>&1 | FileCheck-22 %s
; RUN: target-compile --kind=range %s | FileCheck-22 %s --check-prefix=FINE
; CHECK: error: kernel 'k' cannot be compiled for 'native': it has barriers or group functions, and stack variables of a size or number that is known at run time only [SF4004]
; FINE: entry entry.v3
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(4) %a, i32 %n) !sycl.kernel.arguments !0 {
  %m = alloca i32, i32 %n
  store volatile i32 1, ptr %m
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  ret void
}
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
!0 = !{!1, !2}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 4}
