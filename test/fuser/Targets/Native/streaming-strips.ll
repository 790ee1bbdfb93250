; What the loop of a work-item stores goes past the caches where the whole strip of work-items fills cache lines in each turn: in strips of 64 where groups have so many, else of 32. Where its first element begins no line, it is stored as ever. Not what is loaded too, what all turns store to, and what lies between what other turns store.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: target-compile --kind=nd_range --nd-range=4096:64 --target=native:v3 --emit=v3.optimized.ll %s | FileCheck-22 %s --check-prefixes=CHECK,WIDE
; RUN: target-compile --kind=nd_range --target=native:v3 --emit=v3.optimized.ll %s | FileCheck-22 %s
; RUN: target-compile --kind=nd_range --target=native:v3 --emit=v3.optimized.ll %s | FileCheck-22 %s --check-prefix=ELSE
; RUN: sed 's/%%y = fadd float %%x, 1.0/%%old = load float, ptr addrspace(4) %%po\n  %%y = fadd float %%x, %%old/' %s > %t.1.ll
; RUN: target-compile --kind=nd_range --nd-range=4096:64 --target=native:v3 --emit=v3.optimized.ll %t.1.ll | FileCheck-22 %s --check-prefix=NONE
; RUN: sed 's/%%po = getelementptr float, ptr addrspace(4) %%o, i64 %%i/%%po = getelementptr float, ptr addrspace(4) %%o, i64 %%l/' %s > %t.2.ll
; RUN: target-compile --kind=nd_range --nd-range=4096:64 --target=native:v3 --emit=v3.optimized.ll %t.2.ll | FileCheck-22 %s --check-prefix=NONE
; RUN: sed 's/shl i64 %%m, 6/shl i64 %%m, 4/' %s > %t.3.ll
; RUN: target-compile --kind=nd_range --nd-range=4096:64 --target=native:v3 --emit=v3.optimized.ll %t.3.ll | FileCheck-22 %s --check-prefix=NONE
; CHECK-LABEL: .stream(
; CHECK-COUNT-4: store <8 x float> {{.*}}, align 32, {{.*}}!nontemporal
; WIDE-COUNT-4: store <8 x float> {{.*}}, align 32, {{.*}}!nontemporal
; CHECK-LABEL: define hidden void @entry
; CHECK-NOT: nontemporal
; CHECK: ret void
; ELSE-LABEL: .stream(
; ELSE-DAG: call void @llvm.x86.sse.sfence()
; ELSE-DAG: store <8 x float> {{.*}}, align 4, !llvm.access.group
; ELSE-LABEL: define hidden void @entry
; NONE: define
; NONE-NOT: nontemporal
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(4) %a, ptr addrspace(4) %o, ptr addrspace(4) %sums, i64 %each) !sycl.kernel.arguments !0 {
  %g = call i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32 0)
  %l = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  %id = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %first = mul i64 %g, %each
  br label %turn
turn:
  %n = phi i64 [ 0, %0 ], [ %next, %turn ]
  %sum = phi float [ 0.0, %0 ], [ %more, %turn ]
  %m = add i64 %first, %n
  %row = shl i64 %m, 6
  %i = add i64 %row, %l
  %pa = getelementptr float, ptr addrspace(4) %a, i64 %i
  %x = load float, ptr addrspace(4) %pa
  %po = getelementptr float, ptr addrspace(4) %o, i64 %i
  %y = fadd float %x, 1.0
  store float %y, ptr addrspace(4) %po
  %more = fadd float %sum, %y
  %next = add i64 %n, 1
  %again = icmp ult i64 %next, %each
  br i1 %again, label %turn, label %done
done:
  %ps = getelementptr float, ptr addrspace(4) %sums, i64 %id
  store float %more, ptr addrspace(4) %ps
  ret void
}
declare i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32)
declare i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32)
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
!0 = !{!1, !2, !3, !4}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}
!3 = !{i32 0, i32 0, i32 16, i32 8}
!4 = !{i32 0, i32 0, i32 24, i32 8}
