; Malformed metadata is an error that says what is wrong with which metadata; nothing asserts.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: split-file %s %t
; RUN: not %opt -passes=sycl-kernel-fusion -disable-output %t/no-list.ll 2>&1 | FileCheck-22 %s --check-prefix=NO-LIST
; RUN: not %opt -passes=sycl-kernel-fusion -disable-output %t/name-not-string.ll 2>&1 | FileCheck-22 %s --check-prefix=NAME-NOT-STRING
; RUN: not %opt -passes=sycl-kernel-fusion -disable-output %t/empty-list.ll 2>&1 | FileCheck-22 %s --check-prefix=EMPTY-LIST
; RUN: not %opt -passes=sycl-kernel-fusion -disable-output %t/kernel-not-string.ll 2>&1 | FileCheck-22 %s --check-prefix=KERNEL-NOT-STRING
; RUN: not %opt -passes=sycl-kernel-fusion -disable-output %t/name-taken.ll 2>&1 | FileCheck-22 %s --check-prefix=NAME-TAKEN
; RUN: not %opt -passes=sycl-kernel-fusion -disable-output %t/param-not-tuples.ll 2>&1 | FileCheck-22 %s --check-prefix=PARAM-NOT-TUPLES
; RUN: not %opt -passes=sycl-kernel-fusion -disable-output %t/param-not-pair.ll 2>&1 | FileCheck-22 %s --check-prefix=PARAM-NOT-PAIR
; RUN: not %opt -passes=sycl-kernel-fusion -disable-output %t/param-kernel-range.ll 2>&1 | FileCheck-22 %s --check-prefix=PARAM-KERNEL-RANGE
; RUN: not %opt -passes=sycl-kernel-fusion -disable-output %t/param-argument-range.ll 2>&1 | FileCheck-22 %s --check-prefix=PARAM-ARGUMENT-RANGE
; RUN: not %opt -passes=sycl-kernel-fusion -disable-output %t/param-single.ll 2>&1 | FileCheck-22 %s --check-prefix=PARAM-SINGLE
; RUN: not %opt -passes=sycl-kernel-fusion -disable-output %t/param-twice.ll 2>&1 | FileCheck-22 %s --check-prefix=PARAM-TWICE
; RUN: not %opt -passes=sycl-kernel-fusion -disable-output %t/param-types.ll 2>&1 | FileCheck-22 %s --check-prefix=PARAM-TYPES
; RUN: not %opt -passes=sycl-kernel-fusion -disable-output %t/promote-count.ll 2>&1 | FileCheck-22 %s --check-prefix=PROMOTE-COUNT
; RUN: not %opt -passes=sycl-kernel-fusion -disable-output %t/promote-kind.ll 2>&1 | FileCheck-22 %s --check-prefix=PROMOTE-KIND
; RUN: not %opt -passes=sycl-kernel-fusion -disable-output %t/promote-no-size.ll 2>&1 | FileCheck-22 %s --check-prefix=PROMOTE-NO-SIZE
; RUN: not %opt -passes=sycl-kernel-fusion -disable-output %t/promote-zero.ll 2>&1 | FileCheck-22 %s --check-prefix=PROMOTE-ZERO
; RUN: not %opt -passes=sycl-kernel-fusion -disable-output %t/promote-elem.ll 2>&1 | FileCheck-22 %s --check-prefix=PROMOTE-ELEM
; RUN: not %opt -passes=sycl-kernel-fusion -disable-output %t/promote-huge.ll 2>&1 | FileCheck-22 %s --check-prefix=PROMOTE-HUGE
; RUN: not %opt -passes=sycl-kernel-fusion -disable-output %t/constants-form.ll 2>&1 | FileCheck-22 %s --check-prefix=CONSTANTS-FORM
; RUN: not %opt -passes=sycl-kernel-fusion -disable-output %t/constants-index.ll 2>&1 | FileCheck-22 %s --check-prefix=CONSTANTS-INDEX
; RUN: not %opt -passes=sycl-kernel-fusion -disable-output %t/range-form.ll 2>&1 | FileCheck-22 %s --check-prefix=RANGE-FORM
; RUN: not %opt -passes=sycl-kernel-fusion -disable-output %t/range-triple.ll 2>&1 | FileCheck-22 %s --check-prefix=RANGE-TRIPLE
; RUN: not %opt -passes=sycl-kernel-fusion -disable-output %t/ranges-count.ll 2>&1 | FileCheck-22 %s --check-prefix=RANGES-COUNT
; RUN: not %opt -passes=sycl-kernel-fusion -disable-output %t/ranges-form.ll 2>&1 | FileCheck-22 %s --check-prefix=RANGES-FORM
; RUN: not %opt -passes=sycl-kernel-fusion -disable-output %t/arguments-count.ll 2>&1 | FileCheck-22 %s --check-prefix=ARGUMENTS-COUNT
; RUN: not %opt -passes=sycl-kernel-fusion -disable-output %t/arguments-form.ll 2>&1 | FileCheck-22 %s --check-prefix=ARGUMENTS-FORM
; NO-LIST: error: invalid metadata 'sycl.kernel.fused' on 'stub': needed is {name, {kernel, ...}} [SF3011]
; NAME-NOT-STRING: error: invalid metadata 'sycl.kernel.fused' on 'stub': needed is {name, {kernel, ...}} [SF3011]
; EMPTY-LIST: error: invalid metadata 'sycl.kernel.fused' on 'stub': the list of kernels is empty [SF3011]
; KERNEL-NOT-STRING: error: invalid metadata 'sycl.kernel.fused' on 'stub': kernel 1 is not a string [SF3011]
; NAME-TAKEN: error: invalid metadata 'sycl.kernel.fused' on 'stub': the module already has a symbol 'k' [SF3011]
; PARAM-NOT-TUPLES: error: invalid metadata 'sycl.kernel.param' on 'stub': needed is a list of tuples of {kernel, argument} [SF3011]
; PARAM-NOT-PAIR: error: invalid metadata 'sycl.kernel.param' on 'stub': needed is a list of tuples of {kernel, argument} [SF3011]
; PARAM-KERNEL-RANGE: error: invalid metadata 'sycl.kernel.param' on 'stub': there is no argument 0 of kernel 7 [SF3011]
; PARAM-ARGUMENT-RANGE: error: invalid metadata 'sycl.kernel.param' on 'stub': there is no argument 5 of kernel 1 [SF3011]
; PARAM-SINGLE: error: invalid metadata 'sycl.kernel.param' on 'stub': a tuple has less than two arguments [SF3011]
; PARAM-TWICE: error: invalid metadata 'sycl.kernel.param' on 'stub': argument 0 of kernel 0 is listed twice [SF3011]
; PARAM-TYPES: error: invalid metadata 'sycl.kernel.param' on 'stub': argument 1 of kernel 1 is declared identical to one of another type [SF3011]
; PROMOTE-COUNT: error: invalid metadata 'sycl.kernel.promote' on 'stub': 1 entries for 4 arguments [SF3011]
; PROMOTE-KIND: error: invalid metadata 'sycl.kernel.promote' on 'stub': entry 0 is not "none", "private", "local" or "automatic" [SF3011]
; PROMOTE-NO-SIZE: error: invalid metadata 'sycl.kernel.promote.localsize' on 'stub': needed is one entry for each of 1 arguments [SF3011]
; PROMOTE-ZERO: error: invalid metadata 'sycl.kernel.promote.localsize' on 'stub': entry 0 of a promoted argument is not a positive integer [SF3011]
; PROMOTE-ELEM: error: invalid metadata 'sycl.kernel.promote.elemsize' on 'stub': entry 0 of a promoted argument is not a positive integer [SF3011]
; PROMOTE-HUGE: error: invalid metadata 'sycl.kernel.promote.localsize' on 'stub': entry 0 is more than 1 GiB [SF3011]
; CONSTANTS-FORM: error: invalid metadata 'sycl.kernel.constants' on 'stub': needed is a list of {argument, bytes} [SF3011]
; CONSTANTS-INDEX: error: invalid metadata 'sycl.kernel.constants' on 'stub': there is no argument 4 [SF3011]
; RANGE-FORM: error: invalid metadata 'sycl.kernel.nd-range' on 'stub': needed is {dimensions, {global}, {local}, {offset}}, three sizes each [SF3011]
; RANGE-TRIPLE: error: invalid metadata 'sycl.kernel.nd-range' on 'stub': needed is {dimensions, {global}, {local}, {offset}}, three sizes each [SF3011]
; RANGES-COUNT: error: invalid metadata 'sycl.kernel.nd-ranges' on 'stub': 1 entries for 2 kernels [SF3011]
; RANGES-FORM: error: invalid metadata 'sycl.kernel.nd-ranges' on 'stub': entry 0 is no ND-range [SF3011]
; ARGUMENTS-COUNT: error: invalid metadata 'sycl.kernel.arguments' on 'k': 1 entries for 2 arguments [SF3011]
; ARGUMENTS-FORM: error: invalid metadata 'sycl.kernel.arguments' on 'k': entry 0 is not {source, submission, offset, size} [SF3011]
;--- no-list.ll
define spir_kernel void @k(ptr addrspace(1) %p, i32 %x) {
  ret void
}
declare !sycl.kernel.fused !0 void @stub()
!0 = !{!"fused"}
!1 = !{!"k", !"k"}
!9 = !{}
;--- name-not-string.ll
define spir_kernel void @k(ptr addrspace(1) %p, i32 %x) {
  ret void
}
declare !sycl.kernel.fused !0 void @stub()
!0 = !{i32 1, !1}
!1 = !{!"k", !"k"}
!9 = !{}
;--- empty-list.ll
define spir_kernel void @k(ptr addrspace(1) %p, i32 %x) {
  ret void
}
declare !sycl.kernel.fused !0 void @stub()
!0 = !{!"fused", !9}
!1 = !{!"k", !"k"}
!9 = !{}
;--- kernel-not-string.ll
define spir_kernel void @k(ptr addrspace(1) %p, i32 %x) {
  ret void
}
declare !sycl.kernel.fused !0 void @stub()
!0 = !{!"fused", !{!"k", null}}
!1 = !{!"k", !"k"}
!9 = !{}
;--- name-taken.ll
define spir_kernel void @k(ptr addrspace(1) %p, i32 %x) {
  ret void
}
declare !sycl.kernel.fused !0 void @stub()
!0 = !{!"k", !1}
!1 = !{!"k", !"k"}
!9 = !{}
;--- param-not-tuples.ll
define spir_kernel void @k(ptr addrspace(1) %p, i32 %x) {
  ret void
}
declare !sycl.kernel.fused !0 !sycl.kernel.param !20 void @stub()
!0 = !{!"fused", !1}
!1 = !{!"k", !"k"}
!9 = !{}
!20 = !{i32 1}
;--- param-not-pair.ll
define spir_kernel void @k(ptr addrspace(1) %p, i32 %x) {
  ret void
}
declare !sycl.kernel.fused !0 !sycl.kernel.param !20 void @stub()
!0 = !{!"fused", !1}
!1 = !{!"k", !"k"}
!9 = !{}
!20 = !{!{!{i64 0}, !{i64 1, i64 0}}}
;--- param-kernel-range.ll
define spir_kernel void @k(ptr addrspace(1) %p, i32 %x) {
  ret void
}
declare !sycl.kernel.fused !0 !sycl.kernel.param !20 void @stub()
!0 = !{!"fused", !1}
!1 = !{!"k", !"k"}
!9 = !{}
!20 = !{!{!{i64 0, i64 0}, !{i64 7, i64 0}}}
;--- param-argument-range.ll
define spir_kernel void @k(ptr addrspace(1) %p, i32 %x) {
  ret void
}
declare !sycl.kernel.fused !0 !sycl.kernel.param !20 void @stub()
!0 = !{!"fused", !1}
!1 = !{!"k", !"k"}
!9 = !{}
!20 = !{!{!{i64 0, i64 0}, !{i64 1, i64 5}}}
;--- param-single.ll
define spir_kernel void @k(ptr addrspace(1) %p, i32 %x) {
  ret void
}
declare !sycl.kernel.fused !0 !sycl.kernel.param !20 void @stub()
!0 = !{!"fused", !1}
!1 = !{!"k", !"k"}
!9 = !{}
!20 = !{!{!{i64 0, i64 0}}}
;--- param-twice.ll
define spir_kernel void @k(ptr addrspace(1) %p, i32 %x) {
  ret void
}
declare !sycl.kernel.fused !0 !sycl.kernel.param !20 void @stub()
!0 = !{!"fused", !1}
!1 = !{!"k", !"k"}
!9 = !{}
!20 = !{!{!{i64 0, i64 0}, !{i64 1, i64 0}, !{i64 0, i64 0}}}
;--- param-types.ll
define spir_kernel void @k(ptr addrspace(1) %p, i32 %x) {
  ret void
}
declare !sycl.kernel.fused !0 !sycl.kernel.param !20 void @stub()
!0 = !{!"fused", !1}
!1 = !{!"k", !"k"}
!9 = !{}
!20 = !{!{!{i64 0, i64 0}, !{i64 1, i64 1}}}
;--- promote-count.ll
define spir_kernel void @k(ptr addrspace(1) %p, i32 %x) {
  ret void
}
declare !sycl.kernel.fused !0 !sycl.kernel.promote !20 void @stub()
!0 = !{!"fused", !1}
!1 = !{!"k", !"k"}
!9 = !{}
!20 = !{!"none"}
;--- promote-kind.ll
define spir_kernel void @k(ptr addrspace(1) %p, i32 %x) {
  ret void
}
declare !sycl.kernel.fused !0 !sycl.kernel.promote !20 void @stub()
!0 = !{!"fused", !1}
!1 = !{!"k", !"k"}
!9 = !{}
!20 = !{!"global"}
;--- promote-no-size.ll
define spir_kernel void @k(ptr addrspace(1) %p, i32 %x) {
  ret void
}
declare !sycl.kernel.fused !0 !sycl.kernel.promote !20 void @stub()
!0 = !{!"fused", !1}
!1 = !{!"k", !"k"}
!9 = !{}
!20 = !{!"private"}
;--- promote-zero.ll
define spir_kernel void @k(ptr addrspace(1) %p, i32 %x) {
  ret void
}
declare !sycl.kernel.fused !0 !sycl.kernel.promote !20 !sycl.kernel.promote.localsize !21 void @stub()
!0 = !{!"fused", !1}
!1 = !{!"k", !"k"}
!9 = !{}
!20 = !{!"private"}
!21 = !{i64 0}
;--- promote-elem.ll
define spir_kernel void @k(ptr addrspace(1) %p, i32 %x) {
  ret void
}
declare !sycl.kernel.fused !0 !sycl.kernel.promote !20 !sycl.kernel.promote.localsize !21 !sycl.kernel.promote.elemsize !22 void @stub()
!0 = !{!"fused", !1}
!1 = !{!"k", !"k"}
!9 = !{}
!20 = !{!"private"}
!21 = !{i64 1}
!22 = !{!"4"}
;--- promote-huge.ll
define spir_kernel void @k(ptr addrspace(1) %p, i32 %x) {
  ret void
}
declare !sycl.kernel.fused !0 !sycl.kernel.promote !20 !sycl.kernel.promote.localsize !21 !sycl.kernel.promote.elemsize !22 void @stub()
!0 = !{!"fused", !1}
!1 = !{!"k", !"k"}
!9 = !{}
!20 = !{!"private"}
!21 = !{i64 -1}
!22 = !{i64 4}
;--- constants-form.ll
define spir_kernel void @k(ptr addrspace(1) %p, i32 %x) {
  ret void
}
declare !sycl.kernel.fused !0 !sycl.kernel.constants !20 void @stub()
!0 = !{!"fused", !1}
!1 = !{!"k", !"k"}
!9 = !{}
!20 = !{!{i64 0, i64 0}}
;--- constants-index.ll
define spir_kernel void @k(ptr addrspace(1) %p, i32 %x) {
  ret void
}
declare !sycl.kernel.fused !0 !sycl.kernel.constants !20 void @stub()
!0 = !{!"fused", !1}
!1 = !{!"k", !"k"}
!9 = !{}
!20 = !{!{i64 4, !"abcd"}}
;--- range-form.ll
define spir_kernel void @k(ptr addrspace(1) %p, i32 %x) {
  ret void
}
declare !sycl.kernel.fused !0 !sycl.kernel.nd-range !20 void @stub()
!0 = !{!"fused", !1}
!1 = !{!"k", !"k"}
!9 = !{}
!20 = !{i32 4, !{i64 1, i64 0, i64 0}, !{i64 1, i64 0, i64 0}, !{i64 0, i64 0, i64 0}}
;--- range-triple.ll
define spir_kernel void @k(ptr addrspace(1) %p, i32 %x) {
  ret void
}
declare !sycl.kernel.fused !0 !sycl.kernel.nd-range !20 void @stub()
!0 = !{!"fused", !1}
!1 = !{!"k", !"k"}
!9 = !{}
!20 = !{i32 1, !{i64 1}, !{i64 1, i64 0, i64 0}, !{i64 0, i64 0, i64 0}}
;--- ranges-count.ll
define spir_kernel void @k(ptr addrspace(1) %p, i32 %x) {
  ret void
}
declare !sycl.kernel.fused !0 !sycl.kernel.nd-ranges !20 void @stub()
!0 = !{!"fused", !1}
!1 = !{!"k", !"k"}
!9 = !{}
!20 = !{!{i32 1, !{i64 1, i64 0, i64 0}, !{i64 1, i64 0, i64 0}, !{i64 0, i64 0, i64 0}}}
;--- ranges-form.ll
define spir_kernel void @k(ptr addrspace(1) %p, i32 %x) {
  ret void
}
declare !sycl.kernel.fused !0 !sycl.kernel.nd-ranges !20 void @stub()
!0 = !{!"fused", !1}
!1 = !{!"k", !"k"}
!9 = !{}
!20 = !{null, null}
;--- arguments-count.ll
define spir_kernel void @k(ptr addrspace(1) %p, i32 %x) !sycl.kernel.arguments !20 {
  ret void
}
declare !sycl.kernel.fused !0 void @stub()
!0 = !{!"fused", !1}
!1 = !{!"k", !"k"}
!9 = !{}
!20 = !{!{i32 0, i32 0, i32 0, i32 8}}
;--- arguments-form.ll
define spir_kernel void @k(ptr addrspace(1) %p, i32 %x) !sycl.kernel.arguments !20 {
  ret void
}
declare !sycl.kernel.fused !0 void @stub()
!0 = !{!"fused", !1}
!1 = !{!"k", !"k"}
!9 = !{}
!20 = !{!{i32 9, i32 0, i32 0, i32 8}, null}
