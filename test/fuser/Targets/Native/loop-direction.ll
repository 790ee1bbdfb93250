; Vectorized loops over work-items count down when the launch goes backwards, also if the id is a value; neither those that stream nor rows.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: split-file %s %t
; RUN: target-compile --target=native:v3 --emit=v3.optimized.ll %t/triad.ll | FileCheck-22 %s
; RUN: target-compile --target=native:v3 --emit=v3.optimized.ll %t/floats.ll | FileCheck-22 %s --check-prefix=VALUE
; RUN: target-compile --target=native:v3 --emit=v3.optimized.ll --dims=2 %t/triad.ll | FileCheck-22 %s --check-prefix=FORWARD

; CHECK-LABEL: define internal fastcc void @entry.v3.stream(
; CHECK-NOT: backwards
; CHECK-LABEL: define hidden void @entry.v3(
; CHECK-SAME: ptr noalias readonly captures(none) %{{[0-9]+}}, ptr noalias readonly captures(none) [[STATE:%[0-9]+]], i64
; CHECK: vector.ph:
; CHECK: [[END:%n.vec.*]] = and i64
; CHECK: [[ADDRESS:%.*]] = getelementptr inbounds i8, ptr [[STATE]], i64 104
; CHECK: [[FLAGS:%.*]] = load i64, ptr [[ADDRESS]], align 8, !invariant.load
; CHECK: [[FLAG:%.*]] = and i64 [[FLAGS]], 2
; CHECK: %backwards = icmp ne i64 [[FLAG]], 0
; CHECK: [[LAST:%.*]] = add i64 [[END]], -[[STEP:[0-9]+]]
; CHECK: %start = select i1 %backwards, i64 [[LAST]], i64 0
; CHECK: %step = select i1 %backwards, i64 -[[STEP]], i64 [[STEP]]
; CHECK: %stop = select i1 %backwards, i64 -[[STEP]], i64 [[END]]
; CHECK: vector.body:
; CHECK: [[I:%.*]] = phi i64 [ %start, %vector.ph ], [ [[NEXT:%.*]], %vector.body ]
; CHECK: [[NEXT]] = add i64 [[I]], %step
; CHECK-NEXT: icmp eq i64 [[NEXT]], %stop
; The scalar rest.
; CHECK: {{^}}item:
; CHECK: add nuw nsw i64 %{{.*}}, 1

; VALUE-LABEL: define hidden void @entry.v3(
; VALUE: [[I:%.*]] = phi i64 [ %start, %vector.ph ], [ [[NEXT:%.*]], %vector.body ]
; VALUE-NEXT: add i64 %{{.*}}, [[I]]
; VALUE: sitofp <
; VALUE: [[NEXT]] = add i64 [[I]], %step

; FORWARD-NOT: backwards
;--- triad.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %o) !sycl.kernel.arguments !0 {
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %pa = getelementptr float, ptr addrspace(1) %a, i64 %g
  %x = load float, ptr addrspace(1) %pa, align 4
  %y = fmul float %x, 3.0
  %po = getelementptr float, ptr addrspace(1) %o, i64 %g
  store float %y, ptr addrspace(1) %po, align 4
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
!0 = !{!1, !2}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}
;--- floats.ll
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %o) !sycl.kernel.arguments !0 {
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %n = trunc i64 %g to i32
  %f = sitofp i32 %n to float
  %po = getelementptr float, ptr addrspace(1) %o, i64 %g
  store float %f, ptr addrspace(1) %po, align 4
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
!0 = !{!1}
!1 = !{i32 0, i32 0, i32 0, i32 8}
