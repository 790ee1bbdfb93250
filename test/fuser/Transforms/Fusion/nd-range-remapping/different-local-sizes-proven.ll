; Kernels with different local sizes that exchange data: fused where each work-item takes its own elements only, also by ids that are
; remapped; else an error, and the stub stays. In both dialects, by the pass alone as within the pipeline.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: split-file %s %t
; RUN: cat %t/kernels.ll %t/own.ll | %opt -passes=sycl-kernel-fusion,verify -S | FileCheck-22 %s --check-prefix=OWN
; RUN: cat %t/kernels.ll %t/own.ll | %opt -passes=sycl-fuse-region,verify -S | FileCheck-22 %s --check-prefix=OWN
; RUN: cat %t/kernels.ll %t/rows.ll | %opt -passes=sycl-kernel-fusion,verify -S | FileCheck-22 %s --check-prefix=OWN
; RUN: cat %t/kernels.ll %t/rows.ll | %opt -passes=sycl-fuse-region,verify -S | FileCheck-22 %s --check-prefix=OWN
; RUN: cat %t/kernels.ll %t/mirrored.ll | not %opt -passes=sycl-kernel-fusion -disable-output 2>&1 | FileCheck-22 %s --check-prefix=MIRRORED
; RUN: cat %t/kernels.ll %t/mirrored.ll | not %opt -passes=sycl-fuse-region -disable-output 2>&1 | FileCheck-22 %s --check-prefix=MIRRORED
; RUN: cat %t/kernels.ll %t/gather.ll | not %opt -passes=sycl-fuse-region -disable-output 2>&1 | FileCheck-22 %s --check-prefix=GATHER
; RUN: cat %t/kernels.ll %t/gather-first.ll | not %opt -passes=sycl-kernel-fusion -disable-output 2>&1 | FileCheck-22 %s --check-prefix=FIRST
; OWN: define spir_kernel void @fused(
; OWN-NOT: sycl.kernel.lost-groups
; OWN: store float
; OWN: load float
; OWN: store float
; MIRRORED: error: kernel 'mirrored' cannot be fused with 'write': {{.*}} [SF30{{29|47}}]
; GATHER: error: kernel 'gather' cannot be fused with 'write': its work-groups are not those of the fused kernel, and that no work-items of different work-groups access the same elements is not proven [SF3047]
; The launch has the local size of the first of equally large kernels.
; FIRST: error: kernel 'write' cannot be fused with 'gather': {{.*}} [SF3047]
; FIRST-NEXT: note: read here in 'gather'
; FIRST-NEXT: note: written here in 'write'
;--- kernels.ll
target triple = "spir64-unknown-unknown"
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32)
declare i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32)
declare i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32)
define spir_kernel void @write(ptr addrspace(1) %t) {
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %p = getelementptr float, ptr addrspace(1) %t, i64 %g
  store float 1.0, ptr addrspace(1) %p
  ret void
}
define spir_kernel void @own(ptr addrspace(1) %t, ptr addrspace(1) %o) {
  %w = call i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32 0)
  %s = call i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32 0)
  %l = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  %b = mul i64 %w, %s
  %g = add i64 %b, %l
  %p = getelementptr float, ptr addrspace(1) %t, i64 %g
  %v = load float, ptr addrspace(1) %p
  %q = getelementptr float, ptr addrspace(1) %o, i64 %g
  store float %v, ptr addrspace(1) %q
  ret void
}
define spir_kernel void @rows(ptr addrspace(1) %t, ptr addrspace(1) %o) {
  %x = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %y = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
  %r = mul i64 %y, 6
  %g = add i64 %r, %x
  %p = getelementptr float, ptr addrspace(1) %t, i64 %g
  %v = load float, ptr addrspace(1) %p
  %q = getelementptr float, ptr addrspace(1) %o, i64 %g
  store float %v, ptr addrspace(1) %q
  ret void
}
define spir_kernel void @mirrored(ptr addrspace(1) %t, ptr addrspace(1) %o) {
  %w = call i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32 0)
  %l = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  %b = mul i64 %w, 6
  %m = sub i64 5, %l
  %g = add i64 %b, %m
  %p = getelementptr float, ptr addrspace(1) %t, i64 %g
  %v = load float, ptr addrspace(1) %p
  %q = getelementptr float, ptr addrspace(1) %o, i64 %g
  store float %v, ptr addrspace(1) %q
  ret void
}
define spir_kernel void @gather(ptr addrspace(1) %t, ptr addrspace(1) %o) {
  %x = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %p = getelementptr i64, ptr addrspace(1) %o, i64 %x
  %i = load i64, ptr addrspace(1) %p
  %q = getelementptr float, ptr addrspace(1) %t, i64 %i
  %v = load float, ptr addrspace(1) %q
  store float %v, ptr addrspace(1) %p
  ret void
}
declare !sycl.kernel.fused !0 !sycl.kernel.param !2 !sycl.kernel.nd-ranges !3 void @stub()
!0 = !{!"fused", !1}
!2 = !{!{!{i64 0, i64 0}, !{i64 1, i64 0}}}
!5 = !{i32 1, !{i64 24, i64 0, i64 0}, !{i64 8, i64 0, i64 0}, !9}
!6 = !{i32 1, !{i64 24, i64 0, i64 0}, !{i64 6, i64 0, i64 0}, !9}
!7 = !{i32 2, !{i64 4, i64 6, i64 0}, !{i64 4, i64 3, i64 0}, !9}
!9 = !{i64 0, i64 0, i64 0}
;--- own.ll
!1 = !{!"write", !"own"}
!3 = !{!5, !6}
;--- rows.ll
!1 = !{!"write", !"rows"}
!3 = !{!5, !7}
;--- mirrored.ll
!1 = !{!"write", !"mirrored"}
!3 = !{!5, !6}
;--- gather.ll
!1 = !{!"write", !"gather"}
!3 = !{!5, !6}
;--- gather-first.ll
!1 = !{!"gather", !"write"}
!3 = !{!6, !5}
