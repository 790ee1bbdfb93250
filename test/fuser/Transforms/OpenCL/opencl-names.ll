; Functions of OpenCL C become builtins, LLVM's intrinsics and functions of the C library; native and vector forms too. A second time changes nothing.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes=sycl-normalize-builtins,verify -S %s -o %t.1.ll && FileCheck-22 %s --implicit-check-not="declare spir_func float" < %t.1.ll
; RUN: %opt -passes=sycl-normalize-builtins,verify -S %t.1.ll -o %t.2.ll && tail -n +2 %t.1.ll > %t.a && tail -n +2 %t.2.ll > %t.b && cmp %t.a %t.b
; CHECK: call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
; CHECK: %n = add i64 1, 2
; CHECK: %s = {{.*}}call <4 x float> @llvm.sin.v4f32(<4 x float> %v)
; CHECK: %x0 = extractelement
; CHECK: call float @llvm.exp.f32(float %x0)
; CHECK: call float @acoshf(float
; CHECK: call float @acoshf(float
; CHECK: call i32 @llvm.umax.i32(i32 %i, i32 %i)
; CHECK: call i32 @llvm.smax.i32(i32 %i, i32 %i)
; CHECK: call <4 x float> @llvm.minnum.v4f32(<4 x float> %s, <4 x float> splat (float 1.000000e+00))
; CHECK: call spir_func void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 784)
; CHECK: call spir_func i32 @_Z17__spirv_GroupUMiniii(i32 2, i32 2, i32 %i)
; CHECK: call spir_func i32 @_Z17__spirv_GroupIAddiii(i32 3, i32 0, i32 %i)
target triple = "spir64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %p, <4 x float> %v, i32 %i) {
  %id = call spir_func i64 @_Z13get_global_idj(i32 0)
  %beyond = call spir_func i64 @_Z12get_local_idj(i32 5)
  %one = call spir_func i64 @_Z14get_local_sizej(i32 5)
  %n = add i64 %one, 2
  %s = call spir_func <4 x float> @_Z3sinDv4_f(<4 x float> %v)
  %x0 = extractelement <4 x float> %s, i64 0
  %e = call spir_func float @_Z10native_expf(float %x0)
  %a2 = shufflevector <4 x float> %s, <4 x float> %v, <2 x i32> <i32 0, i32 5>
  %a = call spir_func <2 x float> @_Z5acoshDv2_f(<2 x float> %a2)
  %u = call spir_func i32 @_Z3maxjj(i32 %i, i32 %i)
  %m = call spir_func i32 @_Z3maxii(i32 %i, i32 %i)
  %c = call spir_func <4 x float> @_Z4fminDv4_ff(<4 x float> %s, float 1.0)
  call spir_func void @_Z7barrierj(i32 3)
  %g = call spir_func i32 @_Z29work_group_scan_exclusive_minj(i32 %i)
  %h = call spir_func i32 @_Z20sub_group_reduce_addi(i32 %i)
  ret void
}
declare spir_func i64 @_Z13get_global_idj(i32)
declare spir_func i64 @_Z12get_local_idj(i32)
declare spir_func i64 @_Z14get_local_sizej(i32)
declare spir_func <4 x float> @_Z3sinDv4_f(<4 x float>)
declare spir_func float @_Z10native_expf(float)
declare spir_func <2 x float> @_Z5acoshDv2_f(<2 x float>)
declare spir_func i32 @_Z3maxjj(i32, i32)
declare spir_func i32 @_Z3maxii(i32, i32)
declare spir_func <4 x float> @_Z4fminDv4_ff(<4 x float>, float)
declare spir_func void @_Z7barrierj(i32)
declare spir_func i32 @_Z29work_group_scan_exclusive_minj(i32)
declare spir_func i32 @_Z20sub_group_reduce_addi(i32)
