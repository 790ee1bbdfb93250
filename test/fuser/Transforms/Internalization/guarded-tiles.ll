; Accesses under a test for the border of a tile stay in it for the work-items that pass the test; a test that does not keep them in does not help.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes=sycl-internalization,verify -pass-remarks-missed=sycl-internalization -S %s 2>&1 | FileCheck-22 %s --implicit-check-not='remark:'
target datalayout = "e-i64:64-G1"
target triple = "spir64-unknown-unknown"

; Rows of 64 elements, tiles of 8x8: the element above, if there is one.
; CHECK: define spir_kernel void @inside(ptr addrspace(3)
; CHECK-NOT: urem
; CHECK: above:
; CHECK: [[A:%.*]] = mul i64 {{.*}}, 4
; CHECK: [[B:%.*]] = mul i64 {{.*}}, 32
; CHECK: [[AB:%.*]] = add i64 [[A]], [[B]]
; CHECK: [[UP:%.*]] = add i64 [[AB]], -32
; CHECK: getelementptr inbounds i8, ptr addrspace(3) %t, i64 [[UP]]
; CHECK: load float
define spir_kernel void @inside(ptr addrspace(1) %t) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !1 !sycl.kernel.promote.elemsize !2 !sycl.kernel.nd-range !3 {
  %y = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 1)
  %ox = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %oy = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
  %p = getelementptr [64 x float], ptr addrspace(1) %t, i64 %oy, i64 %ox
  store float 1.0, ptr addrspace(1) %p
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 776)
  %up = getelementptr [64 x float], ptr addrspace(1) %p, i64 -1, i64 0
  %test = icmp ne i64 %y, 0
  br i1 %test, label %above, label %end
above:
  %v = load float, ptr addrspace(1) %up
  br label %end
end:
  ret void
}
; Below and to the left, by tests of several forms.
; CHECK: define spir_kernel void @inside_all(ptr addrspace(3)
; CHECK-NOT: urem
define spir_kernel void @inside_all(ptr addrspace(1) %t) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !1 !sycl.kernel.promote.elemsize !2 !sycl.kernel.nd-range !3 {
  %x = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  %y = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 1)
  %ox = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %oy = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
  %p = getelementptr [64 x float], ptr addrspace(1) %t, i64 %oy, i64 %ox
  store float 1.0, ptr addrspace(1) %p
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 776)
  %rows = call i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32 1)
  %next = add i64 %y, 1
  %low = icmp ult i64 %next, %rows
  %first = icmp eq i64 %x, 0
  %right = xor i1 %first, true
  %both = select i1 %low, i1 %right, i1 false
  br i1 %both, label %in, label %end
in:
  %q = getelementptr [64 x float], ptr addrspace(1) %p, i64 1, i64 -1
  %v = load float, ptr addrspace(1) %q
  br label %end
end:
  ret void
}
; The optimizer knows that y is 0 where the tests meet, and writes the group's part for the sum.
; CHECK: define spir_kernel void @threaded(ptr addrspace(3)
; CHECK-NOT: urem
define spir_kernel void @threaded(ptr addrspace(1) %t) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !1 !sycl.kernel.promote.elemsize !2 !sycl.kernel.nd-range !3 {
  %ox = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %oy = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
  %p = getelementptr [64 x float], ptr addrspace(1) %t, i64 %oy, i64 %ox
  store float 1.0, ptr addrspace(1) %p
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 776)
  %y = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 1)
  %g = call i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32 1)
  %by = shl i64 %g, 3
  %test = icmp eq i64 %y, 0
  br i1 %test, label %below, label %above
above:
  %here = add i64 %by, %y
  %up = add i64 %here, -1
  %q = getelementptr [64 x float], ptr addrspace(1) %t, i64 %up, i64 %ox
  %v = load float, ptr addrspace(1) %q
  %next = add i64 %y, 1
  %low = icmp ult i64 %next, 8
  br i1 %low, label %below, label %end
below:
  %row = phi i64 [ %here, %above ], [ %by, %0 ]
  %down = add i64 %row, 1
  %r = getelementptr [64 x float], ptr addrspace(1) %t, i64 %down, i64 %ox
  %w = load float, ptr addrspace(1) %r
  br label %end
end:
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32)
declare i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32)
declare i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32)
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
!0 = !{!"local"}
!1 = !{i64 64}
!2 = !{i64 4}
!3 = !{i32 2, !{i64 64, i64 64, i64 0}, !{i64 8, i64 8, i64 0}, !{i64 0, i64 0, i64 0}}
