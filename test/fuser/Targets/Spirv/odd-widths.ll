; Integers of widths that SPIR-V lacks, as LLVM makes them of padding, become wider ones; those in memory are refused.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: target-spirv, spirv-val
; RUN: target-compile --target=spirv --emit=image %s -o %t.spv && %S/Inputs/spirv-check.sh %t.spv | FileCheck-22 %s
; CHECK-NOT: OpTypeInt 24
; CHECK: OpPhi %uint
; CHECK: OpBitwiseAnd %uint
; RUN: sed 's/%a = trunc i32 %x to i24/%a = load i24, ptr addrspace(4) %%p/' %s > %t.ll; not target-compile --target=spirv --emit=image %t.ll -o %t.spv 2>&1 | FileCheck-22 %s --check-prefix=MEMORY
; MEMORY: it uses the type 'i24' [SF4004]
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(4) %p, i32 %n) !sycl.kernel.arguments !0 {
entry:
  %x = load i32, ptr addrspace(4) %p
  br label %loop
loop:
  %old = phi i24 [ undef, %entry ], [ %a, %loop ]
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %a = trunc i32 %x to i24
  %k1 = add i32 %k, 1
  %more = icmp ult i32 %k1, %n
  br i1 %more, label %loop, label %end
end:
  %z = zext i24 %old to i32
  store i32 %z, ptr addrspace(4) %p
  ret void
}
!0 = !{!1, !2}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 4}
