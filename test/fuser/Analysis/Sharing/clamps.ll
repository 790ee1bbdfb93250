; A stencil whose index is clamped to the buffer, by min and max, by select, and by a branch; and one that stays within groups.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes='print<sycl-access-pattern>' -disable-output %s 2>&1 | FileCheck-22 %s
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare i64 @_Z25__spirv_BuiltInGlobalSizei(i32)
declare i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32)
declare i64 @llvm.umin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)

; CHECK-LABEL: access pattern of 'clamped':
; CHECK-NEXT: argument 0 %a: launch
; CHECK-NEXT:   write 4 bytes at 4*id0
; CHECK-NEXT:   read 4 bytes at 4*(63 umin (1 + %i))
; CHECK-NEXT: argument 1 %b: launch
; CHECK-NEXT:   write 4 bytes at 4*id0
; CHECK-NEXT:   read 4 bytes at 4*(0 smax (-1 + %i))
; CHECK-NEXT: argument 2 %c: launch
; CHECK-NEXT:   write 4 bytes at 4*id0
; CHECK-NEXT:   read 4 bytes at 4*id0 + 4 if -id0 + 62 >= 0
define spir_kernel void @clamped(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %c) !sycl.kernel.nd-range !0 {
entry:
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %a.i = getelementptr float, ptr addrspace(1) %a, i64 %i
  store float 0.0, ptr addrspace(1) %a.i
  %up = add i64 %i, 1
  %u = call i64 @llvm.umin.i64(i64 %up, i64 63)
  %a.u = getelementptr float, ptr addrspace(1) %a, i64 %u
  %x = load float, ptr addrspace(1) %a.u
  %b.i = getelementptr float, ptr addrspace(1) %b, i64 %i
  store float 0.0, ptr addrspace(1) %b.i
  %down = add i64 %i, -1
  %d = call i64 @llvm.smax.i64(i64 %down, i64 0)
  %b.d = getelementptr float, ptr addrspace(1) %b, i64 %d
  %y = load float, ptr addrspace(1) %b.d
  %c.i = getelementptr float, ptr addrspace(1) %c, i64 %i
  store float 0.0, ptr addrspace(1) %c.i
  %inner = icmp ult i64 %i, 63
  br i1 %inner, label %then, label %done
then:
  %c.n = getelementptr float, ptr addrspace(1) %c.i, i64 1
  %z = load float, ptr addrspace(1) %c.n
  br label %done
done:
  ret void
}

; CHECK-LABEL: access pattern of 'within':
; CHECK-NEXT: argument 0 %a: work-group
; CHECK-NEXT:   write 4 bytes at 64*group0 + 4*local0
; CHECK-NEXT:   read 4 bytes at 64*group0 + 4*local0 + 4 if -local0 + 14 >= 0
; CHECK-NEXT: argument 1 %far: work-item
; CHECK-NEXT:   write 4 bytes at 64*group0 + 4*local0
; CHECK-NEXT:   read 4 bytes at 64*group0 + 4*local0 + 256
define spir_kernel void @within(ptr addrspace(1) %a, ptr addrspace(1) %far) !sycl.kernel.nd-range !0 {
entry:
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %l = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  %a.i = getelementptr float, ptr addrspace(1) %a, i64 %i
  store float 0.0, ptr addrspace(1) %a.i
  %inner = icmp ult i64 %l, 15
  br i1 %inner, label %then, label %done
then:
  %a.n = getelementptr float, ptr addrspace(1) %a.i, i64 1
  %x = load float, ptr addrspace(1) %a.n
  br label %done
done:
  %far.i = getelementptr float, ptr addrspace(1) %far, i64 %i
  store float 0.0, ptr addrspace(1) %far.i
  %far.n = getelementptr float, ptr addrspace(1) %far.i, i64 64
  %y = load float, ptr addrspace(1) %far.n
  ret void
}
!0 = !{i32 1, !1, !2, !3}
!1 = !{i64 64, i64 0, i64 0}
!2 = !{i64 16, i64 0, i64 0}
!3 = !{i64 0, i64 0, i64 0}
