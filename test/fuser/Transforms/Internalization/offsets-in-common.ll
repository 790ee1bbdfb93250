; Several elements per work-item: what all offsets have in common is left out. Where nothing tells which element an access is, the argument stays in memory.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes=sycl-internalization,verify -pass-remarks-missed=sycl-internalization -S %s 2>&1 | FileCheck-22 %s
; CHECK: the compiler cannot tell where in private memory its elements go [SF3015]
; CHECK: the compiler cannot tell where in private memory its elements go [SF3015]
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"

; Two indices that have nothing in common.
; CHECK: define spir_kernel void @apart(ptr addrspace(1) %tmp, i64 %i, ptr addrspace(1) %other) {
; CHECK-NOT: alloca
; CHECK: store float 1.000000e+00, ptr addrspace(1)
define spir_kernel void @apart(ptr addrspace(1) %tmp, i64 %i, ptr addrspace(1) %other) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !1 !sycl.kernel.promote.elemsize !2 {
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

; One of the elements has an index that was loaded.
; CHECK: define spir_kernel void @loaded(ptr addrspace(1) %tmp, i64 %i, ptr addrspace(1) %other) {
; CHECK-NOT: alloca
; CHECK: store float 3.000000e+00, ptr addrspace(1)
define spir_kernel void @loaded(ptr addrspace(1) %tmp, i64 %i, ptr addrspace(1) %other) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !1 !sycl.kernel.promote.elemsize !2 {
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
