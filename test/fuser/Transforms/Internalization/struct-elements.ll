; Elements with fields: the place within the element stays, also for byte-typed addresses and arrays in the element.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes=sycl-internalization,verify -S %s | FileCheck-22 %s
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"

%item = type { float, [2 x i32], float }

; CHECK: define spir_kernel void @fields(
; CHECK: %[[X:.*]] = getelementptr inbounds {{.*}}i8, ptr %tmp.private, i64 12
; CHECK: store float 1.000000e+00, ptr %[[X]], align 4
; CHECK: %[[Y:.*]] = getelementptr inbounds {{.*}}i8, ptr %tmp.private, i64 12
; CHECK: load float, ptr %[[Y]], align 4
; CHECK: urem i64 %{{.*}}, 16
; CHECK: store i32 2, {{.*}} align 4
define spir_kernel void @fields(ptr addrspace(1) %tmp, i64 %i, ptr addrspace(1) %other) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !1 !sycl.kernel.promote.elemsize !2 {
  %x = getelementptr %item, ptr addrspace(1) %tmp, i64 %i, i32 2
  store float 1.0, ptr addrspace(1) %x, align 4
  %e = getelementptr %item, ptr addrspace(1) %tmp, i64 %i
  %y = getelementptr i8, ptr addrspace(1) %e, i64 12
  %v = load float, ptr addrspace(1) %y, align 4
  %z = getelementptr %item, ptr addrspace(1) %tmp, i64 %i, i32 1, i64 %i
  store i32 2, ptr addrspace(1) %z, align 4
  store float %v, ptr addrspace(1) %other
  ret void
}

; CHECK: define spir_kernel void @copies(
; CHECK: call void @llvm.memset.p0.i64(ptr align 16 %tmp.private, i8 0, i64 16, i1 false)
; CHECK: call void @llvm.memcpy.p0.p1.i64(ptr align 4 %tmp.private, ptr addrspace(1) align 4 %other, i64 16, i1 false)
; CHECK: call void @llvm.memmove.p0.p0.i64(ptr align 4 %tmp.private, ptr align 4 %tmp.private, i64 16, i1 false)
define spir_kernel void @copies(ptr addrspace(1) %tmp, i64 %i, ptr addrspace(1) %other) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !1 !sycl.kernel.promote.elemsize !2 {
  %e = getelementptr %item, ptr addrspace(1) %tmp, i64 %i
  call void @llvm.memset.p1.i64(ptr addrspace(1) align 16 %e, i8 0, i64 16, i1 false)
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 4 %e, ptr addrspace(1) align 4 %other, i64 16, i1 false)
  %f = getelementptr %item, ptr addrspace(1) %tmp, i64 0
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 4 %f, ptr addrspace(1) align 4 %e, i64 16, i1 false)
  ret void
}

!0 = !{!"private", !"none", !"none"}
!1 = !{i64 1, !"", !""}
!2 = !{i64 16, !"", !""}
