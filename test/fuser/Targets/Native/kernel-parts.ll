; Kernels of a fused one that hand each other nothing in registers run in loops of their own, a strip of work-items after the other; kernels with other ranges than the launch over their own rows, without divisions.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: target-compile --target=native:v3 --emit=v3.optimized.ll %s | FileCheck-22 %s
; RUN: sed 's/store i32 %%i32/store i32 %%v/' %s > %t.ll && target-compile --target=native:v3 --emit=v3.optimized.ll %t.ll | FileCheck-22 %s --check-prefix=HANDED
; RUN: sed 's/addrspace(1) %%c, i64 %%l/addrspace(1) %%b, i64 %%l/' %s > %t.border.ll && target-compile --target=native:v3 --emit=v3.optimized.ll %t.border.ll | FileCheck-22 %s --check-prefix=BORDER
; BORDER: @entry.v3.part0.stream(
; BORDER: store {{.*}} !nontemporal
; BORDER-NOT: @entry.v3.part1.stream(
; CHECK-LABEL: define internal fastcc void @entry.v3.part0(
; CHECK: store <{{[0-9]+}} x i32>
; CHECK-NOT: {{[us]}}rem i64
; CHECK-LABEL: define internal fastcc void @entry.v3.part1(
; CHECK: store <{{[0-9]+}} x i32>
; CHECK-LABEL: define hidden void @entry.v3(
; CHECK: call fastcc void @entry.v3.part0(
; CHECK: call fastcc void @entry.v3.part1(
; HANDED-NOT: part0
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %c, i64 %w, i64 %h, i64 %n) !sycl.kernel.arguments !0 {
entry:
  %l = call i64 @_Z29__spirv_BuiltInGlobalLinearIdv()
  %items = mul nuw i64 %w, %h
  %in0 = icmp ult i64 %l, %items
  br i1 %in0, label %k0, label %next
k0:
  %column = urem i64 %l, %w
  %row = udiv i64 %l, %w
  %pitch = add i64 %w, 2
  %start = mul i64 %row, %pitch
  %at = add i64 %start, %column
  %pa = getelementptr i32, ptr addrspace(1) %a, i64 %at
  %x = load i32, ptr addrspace(1) %pa, align 4, !sycl.kernel.submission !8
  %pb = getelementptr i32, ptr addrspace(1) %b, i64 %at
  store i32 %x, ptr addrspace(1) %pb, align 4, !sycl.kernel.submission !8
  br label %next
next:
  %v = phi i32 [ 0, %entry ], [ %x, %k0 ]
  %in1 = icmp ult i64 %l, %n
  br i1 %in1, label %k1, label %end
k1:
  %i32 = trunc i64 %l to i32
  %pc = getelementptr i32, ptr addrspace(1) %c, i64 %l
  store i32 %i32, ptr addrspace(1) %pc, align 4, !sycl.kernel.submission !9
  br label %end
end:
  ret void
}
declare i64 @_Z29__spirv_BuiltInGlobalLinearIdv()
!0 = !{!1, !2, !3, !4, !5, !6}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}
!3 = !{i32 0, i32 1, i32 0, i32 8}
!4 = !{i32 1, i32 0, i32 0, i32 8}
!5 = !{i32 1, i32 0, i32 1, i32 8}
!6 = !{i32 1, i32 1, i32 0, i32 8}
!8 = !{i32 0}
!9 = !{i32 1}
