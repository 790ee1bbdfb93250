; Bools of a vector that are compared as one integer, which is what any and all become, are compared one by one.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: target-spirv, spirv-val
; RUN: target-compile --target=spirv --emit=image %s -o %t.spv && %S/Inputs/spirv-check.sh %t.spv | FileCheck-22 %s
; CHECK-NOT: OpTypeInt 4
; CHECK: OpCompositeExtract %bool
; CHECK: OpLogicalNotEqual %bool
; CHECK: OpLogicalAnd %bool
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(4) %a, ptr addrspace(4) %r) !sycl.kernel.arguments !0 {
  %v = load <4 x i32>, ptr addrspace(4) %a
  %negative = icmp slt <4 x i32> %v, zeroinitializer
  %bits = bitcast <4 x i1> %negative to i4
  %any = icmp ne i4 %bits, 0
  %all = icmp eq i4 %bits, -1
  %one = zext i1 %any to i32
  %two = select i1 %all, i32 2, i32 0
  %both = or i32 %one, %two
  store i32 %both, ptr addrspace(4) %r
  ret void
}
!0 = !{!1, !2}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}
