; Several elements per work-item: the access at offset x goes to x % size, computed once over the whole chain of addresses.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes=sycl-internalization,verify -S %s | FileCheck-22 %s
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"

; CHECK: define spir_kernel void @chain(i64 %i, ptr addrspace(1) %other) {
; CHECK: %tmp.private = alloca [12 x i8], align 4
; CHECK: %[[A:.*]] = mul i64 %i, 4
; CHECK: %[[B:.*]] = add i64 %{{.*}}, -4
; CHECK: %[[R:.*]] = urem i64 %[[B]], 12
; CHECK: %[[AT:.*]] = getelementptr inbounds i8, ptr %tmp.private, i64 %[[R]]
; CHECK: store float 1.000000e+00, ptr %[[AT]], align 4
; CHECK: urem i64 %{{.*}}, 12
; CHECK: load float
define spir_kernel void @chain(ptr addrspace(1) %tmp, i64 %i, ptr addrspace(1) %other) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !1 !sycl.kernel.promote.elemsize !2 {
  %a = getelementptr float, ptr addrspace(1) %tmp, i64 %i
  %b = getelementptr float, ptr addrspace(1) %a, i64 -1
  store float 1.0, ptr addrspace(1) %b, align 4
  %c = load float, ptr addrspace(1) %a, align 4
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
  %scaled = mul i64 %i, 12
  %a = getelementptr i8, ptr addrspace(1) %tmp, i64 %scaled
  %b = getelementptr [3 x float], ptr addrspace(1) %tmp, i64 %i
  %c = getelementptr float, ptr addrspace(1) %b, i64 -2
  store float 1.0, ptr addrspace(1) %c, align 4
  store float 2.0, ptr addrspace(1) %b, align 4
  store float 3.0, ptr addrspace(1) %a, align 4
  ret void
}

!0 = !{!"private", !"none", !"none"}
!1 = !{i64 3, !"", !""}
!2 = !{i64 4, !"", !""}
