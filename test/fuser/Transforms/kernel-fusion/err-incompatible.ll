; Kernels that do not go together are refused: the stub stays, and opt fails with the code and both values.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: split-file %s %t
; RUN: not %opt -passes=sycl-kernel-fusion -disable-output %t/ranges.ll 2>&1 | FileCheck-22 %s --check-prefix=RANGES
; RUN: not %opt -passes=sycl-kernel-fusion -disable-output %t/local.ll 2>&1 | FileCheck-22 %s --check-prefix=LOCAL
; RUN: not %opt -passes=sycl-kernel-fusion -disable-output %t/required.ll 2>&1 | FileCheck-22 %s --check-prefix=REQUIRED
; RUN: not %opt -passes=sycl-kernel-fusion -disable-output %t/denormal.ll 2>&1 | FileCheck-22 %s --check-prefix=DENORMAL
; RUN: not %opt -passes=sycl-kernel-fusion -disable-output %t/missing.ll 2>&1 | FileCheck-22 %s --check-prefix=MISSING
; RUN: not %opt -passes=sycl-kernel-fusion -disable-output %t/inline.ll 2>&1 | FileCheck-22 %s --check-prefix=INLINE
; RANGES: error: kernel 'b' cannot be fused into 'fused': ND-range {64x8, 8x8, 0x0} differs from {64x16, 8x8, 0x0} [SF3013]
; LOCAL: error: kernel 'b' cannot be fused into 'fused': local size 4 differs from 8 [SF3012]
; REQUIRED: error: kernel 'b' cannot be fused into 'fused': reqd_work_group_size {32, 1, 1} differs from {64, 1, 1} [SF3014]
; DENORMAL: error: kernel 'b' cannot be fused into 'fused': denormal-fp-math differs from that of 'a' [SF3014]
; MISSING: error: kernel 'c' of the manifest is not in the device code of the inputs [SF3003]
; INLINE: error: kernel 'b' cannot be fused into 'fused': contains indirect branches [SF3014]
;--- ranges.ll
define spir_kernel void @a() {
  ret void
}
define spir_kernel void @b() {
  ret void
}
declare !sycl.kernel.fused !0 !sycl.kernel.nd-ranges !2 void @stub()
!0 = !{!"fused", !1}
!1 = !{!"a", !"b"}
!2 = !{!3, !4}
!3 = !{i32 2, !{i64 64, i64 16, i64 0}, !{i64 8, i64 8, i64 0}, !{i64 0, i64 0, i64 0}}
!4 = !{i32 2, !{i64 64, i64 8, i64 0}, !{i64 8, i64 8, i64 0}, !{i64 0, i64 0, i64 0}}
;--- local.ll
define spir_kernel void @a() {
  ret void
}
define spir_kernel void @b() {
  ret void
}
declare !sycl.kernel.fused !0 !sycl.kernel.nd-ranges !2 void @stub()
!0 = !{!"fused", !1}
!1 = !{!"a", !"b"}
!2 = !{!3, !4}
!3 = !{i32 1, !{i64 64, i64 0, i64 0}, !{i64 8, i64 0, i64 0}, !{i64 0, i64 0, i64 0}}
!4 = !{i32 1, !{i64 64, i64 0, i64 0}, !{i64 4, i64 0, i64 0}, !{i64 0, i64 0, i64 0}}
;--- required.ll
define spir_kernel void @a() !reqd_work_group_size !2 {
  ret void
}
define spir_kernel void @b() !reqd_work_group_size !3 {
  ret void
}
declare !sycl.kernel.fused !0 void @stub()
!0 = !{!"fused", !1}
!1 = !{!"a", !"b"}
!2 = !{i32 64, i32 1, i32 1}
!3 = !{i32 32, i32 1, i32 1}
;--- denormal.ll
define spir_kernel void @a() {
  ret void
}
define spir_kernel void @b() "denormal-fp-math"="preserve-sign" {
  ret void
}
declare !sycl.kernel.fused !0 void @stub()
!0 = !{!"fused", !1}
!1 = !{!"a", !"b"}
;--- missing.ll
define spir_kernel void @a() {
  ret void
}
declare spir_kernel void @c()
declare !sycl.kernel.fused !0 void @stub()
!0 = !{!"fused", !1}
!1 = !{!"a", !"c"}
;--- inline.ll
define spir_kernel void @a() {
  ret void
}
define spir_kernel void @b(ptr %p) {
  indirectbr ptr %p, [label %x, label %y]
x:
  ret void
y:
  ret void
}
declare !sycl.kernel.fused !0 void @stub()
!0 = !{!"fused", !1}
!1 = !{!"a", !"b"}
