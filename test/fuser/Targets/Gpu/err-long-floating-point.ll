; The x87's floating point and, for CUDA, conversions of integers beyond 64 bits, on which the back end would abort; AMD GPUs expand the latter.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: target-cuda, target-hip
; RUN: rm -rf %t && split-file %s %t
; RUN: not target-compile --target=cuda:sm_90 %t/x87.ll 2>&1 | FileCheck-22 %s --check-prefix=X87 -DT=cuda:sm_90
; RUN: not target-compile --target=hip:gfx90a %t/x87.ll 2>&1 | FileCheck-22 %s --check-prefix=X87 -DT=hip:gfx90a
; RUN: not target-compile --target=cuda:sm_90 %t/wide.ll 2>&1 | FileCheck-22 %s --check-prefix=WIDE
; RUN: sed 's/fptosi float %v to i128/call i128 @llvm.fptoui.sat.i128.f32(float %v)/' %t/wide.ll > %t/saturating.ll
; RUN: not target-compile --target=cuda:sm_90 %t/saturating.ll 2>&1 | FileCheck-22 %s --check-prefix=WIDE
; RUN: target-compile --target=hip:gfx90a %t/wide.ll | FileCheck-22 %s --check-prefix=HIP
; X87: error: kernel 'k' cannot be compiled for '[[T]]': it uses 80-bit floating point [SF4004]
; WIDE: error: kernel 'k' cannot be compiled for 'cuda:sm_90': it converts between floating point and integers of more than 64 bits [SF4004]
; HIP: entry entry

;--- x87.ll
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(4) %a) !sycl.kernel.arguments !0 {
  %v = load x86_fp80, ptr addrspace(4) %a
  %w = fptrunc x86_fp80 %v to float
  store float %w, ptr addrspace(4) %a
  ret void
}
!0 = !{!1}
!1 = !{i32 0, i32 0, i32 0, i32 8}
;--- wide.ll
target triple = "spirv64-unknown-unknown"
declare i128 @llvm.fptoui.sat.i128.f32(float)
define spir_kernel void @k(ptr addrspace(4) %a) !sycl.kernel.arguments !0 {
  %v = load float, ptr addrspace(4) %a
  %w = fptosi float %v to i128
  store i128 %w, ptr addrspace(4) %a
  ret void
}
!0 = !{!1}
!1 = !{i32 0, i32 0, i32 0, i32 8}
