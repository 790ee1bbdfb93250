; IR of other SYCL compilers for GPUs: flat kernels, constants and identical arguments, limits of the launch united, kernels marked as theirs are.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: split-file %s %t
; RUN: %opt -passes='sycl-kernel-fusion,sycl-cp,verify' -S %t/nvptx.ll | FileCheck-22 %s --check-prefix=NVPTX
; RUN: %opt -passes='sycl-kernel-fusion,sycl-cp,verify' -S %t/amdgcn.ll | FileCheck-22 %s --check-prefix=AMDGCN
; NVPTX: define ptx_kernel void @fused(ptr addrspace(1) align 4 %k0.p, ptr addrspace(1) align 4 %k1.p)
; NVPTX-SAME: [[ATTRIBUTES:#[0-9]+]]
; NVPTX-SAME: !sycl.kernel.nd-range
; NVPTX: store i32 5, ptr addrspace(1) %k0.p
; NVPTX: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; NVPTX: store i32 5, ptr addrspace(1) %k1.p
; NVPTX: attributes [[ATTRIBUTES]] = { convergent {{.*}}"nvvm.maxntid"="64" "nvvm.minctasm"="4"
; AMDGCN: define amdgpu_kernel void @fused(ptr addrspace(1) %k0.p, i32 %k0.n)
; AMDGCN: fence syncscope("workgroup") release
; AMDGCN-NEXT: call void @llvm.amdgcn.s.barrier()
; AMDGCN-NEXT: fence syncscope("workgroup") acquire
; AMDGCN: store i32 %k0.n, ptr addrspace(1) %k0.p
; AMDGCN: ret void
;--- nvptx.ll
target triple = "nvptx64-nvidia-cuda"
define void @a(ptr addrspace(1) align 4 %p, i32 %n) {
  store i32 %n, ptr addrspace(1) %p
  ret void
}
define void @b(ptr addrspace(1) align 4 %p, i32 %n) {
  store i32 %n, ptr addrspace(1) %p
  ret void
}
declare !sycl.kernel.fused !0 !sycl.kernel.param !2 !sycl.kernel.constants !3 !sycl.kernel.nd-range !4 !sycl.kernel.nd-ranges !5 void @fused()
!nvvm.annotations = !{!6, !7, !8, !10, !11}
!0 = !{!"fused", !1}
!1 = !{!"a", !"b"}
!2 = !{!{!{i64 0, i64 1}, !{i64 1, i64 1}}}
!3 = !{!{i64 1, !"\05\00\00\00"}}
!4 = !{i32 1, !{i64 64, i64 1, i64 1}, !{i64 32, i64 1, i64 1}, !{i64 0, i64 0, i64 0}}
!5 = !{!4, !4}
!6 = !{ptr @a, !"kernel", i32 1}
!7 = !{ptr @b, !"kernel", i32 1}
!8 = !{ptr @a, !"maxntidx", i32 128}
!10 = !{ptr @b, !"maxntidx", i32 64}
!11 = !{ptr @b, !"minctasm", i32 4}
;--- amdgcn.ll
target triple = "amdgcn-amd-amdhsa"
define amdgpu_kernel void @a(ptr addrspace(1) %p, i32 %n) {
  store i32 %n, ptr addrspace(1) %p
  ret void
}
declare !sycl.kernel.fused !0 !sycl.kernel.param !2 void @stub()
!0 = !{!"fused", !1}
!1 = !{!"a", !"a"}
!2 = !{!{!{i64 0, i64 0}, !{i64 1, i64 0}}, !{!{i64 0, i64 1}, !{i64 1, i64 1}}}
