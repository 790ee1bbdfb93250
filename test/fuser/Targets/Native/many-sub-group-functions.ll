; What a sub-group does between two of its functions goes on at one place or few, and only there: edges grow with the number of functions, not with its square.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: awk '/^;; /{sub(/^;; /,""); t=t $0 "\n"; next} /^  ret/{for(i=0;i<8;++i){s=t; gsub(/#/,i,s); print s}} 1' %s > %t.ll
; RUN: target-compile --kind=nd_range --nd-range=1024:256 --phases --emit=phase.6-work-item-loops.ll %t.ll | FileCheck-22 %s
; The branch at the start asks where it goes on, and the last region returns; the others go straight to the next one, where what they hand on is in registers.
; CHECK: switch i32 %{{[0-9]+}}, label %bad [
; CHECK-NEXT: i32 0, label %region.0
; CHECK-NEXT: ]
; CHECK: switch i32 %{{[0-9]+}}, label %sub.done [
; CHECK-NEXT: i32 1, label %region.1
; CHECK-NEXT: i32 2, label %region.2
; CHECK-NEXT: ]
; CHECK-COUNT-8: br label %region.
; CHECK-NOT: label %region.
; CHECK: switch i32 %{{[0-9]+}}, label %sub.done [
; CHECK-NEXT: ]
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(4) %a, i32 %c) !sycl.kernel.arguments !0 {
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %p = getelementptr inbounds float, ptr addrspace(4) %a, i64 %g
  %v = load float, ptr addrspace(4) %p, align 4
  %o = icmp eq i32 %c, 0
  br i1 %o, label %first, label %rest
first:
  %f = call float @_Z30__spirv_GroupNonUniformShuffleifj(i32 3, float %v, i32 5)
  store float %f, ptr addrspace(4) %p, align 4
  br label %rest
rest:
;;   %v# = load float, ptr addrspace(4) %p, align 4
;;   %s# = call float @_Z30__spirv_GroupNonUniformShuffleifj(i32 3, float %v#, i32 #)
;;   store float %s#, ptr addrspace(4) %p, align 4
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare float @_Z30__spirv_GroupNonUniformShuffleifj(i32, float, i32)
!0 = !{!1, !2}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 4}
