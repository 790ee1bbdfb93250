; A loop body that is too large runs piece by piece over a strip of work-items: cut where little is handed on, in an array over the strip or computed again; each piece is vectorized.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: target-compile --target=native:v3 --largest-body=24 --emit=v3.optimized.ll %s | FileCheck-22 %s
; RUN: target-compile --target=native:v3 --largest-body=24 --emit=v3.optimized.ll %s | FileCheck-22 %s --check-prefix=ARRAYS
; RUN: target-compile --target=native:v3 --emit=v3.optimized.ll %s | FileCheck-22 %s --check-prefix=WHOLE
; One value is handed on, %c; the other one, %n, costs no more than a load. No array for it.
; ARRAYS-LABEL: define hidden void @entry.v3(
; ARRAYS-COUNT-1: alloca [64 x float]
; ARRAYS-NOT: alloca
; CHECK-LABEL: define hidden void @entry.v3(
; CHECK-DAG: call i64 @llvm.umin.i64(i64 %{{.*}}, i64 64)
; CHECK-DAG: getelementptr {{.*}}float, ptr %passed, i64
; CHECK-DAG: load <8 x float>
; CHECK-DAG: call <8 x float> @llvm.sqrt.v8f32(
; CHECK-DAG: store <8 x float> {{.*}}, align 4, !llvm.access.group
; WHOLE-NOT: alloca
; WHOLE-NOT: @llvm.umin
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %o) !sycl.kernel.arguments !0 {
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %n = and i64 %g, 1021
  %pa = getelementptr float, ptr addrspace(1) %a, i64 %g
  %x = load float, ptr addrspace(1) %pa, align 4
  %x1 = fmul float %x, 3.0
  %x2 = fadd float %x1, %x
  %x3 = fmul float %x2, %x1
  %x4 = fadd float %x3, %x2
  %x5 = fmul float %x4, %x3
  %x6 = fadd float %x5, %x4
  %x7 = fmul float %x6, %x5
  %c = fadd float %x7, %x6
  %y0 = call float @llvm.sqrt.f32(float %c)
  %y1 = fmul float %y0, %c
  %y2 = fadd float %y1, %y0
  %y3 = fmul float %y2, %y1
  %y4 = fadd float %y3, %y2
  %y5 = fmul float %y4, %y3
  %y6 = fadd float %y5, %y4
  %y7 = fmul float %y6, %y5
  %y8 = fadd float %y7, %y6
  %w = trunc i64 %n to i32
  %m = sitofp i32 %w to float
  %r = fadd float %y8, %m
  %po = getelementptr float, ptr addrspace(1) %o, i64 %g
  store float %r, ptr addrspace(1) %po, align 4
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare float @llvm.sqrt.f32(float)
!0 = !{!1, !2}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}
