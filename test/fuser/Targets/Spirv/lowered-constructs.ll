; What the back end aborts on or gets wrong is written with other instructions: a switch over a bool, atomics, byte reversal, NaNs of llvm.minimum.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: target-spirv, spirv-val
; RUN: target-compile --target=spirv --emit=image %s -o %t.spv && %S/Inputs/spirv-check.sh %t.spv | FileCheck-22 %s
; CHECK: %[[ACQUIRE:.*]] = OpConstant %uint 770
; CHECK-NOT: OpSwitch
; CHECK: OpAtomicLoad %uint %{{.*}} %{{.*}} %[[ACQUIRE]]
; CHECK: OpAtomicCompareExchange %uint
; CHECK-NOT: bswap
; CHECK: OpUnordered
; CHECK: OpFunctionEnd
; CHECK-NOT: OpFunction
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(4) %a, ptr addrspace(4) %f, float %x, float %y) !sycl.kernel.arguments !0 {
  %v = load atomic i32, ptr addrspace(4) %a syncscope("device") acquire, align 4
  %odd = trunc i32 %v to i1
  %old = atomicrmw fadd ptr addrspace(4) %f, float %x syncscope("device") monotonic
  switch i1 %odd, label %none [
    i1 false, label %even
    i1 true, label %end
  ]
even:
  %r = call i32 @llvm.bswap.i32(i32 %v)
  store i32 %r, ptr addrspace(4) %a
  br label %end
none:
  br label %end
end:
  %m = call float @llvm.minimum.f32(float %x, float %y)
  %p = getelementptr float, ptr addrspace(4) %f, i64 1
  store float %m, ptr addrspace(4) %p
  ret void
}
declare i32 @llvm.bswap.i32(i32)
declare float @llvm.minimum.f32(float, float)
!0 = !{!1, !2, !3, !4}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}
!3 = !{i32 0, i32 0, i32 16, i32 4}
!4 = !{i32 0, i32 0, i32 20, i32 4}
