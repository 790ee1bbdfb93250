; Metadata that does not fit the function is an error.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: not %opt -passes=sycl-internalization -disable-output %s 2>&1 | FileCheck-22 %s
; CHECK: error: invalid metadata 'sycl.kernel.promote' on 'k': 1 entries for 2 arguments [SF3011]
define spir_kernel void @k(ptr addrspace(1) %tmp, i64 %x) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !1 !sycl.kernel.promote.elemsize !1 {
  ret void
}
!0 = !{!"private"}
!1 = !{i64 4}
