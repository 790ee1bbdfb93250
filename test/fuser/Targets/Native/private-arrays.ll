; Accesses that may be to private arrays, here through a choice of two, are not called independent between work-items; others are.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: target-compile --target=native:v3 --emit=v3.optimized.ll %s | FileCheck-22 %s
; CHECK: select i1 {{.*}}, ptr %{{.*}}, ptr %
; CHECK: store i32 %v.i, ptr %p.i, align 4{{$}}
; CHECK: store i32 %w.i, ptr %{{.*}}, align 4, !llvm.access.group
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(4) %a, i64 %n) !sycl.kernel.arguments !0 {
  %x = alloca [8 x i32]
  %y = alloca [8 x i32]
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %in = getelementptr i32, ptr addrspace(4) %a, i64 %g
  %v = load i32, ptr addrspace(4) %in, align 4
  %odd = trunc i32 %v to i1
  %array = select i1 %odd, ptr %x, ptr %y
  %i = and i64 %g, 7
  %p = getelementptr i32, ptr %array, i64 %i
  store i32 %v, ptr %p, align 4
  %q = getelementptr i32, ptr %array, i64 %n
  %w = load i32, ptr %q, align 4
  %out = getelementptr i32, ptr addrspace(4) %a, i64 %g
  store i32 %w, ptr addrspace(4) %out, align 4
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
!0 = !{!1, !2}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}
