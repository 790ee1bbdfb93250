; Prefetches of a promoted argument go, and comparisons with null are decided: memory with elements is somewhere.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes=sycl-internalization,verify -S %s | FileCheck-22 %s
; CHECK: define spir_kernel void @k(ptr addrspace(1) %o) {
; CHECK-NOT: prefetch
; CHECK: %v = load i32, ptr %t.private
; CHECK-NEXT: %w = select i1 false, i32 0, i32 %v
; CHECK-NEXT: %z = select i1 true, i32 %w, i32 1
target triple = "spir64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %t, ptr addrspace(1) %o) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !1 !sycl.kernel.promote.elemsize !2 {
  call void @llvm.prefetch.p1(ptr addrspace(1) %t, i32 0, i32 3, i32 1)
  store i32 7, ptr addrspace(1) %t
  %g = addrspacecast ptr addrspace(1) %t to ptr addrspace(4)
  %n = icmp eq ptr addrspace(4) %g, null
  %m = icmp ne ptr addrspace(1) null, %t
  %v = load i32, ptr addrspace(1) %t
  %w = select i1 %n, i32 0, i32 %v
  %z = select i1 %m, i32 %w, i32 1
  store i32 %z, ptr addrspace(1) %o
  ret void
}
declare void @llvm.prefetch.p1(ptr addrspace(1), i32, i32, i32)
!0 = !{!"private", !"none"}
!1 = !{i64 1, !""}
!2 = !{i64 4, !""}
