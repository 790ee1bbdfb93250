; PTX and amdgcn IR: private memory is where allocas are, ids come from intrinsics, kernels stay kernels.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: split-file %s %t
; RUN: %opt -passes=sycl-internalization,verify -S %t/nvptx.ll | FileCheck-22 %s --check-prefix=NVPTX
; RUN: %opt -passes=sycl-internalization,verify -S %t/amdgcn.ll | FileCheck-22 %s --check-prefix=AMDGCN
; NVPTX: define ptx_kernel void @k(i64 %i, ptr addrspace(3) noundef align 4 %shared)
; NVPTX: alloca [4 x i8], align 4
; NVPTX: store i32 1, ptr %tmp.private
; NVPTX: atomicrmw add ptr addrspace(3) %{{.*}}, i32 1 syncscope("block") monotonic
; AMDGCN: define amdgpu_kernel void @k(i64 %i)
; AMDGCN: alloca [4 x i8], align 4, addrspace(5)
; AMDGCN: store i32 1, ptr addrspace(5) %tmp.private
;--- nvptx.ll
target datalayout = "e-p3:32:32-i64:64-i128:128-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
define void @k(ptr addrspace(1) %tmp, i64 %i, ptr addrspace(1) %shared) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !1 !sycl.kernel.promote.elemsize !2 {
  %p = getelementptr i32, ptr addrspace(1) %tmp, i64 %i
  %g = addrspacecast ptr addrspace(1) %p to ptr
  store i32 1, ptr %g
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ctaid = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %ntid = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %base = mul i32 %ctaid, %ntid
  %id = add i32 %base, %tid
  %l = zext i32 %id to i64
  %s = getelementptr i32, ptr addrspace(1) %shared, i64 %l
  store i32 0, ptr addrspace(1) %s
  %x = atomicrmw add ptr addrspace(1) %s, i32 1 syncscope("device") monotonic
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
!nvvm.annotations = !{!3}
!0 = !{!"private", !"none", !"local"}
!1 = !{i64 1, !"", i64 32}
!2 = !{i64 4, !"", i64 4}
!3 = !{ptr @k, !"kernel", i32 1}
;--- amdgcn.ll
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-i64:64-A5-G1"
target triple = "amdgcn-amd-amdhsa"
define amdgpu_kernel void @k(ptr addrspace(1) %tmp, i64 %i) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !1 !sycl.kernel.promote.elemsize !2 {
  %p = getelementptr i32, ptr addrspace(1) %tmp, i64 %i
  store i32 1, ptr addrspace(1) %p
  ret void
}
!0 = !{!"private", !"none"}
!1 = !{i64 1, !""}
!2 = !{i64 4, !""}
