; Where only what is proven may be fused, a kernel is not fused that reads as many elements as a number in memory says,
; an element of several work-items, or through a pointer that was loaded, if an earlier kernel writes there.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: sed -e 's/SECOND/counted/' -e 's/FIRST/each/' %s | not %opt -passes=sycl-fuse-region -disable-output 2>&1 | FileCheck-22 %s -DFIRST=each -DSECOND=counted
; RUN: sed -e 's/SECOND/by_thirds/' -e 's/FIRST/some_thirds/' %s | not %opt -passes=sycl-fuse-region -disable-output 2>&1 | FileCheck-22 %s -DFIRST=some_thirds -DSECOND=by_thirds
; RUN: sed -e 's/SECOND/of_view/' -e 's/FIRST/each/' %s | not %opt -passes=sycl-fuse-region -disable-output 2>&1 | FileCheck-22 %s -DFIRST=each -DSECOND=of_view
; CHECK: error: kernel '[[SECOND]]' is not fused with '[[FIRST]]': nothing tells if it accesses elements that other work-items access in '[[FIRST]]', which would have to be finished before [SF3049]
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
define spir_kernel void @each(ptr addrspace(1) %x, ptr addrspace(1) noalias %in) {
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %x.i = getelementptr float, ptr addrspace(1) %x, i64 %i
  store float 2.0, ptr addrspace(1) %x.i
  ret void
}
define spir_kernel void @counted(ptr addrspace(1) %x, ptr addrspace(1) noalias %in) {
entry:
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %in.i = getelementptr i32, ptr addrspace(1) %in, i64 %i
  %n = load i32, ptr addrspace(1) %in.i
  br label %loop
loop:
  %j = phi i32 [ 0, %entry ], [ %next, %loop ]
  %j.64 = zext i32 %j to i64
  %x.j = getelementptr float, ptr addrspace(1) %x, i64 %j.64
  %v = load volatile float, ptr addrspace(1) %x.j
  %next = add nuw i32 %j, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
define spir_kernel void @some_thirds(ptr addrspace(1) %x, ptr addrspace(1) noalias %in) {
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %third = udiv i64 %i, 3
  %x.t = getelementptr float, ptr addrspace(1) %x, i64 %third
  %in.i = getelementptr i1, ptr addrspace(1) %in, i64 %i
  %leads = load i1, ptr addrspace(1) %in.i
  br i1 %leads, label %lead, label %done
lead:
  store float 2.0, ptr addrspace(1) %x.t
  br label %done
done:
  ret void
}
define spir_kernel void @by_thirds(ptr addrspace(1) %x, ptr addrspace(1) noalias %in) {
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %third = udiv i64 %i, 3
  %x.t = getelementptr float, ptr addrspace(1) %x, i64 %third
  %v = load volatile float, ptr addrspace(1) %x.t
  ret void
}
define spir_kernel void @of_view(ptr addrspace(1) %view, ptr addrspace(1) noalias %in) {
  %p = load ptr addrspace(1), ptr addrspace(1) %in
  %v = load volatile float, ptr addrspace(1) %p
  ret void
}
declare !sycl.kernel.fused !0 !sycl.kernel.param !2 !sycl.kernel.proven-only !3 !sycl.kernel.nd-range !4 void @stub()
!0 = !{!"fused", !1}
!1 = !{!"FIRST", !"SECOND"}
!2 = !{!{!{i64 0, i64 0}, !{i64 1, i64 0}}}
!3 = !{}
!4 = !{i32 1, !{i64 96, i64 0, i64 0}, !{i64 32, i64 0, i64 0}, !{i64 0, i64 0, i64 0}}
