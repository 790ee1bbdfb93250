; A launch given on the stub must be able to run every kernel.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: split-file %s %t
; RUN: sed 's/LAUNCH/!{i32 1, !{i64 32, i64 0, i64 0}, !9, !9}/' %t/in.ll | not %opt -passes=sycl-kernel-fusion -disable-output 2>&1 | FileCheck-22 %s --check-prefix=ITEMS
; RUN: sed 's/LAUNCH/!{i32 1, !{i64 64, i64 0, i64 0}, !{i64 4, i64 0, i64 0}, !9}/' %t/in.ll | not %opt -passes=sycl-kernel-fusion -disable-output 2>&1 | FileCheck-22 %s --check-prefix=LOCAL
; RUN: sed 's/LAUNCH/!{i32 1, !{i64 64, i64 0, i64 0}, !{i64 5, i64 0, i64 0}, !9}/' %t/in.ll | not %opt -passes=sycl-kernel-fusion -disable-output 2>&1 | FileCheck-22 %s --check-prefix=UNIFORM
; RUN: sed 's/LAUNCH/!{i32 2, !{i64 8, i64 8, i64 0}, !{i64 1, i64 8, i64 0}, !9}/' %t/in.ll | not %opt -passes=sycl-kernel-fusion -disable-output 2>&1 | FileCheck-22 %s --check-prefix=INNER
; RUN: sed 's/LAUNCH/!{i32 1, !{i64 64, i64 0, i64 0}, !{i64 8, i64 0, i64 0}, !{i64 1, i64 0, i64 0}}/' %t/in.ll | not %opt -passes=sycl-kernel-fusion -disable-output 2>&1 | FileCheck-22 %s --check-prefix=OFFSET
; RUN: sed 's/LAUNCH/!{i32 1, !{i64 64, i64 0, i64 0}, !{i64 8, i64 0, i64 0}, !9}/' %t/in.ll | %opt -passes=sycl-kernel-fusion -S | FileCheck-22 %s
; ITEMS: error: 'fused' cannot be launched as {32, 0, 0}: its kernels need 64 work-items [SF3024]
; LOCAL: error: 'fused' cannot be launched as {64, 4, 0}: kernel 'a' with ND-range {64, 8, 0} uses its work-groups and has another local size [SF3024]
; UNIFORM: error: 'fused' cannot be launched as {64, 5, 0}: the local size does not divide the global size [SF3024]
; INNER: error: 'fused' cannot be launched as {8x8, 1x8, 0x0}: kernel 'a' with ND-range {64, 8, 0} uses its work-groups and has other inner sizes [SF3024]
; OFFSET: error: 'fused' cannot be launched as {64, 8, 1}: kernel 'a' with ND-range {64, 8, 0} has another offset [SF3024]
; CHECK: define spir_kernel void @fused() {{.*}}!sycl.kernel.nd-range
;--- in.ll
target triple = "spirv64-unknown-unknown"
define spir_kernel void @a() {
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 264)
  ret void
}
define spir_kernel void @b() {
  ret void
}
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
declare !sycl.kernel.fused !0 !sycl.kernel.nd-range !3 !sycl.kernel.nd-ranges !2 void @stub()
!0 = !{!"fused", !1}
!1 = !{!"a", !"b"}
!2 = !{!{i32 1, !{i64 64, i64 0, i64 0}, !{i64 8, i64 0, i64 0}, !9}, !{i32 2, !{i64 4, i64 5, i64 0}, !9, !9}}
!3 = LAUNCH
!9 = !{i64 0, i64 0, i64 0}
