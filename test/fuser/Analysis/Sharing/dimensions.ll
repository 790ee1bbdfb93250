; Two and three dimensions: row by row, turned, one row for all, a plane of which only groups share the elements, and
; dimensions that a kernel does not ask for: they may have one work-item.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes='print<sycl-access-pattern>' -disable-output %s 2>&1 | FileCheck-22 %s
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare i64 @_Z25__spirv_BuiltInGlobalSizei(i32)
declare i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32)
declare i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32)
declare i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32)
declare i64 @_Z28__spirv_BuiltInNumWorkgroupsi(i32)

; CHECK-LABEL: access pattern of 'two':
; CHECK-NEXT: argument 0 %rows: work-item, one element each
; CHECK-NEXT:   write 4 bytes at 4*id0 + 4*global_size0*id1 + 4*global_size0*offset1 + 4*offset0
; CHECK-NEXT: argument 1 %turned: launch
; CHECK-NEXT:   write 4 bytes at 4*global_size1*id0 + 4*id1 + 4*global_size1*offset0 + 4*offset1
; CHECK-NEXT:   read 4 bytes at 4*id0 + 4*global_size0*id1 + 4*global_size0*offset1 + 4*offset0
; CHECK-NEXT: argument 2 %row: launch
; CHECK-NEXT:   write 4 bytes at 4*id0 + 4*offset0
define spir_kernel void @two(ptr addrspace(1) %rows, ptr addrspace(1) %turned, ptr addrspace(1) %row) !sycl.kernel.launch !0 {
  %x = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %y = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
  %w = call i64 @_Z25__spirv_BuiltInGlobalSizei(i32 0)
  %h = call i64 @_Z25__spirv_BuiltInGlobalSizei(i32 1)
  %yw = mul i64 %y, %w
  %i = add i64 %yw, %x
  %xh = mul i64 %x, %h
  %t = add i64 %xh, %y
  %rows.i = getelementptr float, ptr addrspace(1) %rows, i64 %i
  store float 0.0, ptr addrspace(1) %rows.i
  %turned.i = getelementptr float, ptr addrspace(1) %turned, i64 %t
  store float 0.0, ptr addrspace(1) %turned.i
  %turned.j = getelementptr float, ptr addrspace(1) %turned, i64 %i
  %v = load float, ptr addrspace(1) %turned.j
  %row.i = getelementptr float, ptr addrspace(1) %row, i64 %x
  store float 0.0, ptr addrspace(1) %row.i
  ret void
}

; CHECK-LABEL: access pattern of 'three':
; CHECK-NEXT: argument 0 %cells: work-item, one element each
; CHECK-NEXT:   write 4 bytes at 16*group0 + 4*local0 + 64*group1 + 32*local1 + 384*group2 + 128*local2
; CHECK-NEXT: argument 1 %groups: work-group
; CHECK-NEXT:   write 4 bytes at 4*group0 + 8*group1 + 16*group2
define spir_kernel void @three(ptr addrspace(1) %cells, ptr addrspace(1) %groups) !sycl.kernel.nd-range !1 {
  %x = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %y = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
  %z = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 2)
  %zh = mul i64 %z, 4
  %zy = add i64 %zh, %y
  %zw = mul i64 %zy, 8
  %i = add i64 %zw, %x
  %cells.i = getelementptr float, ptr addrspace(1) %cells, i64 %i
  store float 0.0, ptr addrspace(1) %cells.i
  %gx = call i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32 0)
  %gy = call i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32 1)
  %gz = call i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32 2)
  %a = mul i64 %gz, 2
  %b = add i64 %a, %gy
  %c = mul i64 %b, 2
  %g = add i64 %c, %gx
  %groups.g = getelementptr float, ptr addrspace(1) %groups, i64 %g
  store float 0.0, ptr addrspace(1) %groups.g
  ret void
}

; The place in the order of all work-items, from the end: launch, although no two dimensions have a size that is known.
; CHECK-LABEL: access pattern of 'from_the_end':
; CHECK-NEXT: argument 0 %p: launch
; CHECK-NEXT:   read 4 bytes at 4*id0 + 4*global_size0*id1 + 4*global_size0*offset1 + 4*offset0
; CHECK-NEXT:   write 4 bytes at -4*id0 - 4*global_size0*id1 - 4 + 4*global_size0*global_size1 - 4*global_size0*offset1 - 4*offset0
define spir_kernel void @from_the_end(ptr addrspace(1) %p) !sycl.kernel.launch !5 {
  %x = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %y = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
  %w = call i64 @_Z25__spirv_BuiltInGlobalSizei(i32 0)
  %h = call i64 @_Z25__spirv_BuiltInGlobalSizei(i32 1)
  %yw = mul i64 %y, %w
  %i = add i64 %yw, %x
  %n = mul i64 %w, %h
  %last = add i64 %n, -1
  %r = sub i64 %last, %i
  %p.i = getelementptr float, ptr addrspace(1) %p, i64 %i
  %v = load float, ptr addrspace(1) %p.i
  %p.r = getelementptr float, ptr addrspace(1) %p, i64 %r
  store float %v, ptr addrspace(1) %p.r
  ret void
}

; As kernels of nd_item<3> that were written for CUDA: their launches have one work-item in two dimensions.
; CHECK-LABEL: access pattern of 'one_of_three':
; CHECK-NEXT: argument 0 %p: unknown
; CHECK-NEXT:   write 4 bytes at 4*id0 + 4*offset0
define spir_kernel void @one_of_three(ptr addrspace(1) %p) !sycl.kernel.launch !6 {
  %x = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %p.x = getelementptr float, ptr addrspace(1) %p, i64 %x
  store float 0.0, ptr addrspace(1) %p.x
  ret void
}
!0 = !{!"range", i32 2}
!1 = !{i32 3, !2, !3, !4}
!2 = !{i64 6, i64 4, i64 8}
!3 = !{i64 3, i64 2, i64 4}
!4 = !{i64 0, i64 0, i64 0}
!5 = !{!"nd_range", i32 2}
!6 = !{!"nd_range", i32 3}
