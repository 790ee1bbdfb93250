; Each restriction on the ND-ranges of a region is an error of its own, with both values.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: split-file %s %t
; RUN: sed 's/RANGES/!{!20, !21}/' %t/in.ll | not %opt -passes=sycl-kernel-fusion -disable-output 2>&1 | FileCheck-22 %s --check-prefix=LOCAL
; RUN: sed 's/RANGES/!{!20, !22}/' %t/in.ll | not %opt -passes=sycl-kernel-fusion -disable-output 2>&1 | FileCheck-22 %s --check-prefix=INNER
; RUN: sed 's/RANGES/!{!20, !23}/' %t/in.ll | not %opt -passes=sycl-kernel-fusion -disable-output 2>&1 | FileCheck-22 %s --check-prefix=OFFSET
; RUN: sed 's/RANGES/!{!30, !31}/; s/!1 = .*/!1 = !{!"c", !"c"}/' %t/in.ll | not %opt -passes=sycl-kernel-fusion -disable-output 2>&1 | FileCheck-22 %s --check-prefix=REMAPPED
; RUN: sed 's/RANGES/!{!20, !24}/' %t/in.ll | not %opt -passes=sycl-kernel-fusion -disable-output 2>&1 | FileCheck-22 %s --check-prefix=ALONE
; RUN: sed 's/RANGES/!{!20, !25}/' %t/in.ll | not %opt -passes=sycl-kernel-fusion -disable-output 2>&1 | FileCheck-22 %s --check-prefix=PLAIN
; RUN: sed 's/RANGES/!{!20, !26}/' %t/in.ll | not %opt -passes=sycl-kernel-fusion -disable-output 2>&1 | FileCheck-22 %s --check-prefix=LARGE
; LOCAL: error: kernel 'b' cannot be fused into 'fused': local size 8x4 differs from 8x8 [SF3012]
; INNER: error: kernel 'b' cannot be fused into 'fused': ND-range {32x32, 8x8, 0x0} differs from {64x16, 8x8, 0x0} [SF3013]
; OFFSET: error: kernel 'b' cannot be fused into 'fused': offset 0x1 differs from 0x0 [SF3022]
; REMAPPED: error: kernel 'c' cannot be fused into 'fused': the ids of its ND-range {4x8, 0x0, 2x3} have to be remapped, and its offset is 2x3 [SF3023]
; ALONE: error: kernel 'b' cannot be fused into 'fused': ND-range {64x16, 5x8, 0x0} has a local size that does not divide the global size [SF3014]
; PLAIN: error: kernel 'b' cannot be fused into 'fused': ND-range {1033, 0, 0} differs from {64x16, 8x8, 0x0} [SF3013]
; LARGE: error: kernel 'b' cannot be fused into 'fused': ND-range {8589934592x8589934592, 0x0, 0x0} has too many work-items [SF3014]
;--- in.ll
target triple = "spirv64-unknown-unknown"
define spir_kernel void @a() {
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 264)
  ret void
}
define spir_kernel void @b() {
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 264)
  ret void
}
define spir_kernel void @c() {
  ret void
}
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
declare !sycl.kernel.fused !0 !sycl.kernel.nd-ranges !2 void @stub()
!0 = !{!"fused", !1}
!1 = !{!"a", !"b"}
!2 = RANGES
!9 = !{i64 0, i64 0, i64 0}
!10 = !{i64 64, i64 16, i64 0}
!11 = !{i64 8, i64 8, i64 0}
!20 = !{i32 2, !10, !11, !9}
!21 = !{i32 2, !10, !{i64 8, i64 4, i64 0}, !9}
!22 = !{i32 2, !{i64 32, i64 32, i64 0}, !11, !9}
!23 = !{i32 2, !10, !11, !{i64 0, i64 1, i64 0}}
!24 = !{i32 2, !10, !{i64 5, i64 8, i64 0}, !9}
!25 = !{i32 1, !{i64 1033, i64 0, i64 0}, !9, !9}
!26 = !{i32 2, !{i64 8589934592, i64 8589934592, i64 0}, !9, !9}
!30 = !{i32 2, !10, !9, !{i64 2, i64 3, i64 0}}
!31 = !{i32 2, !{i64 4, i64 8, i64 0}, !9, !{i64 2, i64 3, i64 0}}
