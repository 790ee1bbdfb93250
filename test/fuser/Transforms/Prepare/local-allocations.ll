; Each call for local memory in the source is a variable of its own, also in a function that is inlined twice; calls with a size that is no constant are undefined. A kernel with such memory is not fused with itself.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: split-file %s %t
; RUN: %opt -passes=sycl-prepare-kernels -S %t/kernels.ll | FileCheck-22 %s
; RUN: not %opt -passes=sycl-prepare-kernels -disable-output %t/variable.ll 2>&1 | FileCheck-22 %s --check-prefix=VARIABLE
; RUN: not %opt -passes=sycl-kernel-fusion -disable-output %t/twice.ll 2>&1 | FileCheck-22 %s --check-prefix=TWICE
; CHECK: @group_local_memory = internal addrspace(3) global [16 x i8] undef, align 8
; CHECK-NEXT: @group_local_memory.1 = internal addrspace(3) global [16 x i8] undef, align 8
; CHECK-NOT: @group_local_memory.2
; CHECK-NOT: __sycl_fuse_allocate_local
; VARIABLE: kernel 'k' calls '__sycl_fuse_allocate_local', which is not defined in device code [SF3017]
; TWICE: error: kernel 'a' cannot be fused into 'fused': it has local memory of its own (group_local_memory), and is there twice [SF3014]
;--- kernels.ll
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"
declare ptr addrspace(3) @__sycl_fuse_allocate_local(i64, i64) noduplicate convergent nounwind
define spir_func void @both(i32 %x) {
  %a = call ptr addrspace(3) @__sycl_fuse_allocate_local(i64 16, i64 8)
  %b = call ptr addrspace(3) @__sycl_fuse_allocate_local(i64 16, i64 8)
  store volatile i32 %x, ptr addrspace(3) %a
  store volatile i32 %x, ptr addrspace(3) %b
  ret void
}
define spir_kernel void @k() {
  call spir_func void @both(i32 1)
  call spir_func void @both(i32 2)
  ret void
}
;--- variable.ll
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"
declare ptr addrspace(3) @__sycl_fuse_allocate_local(i64, i64)
define spir_kernel void @k(i64 %n) {
  %a = call ptr addrspace(3) @__sycl_fuse_allocate_local(i64 %n, i64 8)
  store i32 1, ptr addrspace(3) %a
  ret void
}
;--- twice.ll
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"
@local = internal addrspace(3) global [2 x i32] undef
define spir_kernel void @a() {
  store i32 1, ptr addrspace(4) addrspacecast (ptr addrspace(3) @local to ptr addrspace(4))
  ret void
}
declare !sycl.kernel.fused !0 void @stub()
!0 = !{!"fused", !1}
!1 = !{!"a", !"a"}
