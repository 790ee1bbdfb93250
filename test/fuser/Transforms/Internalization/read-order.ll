; What is read must have been written on every way to it; branches that cannot be taken together are no way, tests of sizes are the user's promise.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes=sycl-internalization,verify -pass-remarks-missed=sycl-internalization -S %s 2>&1 | FileCheck-22 %s
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"
; CHECK: remark: {{.*}}argument 'tmp' of 'data_decides' is not internalized: it is read before it is written [SF3015]
; CHECK: remark: {{.*}}argument 'tmp' of 'other_half' is not internalized: it is read before it is written [SF3015]
; CHECK: remark: {{.*}}argument 'tmp' of 'opposite' is not internalized: it is read before it is written [SF3015]
; CHECK: remark: {{.*}}argument 'tmp' of 'carried' is not internalized: it is read before it is written [SF3015]
; CHECK-NOT: remark

; CHECK: define spir_kernel void @data_decides(ptr addrspace(1) %tmp,
define spir_kernel void @data_decides(ptr addrspace(1) %tmp, ptr addrspace(1) %out, i64 %n) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !1 !sycl.kernel.promote.elemsize !2 {
  %d = load i64, ptr addrspace(1) %out
  %c = icmp sgt i64 %d, 0
  br i1 %c, label %write, label %read
write:
  store i64 1, ptr addrspace(1) %tmp
  br label %read
read:
  %x = load i64, ptr addrspace(1) %tmp
  store i64 %x, ptr addrspace(1) %out
  ret void
}
; CHECK: define spir_kernel void @other_half(ptr addrspace(1) %tmp,
define spir_kernel void @other_half(ptr addrspace(1) %tmp, ptr addrspace(1) %out, i64 %n) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !1 !sycl.kernel.promote.elemsize !2 {
  store i32 1, ptr addrspace(1) %tmp
  %x = load i64, ptr addrspace(1) %tmp
  store i64 %x, ptr addrspace(1) %out
  ret void
}
; CHECK: define spir_kernel void @opposite(ptr addrspace(1) %tmp,
define spir_kernel void @opposite(ptr addrspace(1) %tmp, ptr addrspace(1) %out, i64 %n) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !1 !sycl.kernel.promote.elemsize !2 {
  %c = icmp ult i64 %n, 5
  br i1 %c, label %write, label %next
write:
  store i64 1, ptr addrspace(1) %tmp
  br label %next
next:
  %d = icmp ugt i64 %n, 7
  br i1 %d, label %read, label %end
read:
  %x = load i64, ptr addrspace(1) %tmp
  store i64 %x, ptr addrspace(1) %out
  br label %end
end:
  ret void
}
; CHECK: define spir_kernel void @carried(ptr addrspace(1) %tmp,
define spir_kernel void @carried(ptr addrspace(1) %tmp, ptr addrspace(1) %out, i64 %n) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !1 !sycl.kernel.promote.elemsize !2 {
  %g = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %p = getelementptr i64, ptr addrspace(1) %tmp, i64 %g
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %next, %loop ]
  %x = load i64, ptr addrspace(1) %p
  %y = add i64 %x, 1
  store i64 %y, ptr addrspace(1) %p
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
; The guards of two kernels, each with an id of its own; the second is the narrower one.
; CHECK: define spir_kernel void @guards(ptr addrspace(1) %out, i64 %n)
define spir_kernel void @guards(ptr addrspace(1) %tmp, ptr addrspace(1) %out, i64 %n) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !1 !sycl.kernel.promote.elemsize !2 {
  %g = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %c = icmp ult i64 %g, 100
  br i1 %c, label %write, label %next
write:
  store i64 1, ptr addrspace(1) %tmp
  br label %next
next:
  %h = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %d = icmp ult i64 %h, 90
  br i1 %d, label %read, label %end
read:
  %x = load i64, ptr addrspace(1) %tmp
  store i64 %x, ptr addrspace(1) %out
  br label %end
end:
  ret void
}
; A loop that tests before its first turn, which takes place.
; CHECK: define spir_kernel void @turns(ptr addrspace(1) %out, i64 %n)
define spir_kernel void @turns(ptr addrspace(1) %tmp, ptr addrspace(1) %out, i64 %n) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !1 !sycl.kernel.promote.elemsize !2 {
  br label %head
head:
  %i = phi i64 [ 0, %0 ], [ %next, %body ]
  %more = icmp ult i64 %i, 3
  br i1 %more, label %body, label %end
body:
  store i64 %i, ptr addrspace(1) %tmp
  %next = add i64 %i, 1
  br label %head
end:
  %x = load i64, ptr addrspace(1) %tmp
  store i64 %x, ptr addrspace(1) %out
  ret void
}
declare spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
!0 = !{!"private", !"none", !"none"}
!1 = !{i64 1, !"", !""}
!2 = !{i64 8, !"", !""}
