; Used fields of the closure become arguments, pointers in it point to global memory, and the sources are recorded.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes=sycl-flatten-arguments -S %s | FileCheck-22 %s
; Running the pass again changes nothing.
; RUN: %opt -passes=sycl-flatten-arguments,sycl-flatten-arguments -S %s | FileCheck-22 %s
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"

%closure = type { ptr addrspace(4), i64, float, ptr addrspace(4) }

; CHECK-LABEL: define spir_kernel void @scale(
; CHECK-SAME: ptr addrspace(1) %arg.0, float %arg.16, ptr addrspace(1) %arg.24) !sycl.kernel.arguments [[SOURCES:![0-9]+]]
; CHECK-NOT: byval
; CHECK-DAG: addrspacecast ptr addrspace(1) %arg.0 to ptr addrspace(4)
; CHECK-DAG: addrspacecast ptr addrspace(1) %arg.24 to ptr addrspace(4)
; CHECK: fmul float %x, %arg.16
; CHECK: ret void
define spir_kernel void @scale(ptr byval(%closure) align 8 %0) memory(readwrite, argmem: read) {
  %c = addrspacecast ptr %0 to ptr addrspace(4)
  %in = load ptr addrspace(4), ptr addrspace(4) %c
  %factor.at = getelementptr inbounds %closure, ptr addrspace(4) %c, i32 0, i32 2
  %factor = load float, ptr addrspace(4) %factor.at
  %out.at = getelementptr inbounds i8, ptr %0, i64 24
  %out = load ptr addrspace(4), ptr %out.at
  %x = load float, ptr addrspace(4) %in
  %y = fmul float %x, %factor
  store float %y, ptr addrspace(4) %out
  ret void
}

; An unused closure leaves no argument; a kernel without arguments has an empty list of sources.
; CHECK: define spir_kernel void @empty() !sycl.kernel.arguments [[NONE:![0-9]+]]
define spir_kernel void @empty(ptr byval(i8) %0) !kernel_arg_addr_space !0 {
  ret void
}
!0 = !{i32 0}

; Functions that are no kernels, and kernels that are flat already, stay.
; CHECK-LABEL: define spir_func void @function(ptr byval(%closure) %0) {
define spir_func void @function(ptr byval(%closure) %0) {
  ret void
}
; CHECK-LABEL: define spir_kernel void @flat(ptr addrspace(1) %0, ptr byval(%closure) %1) {
define spir_kernel void @flat(ptr addrspace(1) %0, ptr byval(%closure) %1) {
  ret void
}

; CHECK: [[SOURCES]] = !{[[A:![0-9]+]], [[B:![0-9]+]], [[C:![0-9]+]]}
; CHECK: [[A]] = !{i32 0, i32 0, i32 0, i32 8}
; CHECK: [[B]] = !{i32 0, i32 0, i32 16, i32 4}
; CHECK: [[C]] = !{i32 0, i32 0, i32 24, i32 8}
; CHECK: [[NONE]] = !{}
