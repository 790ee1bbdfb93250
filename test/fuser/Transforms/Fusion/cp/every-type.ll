; Bytes become values of every first-class type: numbers of any width, vectors down to bits, null pointers, nested aggregates.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes=sycl-cp,verify -S %s | FileCheck-22 %s
; RUN: %opt -passes=sycl-cp,sycl-cp,verify -S %s | FileCheck-22 %s
; CHECK: @k.constant = internal addrspace(1) constant { i8, [2 x half] } { i8 7, [2 x half] [half 0xH3C00, half 0xH4000] }, align 4
; CHECK: define spir_kernel void @k(ptr addrspace(1) %out) {
; CHECK: %constant = alloca { i8, [2 x half] }, align 4
; CHECK: store i128 18446744073709551617, ptr addrspace(1) %out
; CHECK: store bfloat {{.*}}, ptr addrspace(1) %out
; CHECK: store <4 x i1> <i1 true, i1 false, i1 true, i1 false>, ptr addrspace(1) %out
; CHECK: store <2 x half> <half 0xH3C00, half 0xH4000>, ptr addrspace(1) %out
; CHECK: store ptr addrspace(1) null, ptr addrspace(1) %out
; CHECK: store i17 -65535, ptr addrspace(1) %out
; CHECK: store { i16, [2 x i8] } { i16 513, [2 x i8] c"\03\04" }, ptr addrspace(1) %out
; CHECK: load i8, ptr %constant
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(i128 %wide, bfloat %b, <4 x i1> %bits, <2 x half> %halves, ptr addrspace(1) %null, i17 %odd, { i16, [2 x i8] } %pair, ptr byval({ i8, [2 x half] }) align 4 %aggregate, ptr addrspace(1) %out) !sycl.kernel.constants !0 {
  store i128 %wide, ptr addrspace(1) %out
  store bfloat %b, ptr addrspace(1) %out
  store <4 x i1> %bits, ptr addrspace(1) %out
  store <2 x half> %halves, ptr addrspace(1) %out
  store ptr addrspace(1) %null, ptr addrspace(1) %out
  store i17 %odd, ptr addrspace(1) %out
  store { i16, [2 x i8] } %pair, ptr addrspace(1) %out
  %x = load i8, ptr %aggregate
  store i8 %x, ptr addrspace(1) %out
  ret void
}
!0 = !{!1, !2, !3, !4, !5, !6, !7, !8}
!1 = !{i64 0, !"\01\00\00\00\00\00\00\00\01\00\00\00\00\00\00\00"}
!2 = !{i64 1, !"\80\3F"}
!3 = !{i64 2, !"\05"}
!4 = !{i64 3, !"\00\3C\00\40"}
!5 = !{i64 4, !"\00\00\00\00\00\00\00\00"}
!6 = !{i64 5, !"\01\00\01"}
!7 = !{i64 6, !"\01\02\03\04"}
!8 = !{i64 7, !"\07\00\00\3C\00\40"}
