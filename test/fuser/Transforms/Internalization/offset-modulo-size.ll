; Several elements per work-item: an access goes to its offset modulo the size. What all offsets have in common is left out, and with it the modulo.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes=sycl-internalization,verify -S %s | FileCheck-22 %s
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"

; Two indices that have nothing in common.
; CHECK: define spir_kernel void @modulo(i64 %i, ptr addrspace(1) %other) {
; CHECK: %tmp.private = alloca [12 x i8], align 4
; CHECK: %[[A:.*]] = mul i64 %i, 4
; CHECK: %[[B:.*]] = add i64 %{{.*}}, -4
; CHECK: %[[R:.*]] = urem i64 %[[B]], 12
; CHECK: %[[AT:.*]] = getelementptr inbounds i8, ptr %tmp.private, i64 %[[R]]
; CHECK: store float 1.000000e+00, ptr %[[AT]], align 4
; CHECK: urem i64 %{{.*}}, 12
; CHECK: load float
define spir_kernel void @modulo(ptr addrspace(1) %tmp, i64 %i, ptr addrspace(1) %other) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !1 !sycl.kernel.promote.elemsize !2 {
  %a = getelementptr float, ptr addrspace(1) %tmp, i64 %i
  %b = getelementptr float, ptr addrspace(1) %a, i64 -1
  store float 1.0, ptr addrspace(1) %b, align 4
  %j = load i64, ptr addrspace(1) %other
  %d = getelementptr float, ptr addrspace(1) %tmp, i64 %j
  %c = load float, ptr addrspace(1) %d, align 4
  store float %c, ptr addrspace(1) %other
  ret void
}

; CHECK: define spir_kernel void @common(i64 %i, ptr addrspace(1) %other) {
; CHECK-NOT: urem
; CHECK: store float 1.000000e+00, ptr %tmp.private, align 4
; CHECK: %[[LAST:.*]] = getelementptr inbounds {{.*}}i8, ptr %tmp.private, i64 8
; CHECK-NEXT: store float 2.000000e+00, ptr %[[LAST]], align 4
; CHECK: load float, ptr %tmp.private, align 4
define spir_kernel void @common(ptr addrspace(1) %tmp, i64 %i, ptr addrspace(1) %other) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !1 !sycl.kernel.promote.elemsize !2 {
  %a = getelementptr float, ptr addrspace(1) %tmp, i64 %i
  %b = getelementptr float, ptr addrspace(1) %a, i64 -1
  store float 1.0, ptr addrspace(1) %b, align 4
  %bytes = shl i64 %i, 2
  %again = getelementptr i8, ptr addrspace(1) %tmp, i64 %bytes
  %e = getelementptr float, ptr addrspace(1) %again, i64 1
  store float 2.0, ptr addrspace(1) %e, align 4
  %c = load float, ptr addrspace(1) %b, align 4
  store float %c, ptr addrspace(1) %other
  ret void
}

; No modulo at run time where the offset is known to be a multiple of the size, plus a constant.
; CHECK: define spir_kernel void @constant(i64 %i, ptr addrspace(1) %other) {
; CHECK: getelementptr inbounds {{.*}}i8, ptr %tmp.private, i64 4
; CHECK-NEXT: store float 1.0
; CHECK: store float 2.000000e+00, ptr %tmp.private
; CHECK: urem i64 %{{.*}}, 12
; CHECK: store float 3.0
define spir_kernel void @constant(ptr addrspace(1) %tmp, i64 %i, ptr addrspace(1) %other) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !1 !sycl.kernel.promote.elemsize !2 {
  %b = getelementptr [3 x float], ptr addrspace(1) %tmp, i64 %i
  %c = getelementptr float, ptr addrspace(1) %b, i64 -2
  store float 1.0, ptr addrspace(1) %c, align 4
  store float 2.0, ptr addrspace(1) %b, align 4
  %j = load i64, ptr addrspace(1) %other
  %a = getelementptr float, ptr addrspace(1) %b, i64 %j
  store float 3.0, ptr addrspace(1) %a, align 4
  ret void
}

!0 = !{!"private", !"none", !"none"}
!1 = !{i64 3, !"", !""}
!2 = !{i64 4, !"", !""}
