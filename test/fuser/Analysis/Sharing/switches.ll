; The cases of a switch say which id it is, its default which it is not: the border of a grid, in `if (y == 0) ... else if (y == 7)`, is each work-item's own.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes='print<sycl-access-pattern>' -disable-output %s 2>&1 | FileCheck-22 %s
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)

; CHECK-LABEL: access pattern of 'boundaries':
; CHECK-NEXT: argument 0 %grid: work-item
define spir_kernel void @boundaries(ptr addrspace(1) %grid) !sycl.kernel.nd-range !0 {
  %x = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %y = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
  %top = getelementptr float, ptr addrspace(1) %grid, i64 %x
  %bottom = getelementptr float, ptr addrspace(1) %top, i64 112
  %row = mul i64 %y, 16
  %inner = getelementptr float, ptr addrspace(1) %top, i64 %row
  switch i64 %y, label %inside [
    i64 0, label %first
    i64 7, label %last
  ]
first:
  store float 1.0, ptr addrspace(1) %top
  br label %end
last:
  store float 1.0, ptr addrspace(1) %bottom
  br label %end
inside:
  store float 2.0, ptr addrspace(1) %inner
  br label %end
end:
  %own = load float, ptr addrspace(1) %inner
  ret void
}

; Two cases with one block are no single id; the row that the default is to leave out is another one.
; CHECK-LABEL: access pattern of 'others':
; CHECK-NEXT: argument 0 %another: unknown
define spir_kernel void @others(ptr addrspace(1) %another) !sycl.kernel.nd-range !0 {
  %x = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %y = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
  %another.x = getelementptr float, ptr addrspace(1) %another, i64 %x
  %row = mul i64 %y, 16
  %inner = getelementptr float, ptr addrspace(1) %another.x, i64 %row
  switch i64 %y, label %inside [
    i64 2, label %both
    i64 3, label %both
  ]
both:
  store float 1.0, ptr addrspace(1) %another.x
  br label %end
inside:
  store float 2.0, ptr addrspace(1) %inner
  br label %end
end:
  ret void
}
!0 = !{i32 2, !1, !2, !3}
!1 = !{i64 8, i64 16, i64 1}
!2 = !{i64 4, i64 4, i64 1}
!3 = !{i64 0, i64 0, i64 0}
