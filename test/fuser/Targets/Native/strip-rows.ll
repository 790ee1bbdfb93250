; Rows in the elements that a work-item of a group takes one after the other, as those of a reduction do: the work-items of a group run each turn together,
; in parts without divisions and masks.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: target-compile --target=native:v3 --kind=nd_range --nd-range=6400:64 --emit=v3.optimized.ll %s | FileCheck-22 %s --implicit-check-not=masked
; In 32 bits.
; RUN: sed 's/urem i64 %%e, %%w/urem i32 %%e32, %%width/; s/udiv i64 %%e, %%w/udiv i32 %%e32, %%width/; s/icmp \(u[a-z]*\) i64 %%\([xy]\), %%\(h\|end\)/icmp \1 i32 %%\2, %%\332/' %s > %t.ll
; RUN: target-compile --target=native:v3 --kind=nd_range --nd-range=6400:64 --emit=v3.optimized.ll %t.ll | FileCheck-22 %s --implicit-check-not=masked
; CHECK: define hidden void @entry.v3(
; CHECK: row.body:
; CHECK: vector.body
; CHECK: load <4 x double>
; CHECK: store <4 x double>
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(i32 %width, i32 %halo, i64 %each, ptr addrspace(4) %p, ptr addrspace(4) %r, ptr addrspace(4) %sums) !sycl.kernel.arguments !0 {
  %group = call i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32 0)
  %item = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %w = sext i32 %width to i64
  %h = sext i32 %halo to i64
  %h32 = add i32 %halo, 0
  %end32 = sub nsw i32 %width, %halo
  %end = sext i32 %end32 to i64
  %s = shl i64 %group, 6
  %start = mul i64 %s, %each
  %first = add i64 %start, %item
  br label %loop
loop:
  %n = phi i64 [ 0, %0 ], [ %next, %latch ]
  %sum = phi double [ -0.0, %0 ], [ %added, %latch ]
  %turn = shl i64 %n, 6
  %e = add i64 %first, %turn
  %e32 = trunc i64 %e to i32
  %x = urem i64 %e, %w
  %y = udiv i64 %e, %w
  %left = icmp uge i64 %x, %h
  %right = icmp ult i64 %x, %end
  %below = icmp uge i64 %y, %h
  %both = and i1 %left, %right
  %inside = and i1 %both, %below
  br i1 %inside, label %then, label %latch
then:
  %pp = getelementptr double, ptr addrspace(4) %p, i64 %e
  %pr = getelementptr double, ptr addrspace(4) %r, i64 %e
  %a = load double, ptr addrspace(4) %pp, align 8
  %b = load double, ptr addrspace(4) %pr, align 8
  %c = fadd double %a, %b
  store double %c, ptr addrspace(4) %pp, align 8
  br label %latch
latch:
  %v = phi double [ -0.0, %loop ], [ %c, %then ]
  %added = fadd double %sum, %v
  %next = add nuw i64 %n, 1
  %last = icmp eq i64 %next, %each
  br i1 %last, label %done, label %loop
done:
  %ps = getelementptr double, ptr addrspace(4) %sums, i64 %g
  store double %added, ptr addrspace(4) %ps, align 8
  ret void
}
declare i64 @_Z26__spirv_BuiltInWorkgroupIdi(i32)
declare i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32)
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
!0 = !{!1, !2, !3, !4, !5, !6}
!1 = !{i32 0, i32 0, i32 0, i32 4}
!2 = !{i32 0, i32 0, i32 4, i32 4}
!3 = !{i32 0, i32 0, i32 8, i32 8}
!4 = !{i32 0, i32 0, i32 16, i32 8}
!5 = !{i32 0, i32 0, i32 24, i32 8}
!6 = !{i32 0, i32 0, i32 32, i32 8}
