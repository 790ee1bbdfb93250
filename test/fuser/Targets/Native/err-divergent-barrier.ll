; Barriers and group functions that some work-items of a group do not meet are refused where that can be proven: an id compared for equality, a loop as long as the id says, a condition of local ids in a group of known size.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: split-file %s %t
; RUN: cat %t/head.ll %t/equal.ll > %t/1.ll && not target-compile --kind=nd_range %t/1.ll 2>&1 | FileCheck-22 %s --check-prefix=GROUP
; RUN: cat %t/head.ll %t/loop.ll > %t/2.ll && not target-compile --kind=nd_range %t/2.ll 2>&1 | FileCheck-22 %s --check-prefix=GROUP
; RUN: cat %t/head.ll %t/half.ll > %t/3.ll && not target-compile --kind=nd_range --nd-range=128:64 %t/3.ll 2>&1 | FileCheck-22 %s --check-prefix=GROUP
; RUN: target-compile --kind=nd_range --nd-range=128:32 %t/3.ll | FileCheck-22 %s --check-prefix=FINE
; RUN: target-compile --kind=nd_range %t/3.ll | FileCheck-22 %s --check-prefix=FINE
; RUN: cat %t/head.ll %t/lane.ll > %t/4.ll && not target-compile --kind=nd_range --nd-range=128:64 %t/4.ll 2>&1 | FileCheck-22 %s --check-prefix=SUB
; RUN: cat %t/head.ll %t/assert.ll > %t/5.ll && target-compile --kind=nd_range %t/5.ll | FileCheck-22 %s --check-prefix=FINE
; RUN: target-compile --kind=nd_range --nd-range=128:64 %t/5.ll | FileCheck-22 %s --check-prefix=FINE
; RUN: target-compile --kind=nd_range --dims=2 --nd-range=128,1:64,1 %t/1.ll | FileCheck-22 %s --check-prefix=FINE
; RUN: target-compile --kind=nd_range --dims=2 %t/1.ll | FileCheck-22 %s --check-prefix=FINE
; GROUP: error: '_Z22__spirv_ControlBarrieriii' in kernel 'k' is under a condition that differs between the work-items of a work-group [SF4011]
; SUB: error: '_Z22__spirv_GroupBroadcastiij' in kernel 'k' is under a condition that differs between the work-items of a sub-group [SF4011]
; FINE: entry entry.v3
;--- head.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
declare i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32)
declare i32 @_Z32__spirv_BuiltInSubgroupLocalInvocationIdv()
declare i64 @__spirv_BuiltInSubgroupLocalInvocationId()
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
declare i32 @_Z22__spirv_GroupBroadcastiij(i32, i32, i32)
declare void @__assert_fail(ptr addrspace(4), ptr addrspace(4), i32, ptr addrspace(4))
!0 = !{!1}
!1 = !{i32 0, i32 0, i32 0, i32 8}
;--- equal.ll
define spir_kernel void @k(ptr addrspace(4) %a) !sycl.kernel.arguments !0 {
  %l = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  %c = icmp eq i64 %l, 0
  br i1 %c, label %one, label %all
one:
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  br label %all
all:
  ret void
}
;--- loop.ll
define spir_kernel void @k(ptr addrspace(4) %a) !sycl.kernel.arguments !0 {
entry:
  %l = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  %next = add i64 %i, 1
  %c = icmp ult i64 %next, %l
  br i1 %c, label %loop, label %all
all:
  ret void
}
;--- half.ll
define spir_kernel void @k(ptr addrspace(4) %a) !sycl.kernel.arguments !0 {
  %l = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  %h = lshr i64 %l, 5
  %c = icmp eq i64 %h, 1
  br i1 %c, label %all, label %some
some:
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  br label %all
all:
  ret void
}
;--- lane.ll
define spir_kernel void @k(ptr addrspace(4) %a) !sycl.kernel.arguments !0 {
  %l = call i64 @__spirv_BuiltInSubgroupLocalInvocationId()
  %c = icmp ult i64 %l, 3
  br i1 %c, label %some, label %all
some:
  %x = call i32 @_Z22__spirv_GroupBroadcastiij(i32 3, i32 1, i32 0)
  store i32 %x, ptr addrspace(4) %a
  br label %all
all:
  ret void
}
;--- assert.ll
; A work-item that does not reach the barrier ends the program.
define spir_kernel void @k(ptr addrspace(4) %a) !sycl.kernel.arguments !0 {
  %l = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  %c = icmp eq i64 %l, 3
  br i1 %c, label %check, label %all
check:
  %x = load i32, ptr addrspace(4) %a
  %bad = icmp eq i32 %x, 7
  br i1 %bad, label %fail, label %all
fail:
  call void @__assert_fail(ptr addrspace(4) %a, ptr addrspace(4) %a, i32 1, ptr addrspace(4) %a)
  unreachable
all:
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  ret void
}
