; Atomic operations share what they access; two kernels' sums commute; what orders other accesses, or a fence, may be about any memory.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes='print<sycl-access-pattern>' -disable-output %s 2>&1 | FileCheck-22 %s
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)

; CHECK-LABEL: access pattern of 'relaxed':
; CHECK-NEXT: argument 0 %sum: launch
; CHECK-NEXT:   atomic update 4 bytes at 0 [kernel 0]
; CHECK-NEXT:   atomic update 4 bytes at 0 [kernel 1]
; CHECK-NEXT: argument 1 %own: work-item, one element each
; CHECK-NEXT:   atomic update 4 bytes at 4*id0 [kernel 0]
; CHECK-NEXT:   write 4 bytes at 4*id0 [kernel 2]
; CHECK-NEXT: argument 2 %count: launch
; CHECK-NEXT:   atomic update 4 bytes at 0 [kernel 0]
; CHECK-NEXT:   atomic read 4 bytes at 0 [kernel 2]
; CHECK-NEXT: kernel 0 to 2: launch
; CHECK-NEXT: kernel 1 to 2: unknown
define spir_kernel void @relaxed(ptr addrspace(1) %sum, ptr addrspace(1) %own, ptr addrspace(1) %count) !sycl.kernel.launch !0 {
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %a = atomicrmw add ptr addrspace(1) %sum, i32 1 monotonic, !sycl.kernel.submission !1
  %own.i = getelementptr i32, ptr addrspace(1) %own, i64 %i
  %b = atomicrmw add ptr addrspace(1) %own.i, i32 1 monotonic, !sycl.kernel.submission !1
  %c = atomicrmw add ptr addrspace(1) %count, i32 1 monotonic, !sycl.kernel.submission !1
  %d = atomicrmw add ptr addrspace(1) %sum, i32 2 monotonic, !sycl.kernel.submission !2
  %e = load atomic i32, ptr addrspace(1) %count monotonic, align 4, !sycl.kernel.submission !3
  store i32 %e, ptr addrspace(1) %own.i, !sycl.kernel.submission !3
  ret void
}

; CHECK-LABEL: access pattern of 'ordered':
; CHECK-NEXT: argument 0 %flag: launch
; CHECK-NEXT:   atomic write 4 bytes at 0
; CHECK-NEXT: argument 1 %own: unknown
; CHECK-NEXT:   write 4 bytes at 4*id0 + 4*offset0
; CHECK-NEXT: any memory:
; CHECK-NEXT:   atomic write bytes at ? if ...
define spir_kernel void @ordered(ptr addrspace(1) %flag, ptr addrspace(1) %own) !sycl.kernel.launch !0 {
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %own.i = getelementptr i32, ptr addrspace(1) %own, i64 %i
  store i32 1, ptr addrspace(1) %own.i
  store atomic i32 1, ptr addrspace(1) %flag release, align 4
  ret void
}

; CHECK-LABEL: access pattern of 'fenced':
; CHECK-NEXT: argument 0 %own: unknown
; CHECK-NEXT:   write 4 bytes at 4*id0 + 4*offset0
; CHECK-NEXT: any memory:
; CHECK-NEXT:   atomic update bytes at ? if ...
define spir_kernel void @fenced(ptr addrspace(1) %own) !sycl.kernel.launch !0 {
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %own.i = getelementptr i32, ptr addrspace(1) %own, i64 %i
  store i32 1, ptr addrspace(1) %own.i
  fence acq_rel
  ret void
}

; Numbers of kernels are what the metadata says: those in between need not exist.
; CHECK-LABEL: access pattern of 'far':
; CHECK-NEXT: argument 0 %sum: launch
; CHECK-NEXT:   atomic update 4 bytes at 0 [kernel 0]
; CHECK-NEXT:   atomic read 4 bytes at 0 [kernel 65535]
; CHECK-NEXT: kernel 0 to 65535: launch
define spir_kernel void @far(ptr addrspace(1) %sum) !sycl.kernel.launch !0 {
  %a = atomicrmw add ptr addrspace(1) %sum, i32 1 monotonic, !sycl.kernel.submission !1
  %b = load atomic i32, ptr addrspace(1) %sum monotonic, align 4, !sycl.kernel.submission !4
  ret void
}

; What is no number says nothing.
; CHECK-LABEL: access pattern of 'null':
; CHECK-NEXT: argument 0 %sum: launch
; CHECK-NEXT:   atomic update 4 bytes at 0{{$}}
define spir_kernel void @null(ptr addrspace(1) %sum) !sycl.kernel.launch !0 {
  %a = atomicrmw add ptr addrspace(1) %sum, i32 1 monotonic, !sycl.kernel.submission !5
  ret void
}
!0 = !{!"range", i32 1}
!1 = !{i32 0}
!2 = !{i32 1}
!3 = !{i32 2}
!4 = !{i32 65535}
!5 = !{null}
