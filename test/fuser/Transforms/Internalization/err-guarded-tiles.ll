; A test around an access that does not keep it in the tile does not help: the work-items of other groups have the element, which is an error.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: llvm-extract-22 --func=too_far -S %s -o - | not %opt -passes=sycl-internalization -S 2>&1 | FileCheck-22 %s -DKERNEL=too_far
; RUN: llvm-extract-22 --func=other_side -S %s -o - | not %opt -passes=sycl-internalization -S 2>&1 | FileCheck-22 %s -DKERNEL=other_side
; RUN: llvm-extract-22 --func=other_dimension -S %s -o - | not %opt -passes=sycl-internalization -S 2>&1 | FileCheck-22 %s -DKERNEL=other_dimension
; RUN: llvm-extract-22 --func=either -S %s -o - | %opt -passes=sycl-internalization -pass-remarks-missed=sycl-internalization -S 2>&1 | FileCheck-22 %s --check-prefix=EITHER
; RUN: llvm-extract-22 --func=behind -S %s -o - | not %opt -passes=sycl-internalization -S 2>&1 | FileCheck-22 %s -DKERNEL=behind
; RUN: llvm-extract-22 --func=once_without -S %s -o - | not %opt -passes=sycl-internalization -S 2>&1 | FileCheck-22 %s -DKERNEL=once_without
; CHECK: error: argument 't' of '[[KERNEL]]' cannot be internalized to local memory: work-items of several work-groups access the same element [SF3026]
; EITHER: remark: <unknown>:0:0: argument 't' of 'either' is not internalized: the compiler cannot tell where in local memory its elements go [SF3015]
; EITHER: define spir_kernel void @either(ptr addrspace(1) %t, i1 %c)
target datalayout = "e-i64:64-G1"
target triple = "spir64-unknown-unknown"

define spir_kernel void @too_far(ptr addrspace(1) %t) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !1 !sycl.kernel.promote.elemsize !2 !sycl.kernel.nd-range !3 {
  %y = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 1)
  %ox = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %oy = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
  %p = getelementptr [64 x float], ptr addrspace(1) %t, i64 %oy, i64 %ox
  store float 1.0, ptr addrspace(1) %p
  %up = getelementptr [64 x float], ptr addrspace(1) %p, i64 -2, i64 0
  %test = icmp ne i64 %y, 0
  br i1 %test, label %above, label %end
above:
  %v = load float, ptr addrspace(1) %up
  br label %end
end:
  ret void
}
; The branch that is not for it.
define spir_kernel void @other_side(ptr addrspace(1) %t) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !1 !sycl.kernel.promote.elemsize !2 !sycl.kernel.nd-range !3 {
  %y = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 1)
  %ox = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %oy = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
  %p = getelementptr [64 x float], ptr addrspace(1) %t, i64 %oy, i64 %ox
  store float 1.0, ptr addrspace(1) %p
  %up = getelementptr [64 x float], ptr addrspace(1) %p, i64 -1, i64 0
  %test = icmp ne i64 %y, 0
  br i1 %test, label %end, label %above
above:
  %v = load float, ptr addrspace(1) %up
  br label %end
end:
  ret void
}
define spir_kernel void @other_dimension(ptr addrspace(1) %t) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !1 !sycl.kernel.promote.elemsize !2 !sycl.kernel.nd-range !3 {
  %x = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  %ox = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %oy = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
  %p = getelementptr [64 x float], ptr addrspace(1) %t, i64 %oy, i64 %ox
  store float 1.0, ptr addrspace(1) %p
  %up = getelementptr [64 x float], ptr addrspace(1) %p, i64 -1, i64 0
  %test = icmp ne i64 %x, 0
  br i1 %test, label %above, label %end
above:
  %v = load float, ptr addrspace(1) %up
  br label %end
end:
  ret void
}
; One of two conditions.
define spir_kernel void @either(ptr addrspace(1) %t, i1 %c) !sycl.kernel.promote !10 !sycl.kernel.promote.localsize !11 !sycl.kernel.promote.elemsize !12 !sycl.kernel.nd-range !3 {
  %y = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 1)
  %ox = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %oy = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
  %p = getelementptr [64 x float], ptr addrspace(1) %t, i64 %oy, i64 %ox
  store float 1.0, ptr addrspace(1) %p
  %up = getelementptr [64 x float], ptr addrspace(1) %p, i64 -1, i64 0
  %test = icmp ne i64 %y, 0
  %any = or i1 %test, %c
  br i1 %any, label %above, label %end
above:
  %v = load float, ptr addrspace(1) %up
  br label %end
end:
  ret void
}
; Where both ways have met again.
define spir_kernel void @behind(ptr addrspace(1) %t) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !1 !sycl.kernel.promote.elemsize !2 !sycl.kernel.nd-range !3 {
  %y = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 1)
  %ox = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %oy = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
  %p = getelementptr [64 x float], ptr addrspace(1) %t, i64 %oy, i64 %ox
  store float 1.0, ptr addrspace(1) %p
  %up = getelementptr [64 x float], ptr addrspace(1) %p, i64 -1, i64 0
  %test = icmp ne i64 %y, 0
  br i1 %test, label %above, label %end
above:
  store float 2.0, ptr addrspace(1) %p
  br label %end
end:
  %v = load float, ptr addrspace(1) %up
  ret void
}
; The same pointer, with and without the test.
define spir_kernel void @once_without(ptr addrspace(1) %t) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !1 !sycl.kernel.promote.elemsize !2 !sycl.kernel.nd-range !3 {
  %y = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 1)
  %ox = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %oy = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
  %p = getelementptr [64 x float], ptr addrspace(1) %t, i64 %oy, i64 %ox
  store float 1.0, ptr addrspace(1) %p
  %up = getelementptr [64 x float], ptr addrspace(1) %p, i64 -1, i64 0
  %test = icmp ne i64 %y, 0
  br i1 %test, label %above, label %end
above:
  %v = load float, ptr addrspace(1) %up
  br label %end
end:
  %w = load float, ptr addrspace(1) %up
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
!10 = !{!"local", !"none"}
!11 = !{i64 64, !""}
!12 = !{i64 4, !""}
