; Under -ffast-math a stored value loses the flags by which a later kernel could be merged with it; a multiplication and
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; addition that may be one operation stay one. Flags within the kernel stay.
; RUN: %opt -passes=sycl-prepare-kernels,verify -S %s | FileCheck-22 %s
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"

; CHECK-LABEL: define spir_kernel void @product(
; CHECK: %[[S:.*]] = fadd fast float %x, %y
; CHECK: %[[P:.*]] = fmul nnan ninf nsz afn float %[[S]], %y
; CHECK: store float %[[P]]
define spir_kernel void @product(ptr addrspace(1) %p, float %x, float %y) !sycl.kernel.arguments !0 {
  %s = fadd fast float %x, %y
  %m = fmul fast float %s, %y
  store float %m, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: define spir_kernel void @contracted(
; CHECK: %[[A:.*]] = call float @llvm.fma.f32(float %x, float %y, float %z)
; CHECK: store volatile float %[[A]], ptr addrspace(1) %p
; CHECK: %[[NZ:.*]] = fneg float %z
; CHECK: %[[B:.*]] = call float @llvm.fma.f32(float %x, float %x, float %[[NZ]])
; CHECK: store volatile float %[[B]], ptr addrspace(1) %p
; CHECK: %[[NX:.*]] = fneg float %y
; CHECK: %[[C:.*]] = call float @llvm.fma.f32(float %[[NX]], float %y, float %z)
; CHECK: store volatile float %[[C]], ptr addrspace(1) %p
define spir_kernel void @contracted(ptr addrspace(1) %p, float %x, float %y, float %z) !sycl.kernel.arguments !1 {
  %a = fmul contract float %x, %y
  %b = fadd contract float %z, %a
  store volatile float %b, ptr addrspace(1) %p
  %c = fmul contract float %x, %x
  %d = fsub contract float %c, %z
  store volatile float %d, ptr addrspace(1) %p
  %e = fmul contract float %y, %y
  %f = fsub contract float %z, %e
  store volatile float %f, ptr addrspace(1) %p
  ret void
}

; Through what passes a value on.
; CHECK-LABEL: define spir_kernel void @passed_on(
; CHECK: fmul float %x, %y
; CHECK: fdiv float %x, %y
define spir_kernel void @passed_on(ptr addrspace(1) %p, float %x, float %y, i1 %c) !sycl.kernel.arguments !2 {
  %a = fmul contract float %x, %y
  %b = fdiv arcp float %x, %y
  %s = select i1 %c, float %a, float %b
  %d = fpext float %s to double
  store double %d, ptr addrspace(1) %p
  ret void
}
!0 = !{!3, !4, !4}
!1 = !{!3, !4, !4, !4}
!2 = !{!3, !4, !4, !4}
!3 = !{i32 0, i32 0, i32 0, i32 8}
!4 = !{i32 0, i32 0, i32 8, i32 4}
