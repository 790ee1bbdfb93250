; A module without a stub, or with two, is an error.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: split-file %s %t
; RUN: not %opt -passes=sycl-fuse-region -disable-output %t/none.ll 2>&1 | FileCheck-22 %s --check-prefix=NONE
; RUN: not %opt -passes=sycl-fuse-region -disable-output %t/two.ll 2>&1 | FileCheck-22 %s --check-prefix=TWO
; NONE: error: invalid metadata 'sycl.kernel.fused' on '{{.*}}none.ll': the module has no stub [SF3011]
; TWO: error: invalid metadata 'sycl.kernel.fused' on 'b': the module has two stubs [SF3011]
;--- none.ll
define spir_kernel void @k() {
  ret void
}
;--- two.ll
declare !sycl.kernel.fused !0 void @a()
declare !sycl.kernel.fused !0 void @b()
!0 = !{!"fused", !{!"k"}}
