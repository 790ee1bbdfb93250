; Tuples of identical arguments that share an argument are one, in whatever order they come; the first argument of all stays.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: split-file %s %t
; RUN: cat %t/kernels.ll %t/chain.ll | %opt -passes=sycl-kernel-fusion,verify -S | FileCheck-22 %s
; RUN: cat %t/kernels.ll %t/backwards.ll | %opt -passes=sycl-kernel-fusion,verify -S | FileCheck-22 %s
; RUN: cat %t/kernels.ll %t/again.ll | %opt -passes=sycl-kernel-fusion,verify -S | FileCheck-22 %s
; CHECK: define spir_kernel void @fused(ptr addrspace(1) %k0.a, ptr addrspace(1) %k0.b, ptr addrspace(1) %k1.a, ptr addrspace(1) %k2.b)
; CHECK: load i32, ptr addrspace(1) %k0.a
; CHECK: store i32 {{.*}}, ptr addrspace(1) %k0.b
; CHECK: load i32, ptr addrspace(1) %k1.a
; CHECK: store i32 {{.*}}, ptr addrspace(1) %k0.a
; CHECK: load i32, ptr addrspace(1) %k0.a
; CHECK: store i32 {{.*}}, ptr addrspace(1) %k2.b
;--- kernels.ll
target triple = "spir64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %b) {
  %v = load i32, ptr addrspace(1) %a
  %w = add i32 %v, 1
  store i32 %w, ptr addrspace(1) %b
  ret void
}
declare !sycl.kernel.fused !0 !sycl.kernel.param !2 void @fused()
!0 = !{!"fused", !1}
!1 = !{!"k", !"k", !"k"}
;--- chain.ll
!2 = !{!{!{i64 0, i64 0}, !{i64 1, i64 1}}, !{!{i64 1, i64 1}, !{i64 2, i64 0}}}
;--- backwards.ll
!2 = !{!{!{i64 2, i64 0}, !{i64 1, i64 1}}, !{!{i64 0, i64 0}, !{i64 2, i64 0}}}
;--- again.ll
!2 = !{!{!{i64 0, i64 0}, !{i64 1, i64 1}, !{i64 2, i64 0}}, !{!{i64 1, i64 1}, !{i64 0, i64 0}}}
