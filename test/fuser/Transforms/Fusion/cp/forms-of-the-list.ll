; Constants as a list of pairs, of indices and bytes in turns, or of a string for each argument: the same kernel comes of all.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: split-file %s %t
; RUN: cat %t/kernel.ll %t/pairs.ll | %opt -passes=sycl-cp,verify -S | FileCheck-22 %s
; RUN: cat %t/kernel.ll %t/in-turns.ll | %opt -passes=sycl-cp,verify -S | FileCheck-22 %s
; RUN: cat %t/kernel.ll %t/by-place.ll | %opt -passes=sycl-cp,verify -S | FileCheck-22 %s
; RUN: cat %t/kernel.ll %t/odd.ll | not %opt -passes=sycl-cp -disable-output 2>&1 | FileCheck-22 %s --check-prefix=ERROR
; RUN: cat %t/kernel.ll %t/too-many.ll | not %opt -passes=sycl-cp -disable-output 2>&1 | FileCheck-22 %s --check-prefix=MANY
; CHECK: define spir_kernel void @k(ptr addrspace(1) %p) !sycl_kernel_omit_args [[OMITTED:![0-9]+]] {
; CHECK-NEXT: store i32 -5, ptr addrspace(1) %p
; CHECK-NEXT: store i1 true, ptr addrspace(1) %p
; CHECK: [[OMITTED]] = !{i1 true, i1 true, i1 false, i1 true}
; ERROR: error: invalid metadata 'sycl.kernel.constants' on 'k': needed is a list of {argument, bytes} [SF3011]
; MANY: error: invalid metadata 'sycl.kernel.constants' on 'k': there is no argument 3 [SF3011]
;--- kernel.ll
target triple = "spir64-unknown-unknown"
define spir_kernel void @k(i32 %x, ptr addrspace(1) %p, i1 %b) !sycl.kernel.constants !0 !sycl_kernel_omit_args !1 {
  store i32 %x, ptr addrspace(1) %p
  store i1 %b, ptr addrspace(1) %p
  ret void
}
!1 = !{i1 true, i1 false, i1 false, i1 false}
;--- pairs.ll
!0 = !{!{i32 0, !"\FB\FF\FF\FF"}, !{i32 2, !"\01"}}
;--- in-turns.ll
!0 = !{i32 0, !"\FB\FF\FF\FF", i32 2, !"\01"}
;--- by-place.ll
!0 = !{!"\FB\FF\FF\FF", !"", !"\01"}
;--- odd.ll
!0 = !{i32 0, !"\FB\FF\FF\FF", i32 2}
;--- too-many.ll
!0 = !{!"\FB\FF\FF\FF", !"", !"\01", !"\01"}
