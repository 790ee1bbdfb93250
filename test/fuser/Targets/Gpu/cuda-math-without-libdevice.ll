; Without libdevice mathematics comes from libclc; a function that libclc leaves to libdevice is refused by name.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: target-cuda
; RUN: target-compile --target=cuda:sm_90 --libdevice=/usr/lib/clc/nvptx64--nvidiacl.bc --emit=ptx %s | FileCheck-22 %s
; RUN: sed 's/@llvm.sin/@llvm.log/' %s > %t.ll
; RUN: not target-compile --target=cuda:sm_90 --libdevice=/usr/lib/clc/nvptx64--nvidiacl.bc %t.ll 2>&1 | FileCheck-22 %s --check-prefix=LOG
; CHECK: .visible .entry entry(
; CHECK-NOT: call
; LOG: error: kernel 'k' cannot be compiled for 'cuda:sm_90': '__nv_logf' is missing in the mathematics library [SF4004]
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(4) %a) !sycl.kernel.arguments !0 {
  %v = load float, ptr addrspace(4) %a
  %w = call float @llvm.sin.f32(float %v)
  store float %w, ptr addrspace(4) %a
  ret void
}
declare float @llvm.sin.f32(float)
!0 = !{!1}
!1 = !{i32 0, i32 0, i32 0, i32 8}
