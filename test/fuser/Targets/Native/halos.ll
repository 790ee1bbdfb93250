; Rows in a linear range whose ends are left out, by a number that an argument says: what is between is one loop without masks, which are slow on
; processors without 512-bit units.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: target-compile --target=native:v3 --emit=v3.optimized.ll %s | FileCheck-22 %s --implicit-check-not=masked
; CHECK: define hidden void @entry.v3(
; CHECK: load <4 x double>
; CHECK: store <4 x double>
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(i32 %width, i32 %height, i32 %halo, ptr addrspace(4) %p, ptr addrspace(4) %r) !sycl.kernel.arguments !0 {
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %frozen = freeze i32 %width
  %w = sext i32 %frozen to i64
  %y = udiv i64 %i, %w
  %m = mul i64 %y, %w
  %x = sub i64 %i, %m
  %h = sext i32 %halo to i64
  %left = icmp ult i64 %x, %h
  br i1 %left, label %done, label %next
next:
  %inner = sub nsw i32 %frozen, %halo
  %end = sext i32 %inner to i64
  %right = icmp uge i64 %x, %end
  %above = icmp ult i64 %y, %h
  %either = or i1 %above, %right
  br i1 %either, label %done, label %last
last:
  %rows = sub nsw i32 %height, %halo
  %bottom = sext i32 %rows to i64
  %inside = icmp ult i64 %y, %bottom
  br i1 %inside, label %then, label %done
then:
  %pp = getelementptr double, ptr addrspace(4) %p, i64 %i
  %pr = getelementptr double, ptr addrspace(4) %r, i64 %i
  %a = load double, ptr addrspace(4) %pp, align 8
  %b = load double, ptr addrspace(4) %pr, align 8
  %sum = fadd double %a, %b
  store double %sum, ptr addrspace(4) %pp, align 8
  br label %done
done:
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
!0 = !{!1, !2, !3, !4, !5}
!1 = !{i32 0, i32 0, i32 0, i32 4}
!2 = !{i32 0, i32 0, i32 4, i32 4}
!3 = !{i32 0, i32 0, i32 8, i32 4}
!4 = !{i32 0, i32 0, i32 16, i32 8}
!5 = !{i32 0, i32 0, i32 24, i32 8}
