; What llvm-spirv and other SYCL compilers call SPIR-V's instructions: mathematics, conversions, builtins with the enumerations of C++.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes=sycl-normalize-builtins,verify -S %s | FileCheck-22 %s --implicit-check-not="@_Z{{[0-9]+}}__spirv_{{ocl|Convert|Is|Dot}}"
; CHECK: call float @llvm.fma.f32(
; CHECK: call i32 @llvm.umin.i32(
; CHECK: fcmp uno float
; CHECK: call i8 @llvm.fptoui.sat.i8.f32(
; CHECK: uitofp i32 %i to double
; CHECK: load <4 x float>, ptr addrspace(1) {{.*}}, align 4
; CHECK: call spir_func void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
; CHECK: call {{.*}} @_Z28__spirv_BuiltInWorkgroupSizei(i32 0)
target triple = "spir64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %p, float %x, i32 %i) {
  %a = call spir_func float @_Z15__spirv_ocl_fmafff(float %x, float %x, float %x)
  %b = call spir_func i32 @_Z17__spirv_ocl_u_minjj(i32 %i, i32 %i)
  %c = call spir_func i1 @_Z13__spirv_IsNanf(float %x)
  %d = call spir_func i8 @_Z30__spirv_ConvertFToU_Ruchar_satf(float %x)
  %e = call spir_func double @_Z27__spirv_ConvertUToF_Rdoublej(i32 %i)
  %f = call spir_func <4 x float> @_Z26__spirv_ocl_vloadn_Rfloat4lPU3AS1fi(i64 3, ptr addrspace(1) %p, i32 4)
  call spir_func void @_Z22__spirv_ControlBarrierN5__spv5Scope4FlagES1_NS_19MemorySemanticsMask4FlagE(i32 2, i32 2, i32 272)
  %h = call spir_func i64 @_Z36__spirv_BuiltInEnqueuedWorkgroupSizei(i32 0)
  ret void
}
declare spir_func float @_Z15__spirv_ocl_fmafff(float, float, float)
declare spir_func i32 @_Z17__spirv_ocl_u_minjj(i32, i32)
declare spir_func i1 @_Z13__spirv_IsNanf(float)
declare spir_func i8 @_Z30__spirv_ConvertFToU_Ruchar_satf(float)
declare spir_func double @_Z27__spirv_ConvertUToF_Rdoublej(i32)
declare spir_func <4 x float> @_Z26__spirv_ocl_vloadn_Rfloat4lPU3AS1fi(i64, ptr addrspace(1), i32)
declare spir_func void @_Z22__spirv_ControlBarrierN5__spv5Scope4FlagES1_NS_19MemorySemanticsMask4FlagE(i32, i32, i32)
declare spir_func i64 @_Z36__spirv_BuiltInEnqueuedWorkgroupSizei(i32)
