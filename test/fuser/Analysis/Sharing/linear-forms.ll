; Which work-items share elements, for the linear forms of an index: own element, constant distance, reversed, strided, all one.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes='print<sycl-access-pattern>' -disable-output %s 2>&1 | FileCheck-22 %s
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare i64 @_Z25__spirv_BuiltInGlobalSizei(i32)
declare i64 @_Z30__spirv_BuiltInGlobalLinearIdv()

; CHECK-LABEL: access pattern of 'run_time':
; CHECK-NEXT: argument 0 %own: work-item, one element each
; CHECK-NEXT:   write 4 bytes at 4*id0 + 4*offset0
; CHECK-NEXT: argument 1 %next: launch
; CHECK-NEXT:   read 4 bytes at 4*id0 + 4*offset0
; CHECK-NEXT:   write 4 bytes at 4*id0 + 4 + 4*offset0
; CHECK-NEXT: argument 2 %reversed: launch
; CHECK: argument 3 %even: work-item
; CHECK: argument 4 %overlap: launch
; CHECK: argument 5 %one: launch
; CHECK: argument 6 %read: work-item
define spir_kernel void @run_time(ptr addrspace(1) %own, ptr addrspace(1) %next, ptr addrspace(1) %reversed,
                                  ptr addrspace(1) %even, ptr addrspace(1) %overlap, ptr addrspace(1) %one, ptr addrspace(1) %read) {
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %n = call i64 @_Z25__spirv_BuiltInGlobalSizei(i32 0)
  %own.i = getelementptr float, ptr addrspace(1) %own, i64 %i
  store float 0.0, ptr addrspace(1) %own.i
  %next.i = getelementptr float, ptr addrspace(1) %next, i64 %i
  %x = load float, ptr addrspace(1) %next.i
  %next.j = getelementptr float, ptr addrspace(1) %next.i, i64 1
  store float %x, ptr addrspace(1) %next.j
  %r = xor i64 %i, -1
  %s = add i64 %r, %n
  %reversed.i = getelementptr float, ptr addrspace(1) %reversed, i64 %i
  %y = load float, ptr addrspace(1) %reversed.i
  %reversed.j = getelementptr float, ptr addrspace(1) %reversed, i64 %s
  store float %y, ptr addrspace(1) %reversed.j
  %even.i = getelementptr [2 x float], ptr addrspace(1) %even, i64 %i
  store float %y, ptr addrspace(1) %even.i
  %odd.i = getelementptr [2 x float], ptr addrspace(1) %even, i64 %i, i64 1
  %z = load float, ptr addrspace(1) %odd.i
  %overlap.i = getelementptr i16, ptr addrspace(1) %overlap, i64 %i
  store float %z, ptr addrspace(1) %overlap.i
  store float %z, ptr addrspace(1) %one
  %w = load float, ptr addrspace(1) %read
  ret void
}
