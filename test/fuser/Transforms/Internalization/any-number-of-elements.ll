; Where the accesses prove which elements are a work-item's own, the kernel says that it makes no difference how many the buffer has.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Where they do not, room for the most that a work-item can have is none.
; RUN: %opt -passes=sycl-internalization,verify -pass-remarks-missed=sycl-internalization -S %s 2>&1 | FileCheck-22 %s
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"

; CHECK: remark: {{.*}}argument 'shared' of 'guarded' is not internalized: its elements are no multiple of the work-items, and which are a work-item's own is not proven [SF3015]
; CHECK-NOT: remark
; CHECK: define spir_kernel void @guarded(ptr addrspace(1) %shared, i32 %n, i32 %m) {{.*}}!sycl.kernel.any-size [[ANY:![0-9]+]] {
; CHECK: alloca [4 x i8]{{.*}}
; CHECK-NEXT: alloca [4 x i8]{{.*}}
; CHECK-NOT: sycl.kernel.promote
define spir_kernel void @guarded(ptr addrspace(1) %own, ptr addrspace(1) %promised, ptr addrspace(1) %shared, i32 %n, i32 %m) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !1 !sycl.kernel.promote.elemsize !2 !sycl.kernel.arguments !3 !sycl.kernel.launch !9 {
entry:
  %id = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %i = trunc i64 %id to i32
  %behind = icmp sge i32 %i, %n
  br i1 %behind, label %second, label %first
first:
  %own.i = getelementptr float, ptr addrspace(1) %own, i64 %id
  store float 1.0, ptr addrspace(1) %own.i
  %rest = urem i32 %i, %m
  %rest.wide = zext i32 %rest to i64
  %promised.i = getelementptr float, ptr addrspace(1) %promised, i64 %rest.wide
  store float 2.0, ptr addrspace(1) %promised.i
  %shared.i = getelementptr float, ptr addrspace(1) %shared, i64 %rest.wide
  store float 3.0, ptr addrspace(1) %shared.i
  br label %second
second:
  %within = icmp ult i32 %i, %m
  br i1 %within, label %third, label %done
third:
  %own.again = getelementptr float, ptr addrspace(1) %own, i64 %id
  %x = load float, ptr addrspace(1) %own.again
  store float %x, ptr addrspace(1) %own.again
  br label %done
done:
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
!0 = !{!"private", !"private", !"private", !"none", !"none"}
!1 = !{!"1 at-most", i64 1, !"1 at-most", !"", !""}
!2 = !{i64 4, i64 4, i64 4, !"", !""}
!3 = !{!4, !5, !6, !7, !8}
!4 = !{i32 0, i32 0, i32 0, i32 8}
!5 = !{i32 0, i32 0, i32 8, i32 8}
!6 = !{i32 0, i32 0, i32 16, i32 8}
!7 = !{i32 0, i32 0, i32 24, i32 4}
!8 = !{i32 0, i32 0, i32 28, i32 4}
!9 = !{!"nd_range", i32 1}
; CHECK-DAG: [[ANY]] = !{[[OWN:![0-9]+]]}
; CHECK-DAG: [[OWN]] = !{i32 0, i32 0, i32 0, i32 8}
