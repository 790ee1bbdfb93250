; What is no pointer to global memory is not promoted, nor what the compiler finds no place for; neither is silent.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes=sycl-internalization,verify -pass-remarks-missed=sycl-internalization -S %s 2>&1 | FileCheck-22 %s
; CHECK-NOT: 'tmp'
; CHECK: remark: {{.*}}argument 'x' of 'k' is not internalized: it is no pointer to global memory [SF3015]
; CHECK: remark: {{.*}}argument '2' of 'k' is not internalized: it is no pointer to global memory [SF3015]
; CHECK: remark: {{.*}}argument 'a' of 'k' stays in global memory: the compiler cannot tell where in private memory its elements go [SF3028]
; CHECK: define spir_kernel void @k(ptr addrspace(3) noundef align 1 %tmp, i64 %x, ptr byval(i64) %0, ptr addrspace(1) %a)
define spir_kernel void @k(ptr addrspace(1) %tmp, i64 %x, ptr byval(i64) %0, ptr addrspace(1) %a) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !1 !sycl.kernel.promote.elemsize !1 {
  ret void
}
!0 = !{!"local", !"private", !"private", !"automatic"}
!1 = !{i64 4, i64 4, i64 4, i64 4}
