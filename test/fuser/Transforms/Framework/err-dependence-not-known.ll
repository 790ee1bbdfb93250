; What is read through an index that was loaded may be what other work-items wrote in the kernel before: an error where
; only what is proven may be fused, else the user's word, and said. Memory that is only read, and promoted one, is neither.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: sed 's/MARK/!sycl.kernel.proven-only !2/' %s | not %opt -passes=sycl-fuse-region -disable-output 2>&1 | FileCheck-22 %s --check-prefix=ERROR
; RUN: sed 's/MARK//' %s | %opt -passes=sycl-fuse-region,verify -pass-remarks-missed=sycl-fuse-region -S 2>&1 | FileCheck-22 %s
; RUN: sed 's/MARK/!sycl.kernel.promote !6 !sycl.kernel.promote.localsize !7 !sycl.kernel.promote.elemsize !8/' %s | %opt -passes=sycl-fuse-region,verify -pass-remarks-missed=sycl-fuse-region -S 2>&1 | FileCheck-22 %s --check-prefix=PROMISED
; RUN: sed -e 's/MARK/!sycl.kernel.proven-only !2/' -e 's/store float 2.0, ptr addrspace(1) %%x.i/store float 2.0, ptr addrspace(1) %%other/' %s | %opt -passes=sycl-fuse-region,verify -S 2>&1 | FileCheck-22 %s --check-prefix=READ
; ERROR: error: kernel 'gather' is not fused with 'scale': nothing tells if it accesses elements that other work-items access in 'scale', which would have to be finished before [SF3049]
; CHECK: kernel 'gather' is fused with 'scale', although nothing tells if it accesses elements that other work-items access in 'scale', which would not be finished before [SF3050]
; CHECK: define {{.*}}@fused
; PROMISED-NOT: SF3050
; READ-NOT: SF3049
; READ: define {{.*}}@fused
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
define spir_kernel void @scale(ptr addrspace(1) %x, ptr addrspace(1) noalias %other) {
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %x.i = getelementptr float, ptr addrspace(1) %x, i64 %i
  store float 2.0, ptr addrspace(1) %x.i
  ret void
}
define spir_kernel void @gather(ptr addrspace(1) %x, ptr addrspace(1) noalias %column, ptr addrspace(1) noalias %out) {
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %c.i = getelementptr i32, ptr addrspace(1) %column, i64 %i
  %c = load i32, ptr addrspace(1) %c.i
  %c.64 = sext i32 %c to i64
  %x.c = getelementptr float, ptr addrspace(1) %x, i64 %c.64
  %v = load float, ptr addrspace(1) %x.c
  %out.i = getelementptr float, ptr addrspace(1) %out, i64 %i
  store float %v, ptr addrspace(1) %out.i
  ret void
}
declare !sycl.kernel.fused !0 !sycl.kernel.param !3 !sycl.kernel.nd-range !5 MARK void @stub()
!0 = !{!"fused", !1}
!1 = !{!"scale", !"gather"}
!2 = !{}
!3 = !{!4}
!4 = !{!{i64 0, i64 0}, !{i64 1, i64 0}}
!5 = !{i32 1, !{i64 96, i64 0, i64 0}, !{i64 32, i64 0, i64 0}, !{i64 0, i64 0, i64 0}}
!6 = !{!"local", !"none", !"none", !"none"}
!7 = !{i64 32, !"", !"", !""}
!8 = !{i64 4, !"", !"", !""}
