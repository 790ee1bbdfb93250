; Where an id decides over a barrier, each work-item keeps at which one it waits. What is the same for all as far as can be seen costs nothing: arguments,
; what lies at one address, a result that the group shares; nor does a failed assertion.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: split-file %s %t
; RUN: cat %t/head.ll %t/leaves.ll > %t/1.ll && target-compile --kind=nd_range --target=native:v3 --phases --emit=phase.5-barrier-regions.ll %t/1.ll | FileCheck-22 %s --check-prefix=DIVERGES
; RUN: cat %t/head.ll %t/turns.ll > %t/2.ll && target-compile --kind=nd_range --target=native:v3 --phases --emit=phase.5-barrier-regions.ll %t/2.ll | FileCheck-22 %s --check-prefix=DIVERGES
; RUN: cat %t/head.ll %t/same.ll > %t/3.ll && target-compile --kind=nd_range --target=native:v3 --phases --emit=phase.5-barrier-regions.ll %t/3.ll | FileCheck-22 %s --check-prefix=SAME --implicit-check-not=elsewhere
; DIVERGES: elsewhere:
; DIVERGES-NEXT: ret i32
; SAME: resume:
;--- head.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
declare i1 @_Z16__spirv_GroupAnyib(i32, i1)
declare void @__assert_fail(ptr addrspace(4), ptr addrspace(4), i32, ptr addrspace(4))
!0 = !{!1, !2}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}
;--- leaves.ll
define spir_kernel void @k(ptr addrspace(4) %a, i64 %n) !sycl.kernel.arguments !0 {
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %inside = icmp ult i64 %g, %n
  br i1 %inside, label %work, label %done
work:
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  store i32 1, ptr addrspace(4) %a
  br label %done
done:
  ret void
}
;--- turns.ll
; The number of turns is loaded for each work-item, and what a barrier behind the loop depends on is what they left it with.
define spir_kernel void @k(ptr addrspace(4) %a, i64 %n) !sycl.kernel.arguments !0 {
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %p = getelementptr i32, ptr addrspace(4) %a, i64 %g
  %turns = load i32, ptr addrspace(4) %p
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %turns
  br i1 %again, label %loop, label %after
after:
  %many = icmp ugt i32 %next, 7
  br i1 %many, label %work, label %done
work:
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  store i32 1, ptr addrspace(4) %p
  br label %done
done:
  ret void
}
;--- same.ll
define spir_kernel void @k(ptr addrspace(4) %a, i64 %n) !sycl.kernel.arguments !0 {
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %p = getelementptr i32, ptr addrspace(4) %a, i64 %g
  %mine = load i32, ptr addrspace(4) %p
  %fine = icmp ult i32 %mine, 100
  br i1 %fine, label %begin, label %failed
failed:
  call void @__assert_fail(ptr addrspace(4) null, ptr addrspace(4) null, i32 1, ptr addrspace(4) null)
  unreachable
begin:
  %turns = load i64, ptr addrspace(4) %a
  br label %loop
loop:
  %i = phi i64 [ 0, %begin ], [ %next, %join ]
  %odd = trunc i32 %mine to i1
  br i1 %odd, label %some, label %join
some:
  store i32 2, ptr addrspace(4) %p
  br label %join
join:
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %turns
  %any = call i1 @_Z16__spirv_GroupAnyib(i32 2, i1 %odd)
  %again = and i1 %more, %any
  br i1 %again, label %loop, label %after
after:
  %large = icmp ugt i64 %n, 7
  br i1 %large, label %work, label %done
work:
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  store i32 1, ptr addrspace(4) %p
  br label %done
done:
  ret void
}
