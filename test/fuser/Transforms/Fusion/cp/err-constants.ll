; Constants that do not fit their argument are errors; the kernel stays as it is.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: split-file %s %t
; RUN: not %opt -passes=sycl-cp -disable-output %t/short.ll 2>&1 | FileCheck-22 %s --check-prefix=SHORT
; RUN: not %opt -passes=sycl-cp -disable-output %t/long.ll 2>&1 | FileCheck-22 %s --check-prefix=LONG
; RUN: not %opt -passes=sycl-cp -disable-output %t/pointer.ll 2>&1 | FileCheck-22 %s --check-prefix=POINTER
; RUN: not %opt -passes=sycl-cp -disable-output %t/index.ll 2>&1 | FileCheck-22 %s --check-prefix=INDEX
; RUN: not %opt -passes=sycl-cp -disable-output %t/twice.ll 2>&1 | FileCheck-22 %s --check-prefix=TWICE
; RUN: not %opt -passes=sycl-cp -disable-output %t/form.ll 2>&1 | FileCheck-22 %s --check-prefix=FORM
; SHORT: error: constant for argument 0 of 'k': 2 bytes are given, needed: 4 [SF3018]
; LONG: error: constant for argument 0 of 'k': 5 bytes are given, needed: 4 [SF3018]
; POINTER: error: constant for argument 1 of 'k': it holds a pointer other than null, or a type without constants [SF3018]
; INDEX: error: invalid metadata 'sycl.kernel.constants' on 'k': there is no argument 2 [SF3011]
; TWICE: error: invalid metadata 'sycl.kernel.constants' on 'k': argument 0 is listed twice [SF3011]
; FORM: error: invalid metadata 'sycl.kernel.constants' on 'k': needed is a list of {argument, bytes} [SF3011]
;--- short.ll
define spir_kernel void @k(i32 %x, ptr addrspace(1) %p) !sycl.kernel.constants !0 {
  ret void
}
!0 = !{!{i32 0, !"ab"}}
;--- long.ll
define spir_kernel void @k(i32 %x, ptr addrspace(1) %p) !sycl.kernel.constants !0 {
  ret void
}
!0 = !{!{i32 0, !"abcde"}}
;--- pointer.ll
define spir_kernel void @k(i32 %x, ptr addrspace(1) %p) !sycl.kernel.constants !0 {
  ret void
}
!0 = !{!{i32 1, !"abcdefgh"}}
;--- index.ll
define spir_kernel void @k(i32 %x, ptr addrspace(1) %p) !sycl.kernel.constants !0 {
  ret void
}
!0 = !{!{i32 2, !"abcd"}}
;--- twice.ll
define spir_kernel void @k(i32 %x, ptr addrspace(1) %p) !sycl.kernel.constants !0 {
  ret void
}
!0 = !{!{i32 0, !"abcd"}, !{i32 0, !"abcd"}}
;--- form.ll
define spir_kernel void @k(i32 %x, ptr addrspace(1) %p) !sycl.kernel.constants !0 {
  ret void
}
!0 = !{!{i32 0}}
