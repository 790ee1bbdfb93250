; Ids that are divided: each element by its own work-item, pairs that share one; a division that reaches no address hides nothing.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes='print<sycl-access-pattern>' -disable-output %s 2>&1 | FileCheck-22 %s
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare i64 @_Z25__spirv_BuiltInGlobalSizei(i32)

; CHECK-LABEL: access pattern of 'divided':
; CHECK-NEXT: argument 0 %swapped: work-item, one element each
; CHECK-NEXT:   write 4 bytes at -4*id0%2 + 8*id0%12 + 48*id0/12 + 4
; CHECK-NEXT: argument 1 %pairs: launch
; CHECK-NEXT:   write 4 bytes at 4*id0%12 + 24*id0/12
; CHECK-NEXT: argument 2 %tiles: work-item, one element each
; CHECK-NEXT:   write 4 bytes at 4*id0%2 + 8*id0%12 + 64*id0/12
; CHECK-NEXT: argument 3 %half: launch
; CHECK-NEXT:   write 4 bytes at 4*id0
; CHECK-NEXT:   read 4 bytes at 4*id0%12 + 24*id0/12
define spir_kernel void @divided(ptr addrspace(1) %swapped, ptr addrspace(1) %pairs, ptr addrspace(1) %tiles, ptr addrspace(1) %half) !sycl.kernel.nd-range !1 {
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %s = xor i64 %i, 1
  %swapped.i = getelementptr float, ptr addrspace(1) %swapped, i64 %s
  store float 0.0, ptr addrspace(1) %swapped.i
  %p = lshr i64 %i, 1
  %pairs.i = getelementptr float, ptr addrspace(1) %pairs, i64 %p
  store float 0.0, ptr addrspace(1) %pairs.i
  %q = udiv i64 %i, 12
  %r = urem i64 %i, 12
  %tile = mul i64 %q, 16
  %t = add i64 %tile, %r
  %tiles.i = getelementptr float, ptr addrspace(1) %tiles, i64 %t
  store float 0.0, ptr addrspace(1) %tiles.i
  %half.i = getelementptr float, ptr addrspace(1) %half, i64 %i
  store float 0.0, ptr addrspace(1) %half.i
  %half.p = getelementptr float, ptr addrspace(1) %half, i64 %p
  %v = load float, ptr addrspace(1) %half.p
  ret void
}

; CHECK-LABEL: access pattern of 'hash':
; CHECK-NEXT: argument 0 %p: launch
; CHECK-NEXT:   read 4 bytes at 4*id0 + 4*offset0
; CHECK-NEXT:   write 4 bytes at -4*id0 - 4 + 4*global_size0 - 4*offset0
; CHECK-NEXT: argument 1 %out: work-item, one element each
; CHECK-NEXT:   write 4 bytes at 4*id0 + 4*offset0
define spir_kernel void @hash(ptr addrspace(1) %p, ptr addrspace(1) %out) !sycl.kernel.launch !0 {
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %n = call i64 @_Z25__spirv_BuiltInGlobalSizei(i32 0)
  %t = trunc i64 %i to i32
  %d = udiv i32 %t, 7
  %m = and i32 %d, 1023
  %out.i = getelementptr i32, ptr addrspace(1) %out, i64 %i
  store i32 %m, ptr addrspace(1) %out.i
  %c = xor i64 %i, -1
  %r = add i64 %n, %c
  %p.i = getelementptr float, ptr addrspace(1) %p, i64 %i
  %v = load float, ptr addrspace(1) %p.i
  %p.r = getelementptr float, ptr addrspace(1) %p, i64 %r
  store float %v, ptr addrspace(1) %p.r
  ret void
}

; CHECK-LABEL: access pattern of 'narrow':
; CHECK-NEXT: argument 0 %int: work-item, one element each
; CHECK-NEXT:   write 4 bytes at 4*id0 + 4*offset0
; CHECK-NEXT: argument 1 %unsigned: work-item, one element each
; CHECK-NEXT:   write 4 bytes at 4*id0 + 4*offset0
; CHECK-NEXT: argument 2 %wraps: unknown
; CHECK-NEXT:   write 4 bytes at 4*(sext i32 (4 * (trunc i64 %i to i32)) to i64)
define spir_kernel void @narrow(ptr addrspace(1) %int, ptr addrspace(1) %unsigned, ptr addrspace(1) %wraps) !sycl.kernel.launch !0 {
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %t = trunc i64 %i to i32
  %s = sext i32 %t to i64
  %int.i = getelementptr float, ptr addrspace(1) %int, i64 %s
  store float 0.0, ptr addrspace(1) %int.i
  %z = zext i32 %t to i64
  %unsigned.i = getelementptr float, ptr addrspace(1) %unsigned, i64 %z
  store float 0.0, ptr addrspace(1) %unsigned.i
  %m = mul i32 %t, 4
  %w = sext i32 %m to i64
  %wraps.i = getelementptr float, ptr addrspace(1) %wraps, i64 %w
  store float 0.0, ptr addrspace(1) %wraps.i
  ret void
}
!0 = !{!"range", i32 1}
!1 = !{i32 1, !2, !3, !3}
!2 = !{i64 96, i64 0, i64 0}
!3 = !{i64 0, i64 0, i64 0}
