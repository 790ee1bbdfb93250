; Kernels that update the same elements atomically and do not look at them may run in any order, also where InstCombine writes an
; operation whose operand is its result as an exchange, or one that changes nothing as `or 0`. Other exchanges may not, and neither
; may different operations: a maximum, then a sum.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: sed 's/FIRST/umin/; s/SECOND/i32 0/' %s | %opt -passes=sycl-fuse-region -S | FileCheck-22 %s
; RUN: sed 's/FIRST/xor/; s/umin\(.*\)SECOND/xor\1i32 0/' %s | %opt -passes=sycl-fuse-region -S | FileCheck-22 %s
; RUN: sed 's/FIRST/add/; s/umin\(.*\)SECOND/sub\1i32 %v/' %s | %opt -passes=sycl-fuse-region -S | FileCheck-22 %s
; RUN: sed 's/FIRST/umin/; s/umin\(.*\)SECOND/xchg\1i32 5/' %s > %t.ll
; RUN: not %opt -passes=sycl-fuse-region -disable-output %t.ll 2>&1 | FileCheck-22 %s --check-prefix=REFUSED
; RUN: sed 's/FIRST/nand/; s/umin\(.*\)SECOND/nand\1i32 %v/' %s > %t.nand.ll
; RUN: not %opt -passes=sycl-fuse-region -disable-output %t.nand.ll 2>&1 | FileCheck-22 %s --check-prefix=REFUSED
; RUN: sed 's/FIRST/max/; s/umin\(.*\)SECOND/add\1i32 %v/' %s > %t.max.ll
; RUN: not %opt -passes=sycl-fuse-region -disable-output %t.max.ll 2>&1 | FileCheck-22 %s --check-prefix=REFUSED
; CHECK: define spir_kernel void @fused
; CHECK: atomicrmw
; REFUSED: kernel 'two' cannot be fused with 'one': it accesses elements that other work-groups access in 'one', which would have to be finished before [SF3029]
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)

define spir_kernel void @one(ptr addrspace(1) %all, ptr addrspace(1) %in) !sycl.kernel.arguments !1 {
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %at = getelementptr i32, ptr addrspace(1) %in, i64 %i
  %v = load i32, ptr addrspace(1) %at
  %old = atomicrmw FIRST ptr addrspace(1) %all, i32 %v syncscope("device") monotonic
  ret void
}

define spir_kernel void @two(ptr addrspace(1) %all, ptr addrspace(1) %in) !sycl.kernel.arguments !1 {
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %at = getelementptr i32, ptr addrspace(1) %in, i64 %i
  %v = load i32, ptr addrspace(1) %at
  %old = atomicrmw umin ptr addrspace(1) %all, SECOND syncscope("device") monotonic
  ret void
}

declare !sycl.kernel.fused !2 !sycl.kernel.param !4 !sycl.kernel.launch !6 void @stub()
!1 = !{!10, !11}
!2 = !{!"fused", !3}
!3 = !{!"one", !"two"}
!4 = !{!5}
!5 = !{!7, !8}
!6 = !{!"range", i32 1}
!7 = !{i64 0, i64 0}
!8 = !{i64 1, i64 0}
!10 = !{i32 0, i32 0, i32 0, i32 8}
!11 = !{i32 0, i32 0, i32 8, i32 8}
