; What a kernel does at many boundaries is one function, at few it is a loop at each; a result that is the same for all has one place, and stays there until its use.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: awk '/^;; /{sub(/^;; /,""); t=t $0 "\n"; next} /^  ret/{for(i=0;i<n;++i){s=t; gsub(/#/,i,s); print s}} 1' n=8 %s > %t.8.ll
; RUN: awk '/^;; /{sub(/^;; /,""); t=t $0 "\n"; next} /^  ret/{for(i=0;i<n;++i){s=t; gsub(/#/,i,s); print s}} 1' n=2 %s > %t.2.ll
; RUN: target-compile --kind=nd_range --phases --emit=phase.6-work-item-loops.ll %t.8.ll | FileCheck-22 %s --check-prefix=MANY
; RUN: target-compile --kind=nd_range --phases --emit=phase.6-work-item-loops.ll %t.2.ll | FileCheck-22 %s --check-prefix=FEW
; RUN: target-compile --kind=nd_range --target=native:v3 --emit=v3.optimized.ll %t.8.ll | FileCheck-22 %s --check-prefix=FINAL
; MANY-COUNT-8: call void @sycl_fuse_collective(
; MANY-NOT: call void @sycl_fuse_collective(
; MANY: define internal void @sycl_fuse_collective(
; MANY: reduce:
; MANY: add i32
; MANY-NOT: reduce{{[0-9]+}}:
; FEW-NOT: sycl_fuse_collective
; FEW-COUNT-2: reduce{{[0-9]*}}:
; FEW-NOT: fill
; The values of the work-items are in arrays, the results are not.
; FINAL-LABEL: define hidden void @entry
; FINAL-COUNT-9: alloca i32, i64
; FINAL-NOT: alloca i32, i64
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(4) %a) !sycl.kernel.arguments !0 {
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %p = getelementptr inbounds i32, ptr addrspace(4) %a, i64 %g
  %v = load i32, ptr addrspace(4) %p, align 4
  %first = call i32 @_Z17__spirv_GroupSMaxiii(i32 2, i32 0, i32 %v)
;;   %v# = load i32, ptr addrspace(4) %p, align 4
;;   %s# = call i32 @_Z17__spirv_GroupIAddiii(i32 2, i32 0, i32 %v#)
;;   %r# = add i32 %s#, %first
;;   store i32 %r#, ptr addrspace(4) %p, align 4
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare i32 @_Z17__spirv_GroupIAddiii(i32, i32, i32)
declare i32 @_Z17__spirv_GroupSMaxiii(i32, i32, i32)
!0 = !{!1}
!1 = !{i32 0, i32 0, i32 0, i32 8}
