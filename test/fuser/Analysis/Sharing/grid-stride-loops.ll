; Loops in which each work-item takes every n-th element: which elements these are follows from the launch, whatever the number of rounds.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes='print<sycl-access-pattern>' -disable-output %s 2>&1 | FileCheck-22 %s
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32)
declare i64 @_Z28__spirv_BuiltInNumWorkgroupsi(i32)

; `int step = item.get_local_range(0) * item.get_group_range(0)` is a product that was shifted. The test at the end of a
; round is one at its beginning, too.
; CHECK-LABEL: access pattern of 'own':
; CHECK-NEXT: argument 0 %a: work-item
; CHECK-NEXT:   atomic update 4 bytes at 4*id0 + 4*global_size0*loop0 + 4*offset0 if -id0 - global_size0*loop0 - 1 - offset0 + %n >= 0 and -id0 - 1 - offset0 + %n >= 0
define spir_kernel void @own(ptr addrspace(1) %a, i64 %n) {
entry:
  %id = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %local = call i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32 0)
  %groups = call i64 @_Z28__spirv_BuiltInNumWorkgroupsi(i32 0)
  %up = shl i64 %local, 32
  %product = mul i64 %up, %groups
  %step = ashr exact i64 %product, 32
  %any = icmp slt i64 %id, %n
  br i1 %any, label %loop, label %done
loop:
  %i = phi i64 [ %id, %entry ], [ %next, %loop ]
  %p = getelementptr float, ptr addrspace(1) %a, i64 %i
  %x = atomicrmw fadd ptr addrspace(1) %p, float 1.0 monotonic
  %next = add nsw i64 %i, %step
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; A step that is one element less, and one that nothing is known of.
; CHECK-LABEL: access pattern of 'others':
; CHECK-NEXT: argument 0 %a: unknown
; CHECK-NEXT:   write 4 bytes at 4*id0 + (-4 + 4*global_size0)*loop0 + 4*offset0
; CHECK-NEXT: argument 1 %b: unknown
; CHECK-NEXT:   write 4 bytes at 4*id0 + 4*%n*loop0 + 4*offset0
define spir_kernel void @others(ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %n) {
entry:
  %id = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %local = call i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32 0)
  %groups = call i64 @_Z28__spirv_BuiltInNumWorkgroupsi(i32 0)
  %items = mul i64 %local, %groups
  %step = sub i64 %items, 1
  br label %loop
loop:
  %i = phi i64 [ %id, %entry ], [ %i.next, %loop ]
  %j = phi i64 [ %id, %entry ], [ %j.next, %loop ]
  %p = getelementptr float, ptr addrspace(1) %a, i64 %i
  store float 1.0, ptr addrspace(1) %p
  %q = getelementptr float, ptr addrspace(1) %b, i64 %j
  store float 1.0, ptr addrspace(1) %q
  %i.next = add nsw i64 %i, %step
  %j.next = add nsw i64 %j, %n
  %more = icmp slt i64 %j.next, 1000000
  br i1 %more, label %loop, label %done
done:
  ret void
}
