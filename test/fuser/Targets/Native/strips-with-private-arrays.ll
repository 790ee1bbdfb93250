; Arrays of a work-item in loops: a strip of work-items has them element by element, so that loads and stores are of vectors, also of what is kept across a barrier. Where loops go along the array, or its address is kept, there are no strips.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: target-compile --dims=1 --kind=range --target=native:v3 --emit=v3.optimized.ll %s | FileCheck-22 %s
; RUN: sed 's/^; barrier/call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)/' %s > %t.kept.ll
; RUN: target-compile --dims=1 --kind=nd_range --target=native:v3 --emit=v3.optimized.ll %t.kept.ll | FileCheck-22 %s
; RUN: sed 's/\[2 x float\], ptr %e, i64 %k/float, ptr %e, i64 %k/; s/ptr %x.at, i64 4/ptr %x.at, i64 160/' %s > %t.along.ll
; RUN: target-compile --dims=1 --kind=range --target=native:v3 --phases --emit=phase.5-barrier-regions.ll %t.along.ll | FileCheck-22 %s --check-prefix=NONE
; RUN: sed 's/^; capture/store ptr %e, ptr addrspace(4) %out/' %s > %t.captured.ll
; RUN: target-compile --dims=1 --kind=range --target=native:v3 --phases --emit=phase.5-barrier-regions.ll %t.captured.ll | FileCheck-22 %s --check-prefix=NONE
; RUN: sed 's/^; capture/store ptr %e, ptr addrspace(4) %out/' %t.kept.ll > %t.both.ll
; RUN: target-compile --dims=1 --kind=nd_range --target=native:v3 --phases --emit=phase.5-barrier-regions.ll %t.both.ll | FileCheck-22 %s --check-prefix=NONE
; CHECK: define
; CHECK-NOT: gather
; CHECK: load <8 x float>
; CHECK: {{fmul|fma}}{{.*}}<8 x float>
; CHECK: store <8 x float>
; CHECK-NOT: gather
; NONE: define
; NONE-NOT: .strip
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
; e[k][0] += e[k][1] * a[j], for 40 of them and each a[j]
define spir_kernel void @k(ptr addrspace(4) %a, ptr addrspace(4) %out, i64 %n) !sycl.kernel.arguments !0 {
entry:
  %e = alloca [40 x [2 x float]]
  call void @llvm.memset.p0.i64(ptr %e, i8 0, i64 320, i1 false)
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %if = uitofp i64 %i to float
  %first = getelementptr i8, ptr %e, i64 4
  store float %if, ptr %first
; capture
; barrier
  br label %outer
outer:
  %j = phi i64 [ 0, %entry ], [ %j1, %next ]
  %pa = getelementptr float, ptr addrspace(4) %a, i64 %j
  %va = load float, ptr addrspace(4) %pa
  br label %inner
inner:
  %k = phi i64 [ 0, %outer ], [ %k1, %inner ]
  %x.at = getelementptr [2 x float], ptr %e, i64 %k
  %y.at = getelementptr i8, ptr %x.at, i64 4
  %x = load float, ptr %x.at
  %y = load float, ptr %y.at
  %m = fmul float %y, %va
  %s = fadd float %x, %m
  store float %s, ptr %x.at
  %k1 = add i64 %k, 1
  %again = icmp ult i64 %k1, 40
  br i1 %again, label %inner, label %next
next:
  %j1 = add i64 %j, 1
  %more = icmp ult i64 %j1, %n
  br i1 %more, label %outer, label %end
end:
  %p = getelementptr [2 x float], ptr %e, i64 3
  %r = load float, ptr %p
  %po = getelementptr float, ptr addrspace(4) %out, i64 %i
  store float %r, ptr addrspace(4) %po
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
!0 = !{!1, !2, !3}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}
!3 = !{i32 0, i32 0, i32 16, i32 8}
