; Kernels are inlined in order, identical arguments are elided, sources are composed, the stub is gone and the kernels stay.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes=sycl-kernel-fusion,verify -S %s | FileCheck-22 %s
; RUN: %opt -passes=sycl-kernel-fusion,sycl-kernel-fusion -S %s | FileCheck-22 %s
target triple = "spirv64-unknown-unknown"

define spir_kernel void @double(ptr addrspace(1) noalias readonly %in, ptr addrspace(1) noalias writeonly %out) !sycl.kernel.arguments !10 {
  %x = load float, ptr addrspace(1) %in, !invariant.load !9
  %y = fadd float %x, %x
  store float %y, ptr addrspace(1) %out
  ret void
}

define spir_kernel void @add(ptr addrspace(1) %a, float %b, ptr addrspace(1) %sum) !sycl.kernel.arguments !20 {
  %x = load float, ptr addrspace(1) %a
  %y = fadd float %x, %b
  store float %y, ptr addrspace(1) %sum
  ret void
}

; What one kernel promises about an argument does not hold for the other: no noalias, no invariant loads.
; CHECK-NOT: @stub
; CHECK: define spir_kernel void @add(
; CHECK: define spir_kernel void @fused(ptr addrspace(1) %k0.in, ptr addrspace(1) %k0.out, float %k1.b, ptr addrspace(1) %k1.sum, float %k2.b, ptr addrspace(1) %k2.sum)
; CHECK-SAME: !sycl.kernel.arguments [[SOURCES:![0-9]+]]
; CHECK-NOT: invariant
; CHECK: load float, ptr addrspace(1) %k0.in
; CHECK: store float %{{.*}}, ptr addrspace(1) %k0.out
; CHECK: call spir_func void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 776) [[CONVERGENT:#[0-9]+]]
; CHECK: load float, ptr addrspace(1) %k0.out
; CHECK: store float %{{.*}}, ptr addrspace(1) %k1.sum
; CHECK: call spir_func void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 776)
; CHECK: load float, ptr addrspace(1) %k1.sum
; CHECK: fadd float %{{.*}}, %k2.b
; CHECK: store float %{{.*}}, ptr addrspace(1) %k2.sum
; CHECK-NEXT: ret void
; CHECK-NOT: @stub
; CHECK: attributes [[CONVERGENT]] = { convergent }
declare !sycl.kernel.fused !0 !sycl.kernel.param !2 void @stub()

!0 = !{!"fused", !1}
!1 = !{!"double", !"add", !"add"}
!2 = !{!3, !4}
!3 = !{!{i64 1, i64 0}, !{i64 0, i64 1}}
!4 = !{!{i64 1, i64 2}, !{i64 2, i64 0}}
!9 = !{}
!10 = !{!{i32 0, i32 0, i32 0, i32 8}, !{i32 0, i32 0, i32 40, i32 8}}
!20 = !{!{i32 0, i32 0, i32 0, i32 8}, !{i32 0, i32 0, i32 8, i32 4}, !{i32 0, i32 0, i32 16, i32 8}}
; CHECK-DAG: [[SOURCES]] = !{[[A:![0-9]+]], [[B:![0-9]+]], [[C:![0-9]+]], [[D:![0-9]+]], [[E:![0-9]+]], [[F:![0-9]+]]}
; CHECK-DAG: [[A]] = !{i32 0, i32 0, i32 0, i32 8}
; CHECK-DAG: [[B]] = !{i32 0, i32 0, i32 40, i32 8}
; CHECK-DAG: [[C]] = !{i32 0, i32 1, i32 8, i32 4}
; CHECK-DAG: [[D]] = !{i32 0, i32 1, i32 16, i32 8}
; CHECK-DAG: [[E]] = !{i32 0, i32 2, i32 8, i32 4}
; CHECK-DAG: [[F]] = !{i32 0, i32 2, i32 16, i32 8}
