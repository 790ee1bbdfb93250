; Of a structure that is passed by value the bundle says whether the kernel uses pointers in it, which buffers of OpenCL cannot be.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: target-spirv
; RUN: target-compile --target=spirv %s | FileCheck-22 %s
; CHECK: argument source 0 submission 0 offset 0 size 8{{$}}
; CHECK-NEXT: argument source 0 submission 0 offset 8 size 24{{$}}
; CHECK-NEXT: argument source 0 submission 0 offset 32 size 16 with pointers
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(4) %a, ptr byval([24 x i8]) align 8 %numbers, ptr byval([16 x i8]) align 8 %pointers) !sycl.kernel.arguments !0 {
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %odd = and i64 %g, 1
  %at = getelementptr i64, ptr %numbers, i64 %odd
  %number = load i64, ptr %at
  %which = getelementptr ptr addrspace(4), ptr %pointers, i64 %odd
  %pointer = load ptr addrspace(4), ptr %which
  store i64 %number, ptr addrspace(4) %pointer
  %pa = getelementptr i64, ptr addrspace(4) %a, i64 %g
  store i64 %number, ptr addrspace(4) %pa
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
!0 = !{!1, !2, !3}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 24}
!3 = !{i32 0, i32 0, i32 32, i32 16}
