; Kernels that compute the number of their sub-group and their place in it, by 32 and 64 bits: the work-items of a sub-group run the loop over a row together, in vectors. There
; is another version for launches whose work-groups are no whole sub-groups, if there may be such.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: target-compile --target=native:v3 --kind=nd_range --emit=v3.optimized.ll %s | FileCheck-22 %s --check-prefixes=ACROSS,CHECK
; RUN: sed 's/^  %%g = .*/  %%g = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)/' %s > %t.local.ll
; RUN: target-compile --target=native:v3 --kind=nd_range --emit=v3.optimized.ll %t.local.ll | FileCheck-22 %s --check-prefixes=ACROSS,CHECK
; RUN: sed 's/^  %%q = .*/  %%g32 = trunc i64 %%g to i32\n  %%q32 = sdiv i32 %%g32, 16\n  %%q = sext i32 %%q32 to i64/; s/^  %%r = .*/  %%r32 = srem i32 %%g32, 16\n  %%r = zext i32 %%r32 to i64/' %s > %t.int.ll
; RUN: target-compile --target=native:v3 --kind=nd_range --emit=v3.optimized.ll %t.int.ll | FileCheck-22 %s --check-prefixes=ACROSS,CHECK
; RUN: target-compile --target=native:v3 --kind=nd_range --nd-range=4096:64 --emit=v3.optimized.ll %s | FileCheck-22 %s --implicit-check-not=.across
; A loop that calls a mathematical function.
; RUN: sed 's/^  %%t = .*/  %%e = call float @__sycl_native_exp(float %%v)\n  %%t = fadd float %%s, %%e/; $ a declare float @__sycl_native_exp(float)' %s > %t.exp.ll
; RUN: target-compile --target=native:v3 --kind=nd_range --emit=v3.optimized.ll %t.exp.ll | FileCheck-22 %s --check-prefixes=ACROSS,CHECK
; Groups that are known to be no whole sub-groups.
; RUN: target-compile --target=native:v3 --kind=nd_range --nd-range=2400:24 --emit=v3.optimized.ll %s | FileCheck-22 %s --check-prefix=PARTS --implicit-check-not=.across
; ACROSS: @entry.v3.across(
; CHECK: define hidden void @entry.v3(
; CHECK: load <8 x float>
; CHECK: fadd <8 x float>
; PARTS: define hidden void @entry.v3(
; PARTS: fadd float
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %o, i64 %n) !sycl.kernel.arguments !0 !intel_reqd_sub_group_size !4 {
entry:
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %q = lshr i64 %g, 4
  %r = and i64 %g, 15
  %row = mul i64 %q, %n
  %p.row = getelementptr float, ptr addrspace(1) %a, i64 %row
  %any = icmp ult i64 %r, %n
  br i1 %any, label %loop, label %done
loop:
  %c = phi i64 [ %r, %entry ], [ %next, %loop ]
  %s = phi float [ 0.0, %entry ], [ %t, %loop ]
  %p = getelementptr float, ptr addrspace(1) %p.row, i64 %c
  %v = load float, ptr addrspace(1) %p, align 4
  %t = fadd float %s, %v
  %next = add i64 %c, 16
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  %sum = phi float [ 0.0, %entry ], [ %t, %loop ]
  %all = call float @_Z17__spirv_GroupFAddiif(i32 3, i32 0, float %sum)
  %first = icmp eq i64 %r, 0
  br i1 %first, label %write, label %end
write:
  %p.o = getelementptr float, ptr addrspace(1) %o, i64 %q
  store float %all, ptr addrspace(1) %p.o, align 4
  br label %end
end:
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32)
declare float @_Z17__spirv_GroupFAddiif(i32, i32, float)
!0 = !{!1, !2, !3}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}
!3 = !{i32 0, i32 0, i32 16, i32 8}
!4 = !{i32 16}
