; A module of another SYCL compiler for AMD GPUs through both of our pipelines: queries in a function that both kernels call, an aggregate
; passed by reference that is a constant, an argument promoted to private memory. The stub is there for the second pipeline.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: split-file %s %t
; RUN: %opt -passes='sycl-prepare-kernels,sycl-fuse-region,verify' -verify-each -S %t/all.ll | FileCheck-22 %s
; RUN: %opt -passes='sycl-kernel-fusion,verify' -S %t/all.ll | FileCheck-22 %s --check-prefix=FUSED
; FUSED: define amdgpu_kernel void @fused(ptr addrspace(1) %k0.p, ptr addrspace(4) byref({ i64, i64 }) align 8 %k0.n, ptr addrspace(1) %k1.o)
; CHECK-NOT: llvm.compiler.used
; CHECK: define amdgpu_kernel void @fused(ptr addrspace(1) %k1.o)
; CHECK-NOT: alloca
; CHECK: call i32 @llvm.amdgcn.workitem.id.x()
; CHECK: store float 8.000000e+00, ptr addrspace(1)
; CHECK: ret void
;--- all.ll
target datalayout = "e-p:64:64-p1:64:64-p2:32:32-p3:32:32-p4:64:64-p5:32:32-p6:32:32-i64:64-n32:64-S32-A5-G1"
target triple = "amdgcn-amd-amdhsa"
declare i32 @llvm.amdgcn.workitem.id.x()
declare i32 @llvm.amdgcn.workgroup.id.x()
declare ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
declare ptr addrspace(5) @llvm.amdgcn.implicit.offset()
define internal i64 @id() noinline {
  %t = call i32 @llvm.amdgcn.workitem.id.x()
  %g = call i32 @llvm.amdgcn.workgroup.id.x()
  %d = call ptr addrspace(4) @llvm.amdgcn.dispatch.ptr()
  %sp = getelementptr i8, ptr addrspace(4) %d, i64 4
  %s = load i16, ptr addrspace(4) %sp, align 4
  %sz = zext i16 %s to i32
  %m = mul i32 %g, %sz
  %a = add i32 %m, %t
  %o = call ptr addrspace(5) @llvm.amdgcn.implicit.offset()
  %ov = load i32, ptr addrspace(5) %o, align 4
  %b = add i32 %a, %ov
  %z = zext i32 %b to i64
  ret i64 %z
}
define amdgpu_kernel void @K1(ptr addrspace(1) %p, ptr addrspace(4) byref({ i64, i64 }) align 8 %n) {
  %k = call i64 @id()
  %q = getelementptr float, ptr addrspace(1) %p, i64 %k
  %w = getelementptr i8, ptr addrspace(4) %n, i64 8
  %v = load i64, ptr addrspace(4) %w
  %f = uitofp i64 %v to float
  store float %f, ptr addrspace(1) %q
  ret void
}
define amdgpu_kernel void @K2(ptr addrspace(1) %p, ptr addrspace(1) %o) {
  %k = call i64 @id()
  %q = getelementptr float, ptr addrspace(1) %p, i64 %k
  %v = load float, ptr addrspace(1) %q
  %e = getelementptr float, ptr addrspace(1) %o, i64 %k
  store float %v, ptr addrspace(1) %e
  ret void
}
declare !sycl.kernel.fused !0 !sycl.kernel.param !2 !sycl.kernel.nd-range !3 !sycl.kernel.promote !4 !sycl.kernel.promote.localsize !5 !sycl.kernel.promote.elemsize !6 !sycl.kernel.constants !7 void @fused()
!0 = !{!"fused", !1}
!1 = !{!"K1", !"K2"}
!2 = !{!{!{i64 0, i64 0}, !{i64 1, i64 0}}}
!3 = !{i32 1, !{i64 64, i64 0, i64 0}, !{i64 16, i64 0, i64 0}, !{i64 0, i64 0, i64 0}}
!4 = !{!"private", !"none", !"none"}
!5 = !{i64 1, !"", !""}
!6 = !{i64 4, !"", !""}
!7 = !{!{i64 1, !"\00\00\00\00\00\00\00\00\08\00\00\00\00\00\00\00"}}
