; Without barriers a kernel cannot read what other work-items of its group wrote in the kernel before; with them it can.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: not %opt -passes=sycl-fuse-region -disable-output %s 2>&1 | FileCheck-22 %s --check-prefix=ERROR
; RUN: sed 's/!sycl.kernel.no-barriers !2//' %s | %opt -passes=sycl-fuse-region,verify -pass-remarks-missed=sycl-barrier-elision -S 2>&1 | FileCheck-22 %s
; ERROR: error: kernel 'swap' cannot be fused with 'fill' without a barrier: it accesses elements that other work-items of its work-group access in 'fill' [SF3030]
; CHECK: remark: {{.*}}barrier between kernels 0 and 1 kept: the write before it and {{.*}} after it may meet
; CHECK: call {{.*}}ControlBarrier
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
define spir_kernel void @fill(ptr addrspace(1) %t) {
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %t.i = getelementptr float, ptr addrspace(1) %t, i64 %i
  store float 1.0, ptr addrspace(1) %t.i
  ret void
}
define spir_kernel void @swap(ptr addrspace(1) %t, ptr addrspace(1) noalias %out) {
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %j = xor i64 %i, 1
  %t.j = getelementptr float, ptr addrspace(1) %t, i64 %j
  %x = load float, ptr addrspace(1) %t.j
  %out.i = getelementptr float, ptr addrspace(1) %out, i64 %i
  store float %x, ptr addrspace(1) %out.i
  ret void
}
declare !sycl.kernel.fused !0 !sycl.kernel.param !3 !sycl.kernel.nd-range !5 !sycl.kernel.no-barriers !2 void @stub()
!0 = !{!"fused", !1}
!1 = !{!"fill", !"swap"}
!2 = !{}
!3 = !{!4}
!4 = !{!{i64 0, i64 0}, !{i64 1, i64 0}}
!5 = !{i32 1, !{i64 96, i64 0, i64 0}, !{i64 32, i64 0, i64 0}, !{i64 0, i64 0, i64 0}}
