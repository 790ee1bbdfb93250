; Kernels that do not go together are refused: the stub stays, and opt fails with the code and both values.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: split-file %s %t
; RUN: not %opt -passes=sycl-kernel-fusion -disable-output %t/required.ll 2>&1 | FileCheck-22 %s --check-prefix=REQUIRED
; RUN: not %opt -passes=sycl-kernel-fusion -disable-output %t/denormal.ll 2>&1 | FileCheck-22 %s --check-prefix=DENORMAL
; RUN: not %opt -passes=sycl-kernel-fusion -disable-output %t/threads.ll 2>&1 | FileCheck-22 %s --check-prefix=THREADS
; RUN: not %opt -passes=sycl-kernel-fusion -disable-output %t/flat.ll 2>&1 | FileCheck-22 %s --check-prefix=FLAT
; RUN: not %opt -passes=sycl-kernel-fusion -disable-output %t/missing.ll 2>&1 | FileCheck-22 %s --check-prefix=MISSING
; RUN: not %opt -passes=sycl-kernel-fusion -disable-output %t/inline.ll 2>&1 | FileCheck-22 %s --check-prefix=INLINE
; RUN: not %opt -passes=sycl-kernel-fusion -disable-output %t/sub-group.ll 2>&1 | FileCheck-22 %s --check-prefix=SUB-GROUP
; RUN: not %opt -passes=sycl-kernel-fusion -disable-output %t/strict.ll 2>&1 | FileCheck-22 %s --check-prefix=STRICT
; SUB-GROUP: error: kernel 'b' cannot be fused into 'fused': intel_reqd_sub_group_size {16} differs from {32} [SF3014]
; STRICT: error: kernel 'b' cannot be fused into 'fused': only one of the kernels uses a strict floating-point environment [SF3014]
; REQUIRED: error: kernel 'b' cannot be fused into 'fused': reqd_work_group_size {32, 1, 1} differs from {64, 1, 1} [SF3014]
; DENORMAL: error: kernel 'b' cannot be fused into 'fused': denormal-fp-math differs from that of 'a' [SF3014]
; THREADS: error: kernel 'b' cannot be fused into 'fused': nvvm.reqntid 64,2 excludes 128 [SF3014]
; FLAT: error: kernel 'b' cannot be fused into 'fused': amdgpu-flat-work-group-size 512,1024 excludes 1,256 [SF3014]
; MISSING: error: kernel 'c' of the manifest is not in the device code of the inputs [SF3003]
; INLINE: error: kernel 'b' cannot be fused into 'fused': contains indirect branches [SF3014]
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
;--- sub-group.ll
define spir_kernel void @a() !intel_reqd_sub_group_size !2 {
  ret void
}
define spir_kernel void @b() !intel_reqd_sub_group_size !3 {
  ret void
}
declare !sycl.kernel.fused !0 void @stub()
!0 = !{!"fused", !1}
!1 = !{!"a", !"b"}
!2 = !{i32 32}
!3 = !{i32 16}
;--- strict.ll
define spir_kernel void @a() {
  ret void
}
define spir_kernel void @b() strictfp {
  ret void
}
declare !sycl.kernel.fused !0 void @stub()
!0 = !{!"fused", !1}
!1 = !{!"a", !"b"}
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
;--- threads.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @a() "nvvm.reqntid"="128" {
  ret void
}
define ptx_kernel void @b() "nvvm.reqntid"="64,2" {
  ret void
}
declare !sycl.kernel.fused !0 void @stub()
!0 = !{!"fused", !1}
!1 = !{!"a", !"b"}
;--- flat.ll
target triple = "amdgcn-amd-amdhsa"
define amdgpu_kernel void @a() "amdgpu-flat-work-group-size"="1,256" {
  ret void
}
define amdgpu_kernel void @b() "amdgpu-flat-work-group-size"="512,1024" {
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
