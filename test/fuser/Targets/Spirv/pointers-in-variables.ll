; A variable that a pointer is stored to at its begin keeps its size.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: target-spirv, spirv-val
; RUN: target-compile --target=spirv --emit=image %s -o %t.spv && %S/Inputs/spirv-check.sh %t.spv | FileCheck-22 %s
; CHECK-DAG: %[[BYTES:.*]] = OpTypeArray %uchar %uint_253
; CHECK-DAG: %[[POINTER:.*]] = OpTypePointer Function %[[BYTES]]
; CHECK: OpVariable %[[POINTER]] Function
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(4) %p, i64 %i) !sycl.kernel.arguments !0 {
  %a = alloca [253 x i8], align 8
  %q = getelementptr i64, ptr addrspace(4) %p, i64 %i
  store ptr addrspace(4) %q, ptr %a, align 8
  %b = getelementptr inbounds i8, ptr %a, i64 %i
  %old = load i8, ptr %b
  %new = add i8 %old, 1
  store i8 %new, ptr %b
  %l = load ptr addrspace(4), ptr %a, align 8
  %v = load i64, ptr addrspace(4) %l
  store i64 %v, ptr addrspace(4) %p
  ret void
}
!0 = !{!1, !2}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}
