; What become constants in prepared kernels change no bit: functions with more than one right result are not evaluated, a product and sum that may
; be rounded once are not rounded twice, and the larger one of two zeros is the positive one.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes='sycl-prepare-kernels,sycl-cp,default<O3>,verify' -S %s | FileCheck-22 %s
; RUN: %opt -passes='sycl-prepare-kernels,sycl-prepare-kernels,sycl-cp,default<O3>,verify' -S %s | FileCheck-22 %s
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"

; CHECK-LABEL: define spir_kernel void @evaluated(
; CHECK: call float @llvm.sin.f32(float 5.000000e-01) #[[NOBUILTIN:[0-9]+]]
; CHECK: call float @llvm.pow.f32(float %x, float 2.000000e+00) #[[NOBUILTIN]]
; CHECK: call float @cbrtf(float 3.000000e+00) #[[NOBUILTIN]]
; What has one right result is.
; CHECK: store volatile float 0x3FFBB67AE0000000
define spir_kernel void @evaluated(ptr addrspace(1) %p, float %x, float %half, float %two, float %three) !sycl.kernel.arguments !0 !sycl.kernel.constants !3 {
  %sin = call float @llvm.sin.f32(float %half)
  store volatile float %sin, ptr addrspace(1) %p
  %pow = call float @llvm.pow.f32(float %x, float %two)
  store volatile float %pow, ptr addrspace(1) %p
  %cbrt = call float @cbrtf(float %three)
  store volatile float %cbrt, ptr addrspace(1) %p
  %sqrt = call float @llvm.sqrt.f32(float %three)
  store volatile float %sqrt, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: define spir_kernel void @rounded(
; CHECK: call float @llvm.fma.f32(float 0x3FF19999A0000000, float 0x3FF4CCCCC0000000, float %x) #[[MARKED:[0-9]+]]
; CHECK: call float @llvm.fma.f32(float 0x3FF19999A0000000, float 0x3FF19999A0000000, float 0x3FF4CCCCC0000000) #[[MARKED]]
; CHECK: call <2 x float> @llvm.fma.v2f32({{.*}}) #[[MARKED]]
define spir_kernel void @rounded(ptr addrspace(1) %p, float %x, float %a, float %b) !sycl.kernel.arguments !1 !sycl.kernel.constants !4 {
  %r = call float @llvm.fmuladd.f32(float %a, float %b, float %x)
  store volatile float %r, ptr addrspace(1) %p
  %s = call float @llvm.fmuladd.f32(float %a, float %a, float %b)
  store volatile float %s, ptr addrspace(1) %p
  %v = load volatile <2 x float>, ptr addrspace(1) %p
  %w = call <2 x float> @llvm.fmuladd.v2f32(<2 x float> %v, <2 x float> %v, <2 x float> %v)
  store volatile <2 x float> %w, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: define spir_kernel void @zeros(
; CHECK: call float @llvm.maximumnum.f32(float %x, float 0.000000e+00)
; CHECK: call float @llvm.minimumnum.f32(float %x, float -0.000000e+00)
; CHECK: store volatile float 0.000000e+00
; CHECK: store volatile float -0.000000e+00
define spir_kernel void @zeros(ptr addrspace(1) %p, float %x, float %zero, float %negative) !sycl.kernel.arguments !1 !sycl.kernel.constants !5 {
  %max = call float @llvm.maxnum.f32(float %x, float %zero)
  store volatile float %max, ptr addrspace(1) %p
  %min = call float @llvm.minnum.f32(float %negative, float %x)
  store volatile float %min, ptr addrspace(1) %p
  %largest = call float @llvm.maxnum.f32(float %negative, float %zero)
  store volatile float %largest, ptr addrspace(1) %p
  %least = call float @llvm.minnum.f32(float %zero, float %negative)
  store volatile float %least, ptr addrspace(1) %p
  ret void
}

; CHECK-DAG: attributes #[[NOBUILTIN]] = { {{.*}}nobuiltin }
; CHECK-DAG: attributes #[[MARKED]] = { {{.*}}nobuiltin "sycl-fuse-fmuladd" }
declare float @llvm.sin.f32(float)
declare float @llvm.sqrt.f32(float)
declare float @llvm.pow.f32(float, float)
declare float @llvm.fmuladd.f32(float, float, float)
declare <2 x float> @llvm.fmuladd.v2f32(<2 x float>, <2 x float>, <2 x float>)
declare float @llvm.maxnum.f32(float, float)
declare float @llvm.minnum.f32(float, float)
declare float @cbrtf(float)
!0 = !{!6, !7, !7, !7, !7}
!1 = !{!6, !7, !7, !7}
!3 = !{!{i64 2, !"\00\00\00\3F"}, !{i64 3, !"\00\00\00\40"}, !{i64 4, !"\00\00\40\40"}}
!4 = !{!{i64 2, !"\CD\CC\8C\3F"}, !{i64 3, !"\66\66\A6\3F"}}
!5 = !{!{i64 2, !"\00\00\00\00"}, !{i64 3, !"\00\00\00\80"}}
!6 = !{i32 0, i32 0, i32 0, i32 8}
!7 = !{i32 0, i32 0, i32 8, i32 4}
