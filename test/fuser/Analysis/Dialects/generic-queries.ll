; Builtins as functions, mangled or not or for one dimension, and as variables; a dimension known at run time only; the uses of groups.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes='print<sycl-dialect>,verify' -disable-output %s 2>&1 | FileCheck-22 %s
; RUN: sed s/spir64/spirv64/ %s | %opt -passes='print<sycl-dialect>,verify' -disable-output 2>&1 | FileCheck-22 %s
; RUN: sed s/spir64-/x86_64-/ %s | %opt -passes='print<sycl-dialect>,verify' -disable-output 2>&1 | FileCheck-22 %s
target triple = "spir64-unknown-unknown"
@__spirv_BuiltInGlobalInvocationId = external addrspace(1) constant <3 x i64>
@__spirv_BuiltInLocalInvocationIndex = external addrspace(1) constant i64
@shared = internal addrspace(3) global [8 x i32] undef

; CHECK: functions: kernel{{$}}
; CHECK-NEXT: GlobalSize 1:
; CHECK-NEXT: WorkgroupId 2:
; CHECK-NEXT: WorkgroupSize 0:
; CHECK-NEXT: WorkgroupSize 1:
; CHECK-NEXT: WorkgroupSize 2:
; CHECK-NEXT: SubgroupId:
; CHECK-NEXT: LocalInvocationId 2:
; CHECK-NEXT: SubgroupLocalInvocationId:
; CHECK-NOT: :{{$}}
define spir_kernel void @functions(i32 %d) {
  %a = call i64 @_Z25__spirv_BuiltInGlobalSizei(i32 1)
  %b = call i64 @__spirv_BuiltInWorkgroupId(i32 2)
  %c = call i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32 %d)
  %e = call i32 @_Z25__spirv_BuiltInSubgroupIdv()
  %f = call i64 @_Z27__spirv_LocalInvocationId_zv()
  %g = call i32 @_Z33__spirv_SubgroupLocalInvocationIdv()
  ret void
}
; CHECK: variables: kernel{{$}}
; CHECK-NEXT: GlobalInvocationId 0:
; CHECK-NEXT: GlobalInvocationId 1:
; CHECK-NEXT: GlobalInvocationId 2:
; CHECK-NEXT: GlobalInvocationId 1:
; CHECK-NEXT: GlobalInvocationId 0:
; CHECK-NEXT: GlobalInvocationId 1:
; CHECK-NEXT: GlobalInvocationId 2:
; CHECK-NEXT: LocalInvocationIndex:
define spir_kernel void @variables(i64 %d) {
  %v = load <3 x i64>, ptr addrspace(1) @__spirv_BuiltInGlobalInvocationId
  %y = load i64, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @__spirv_BuiltInGlobalInvocationId, i64 8)
  %p = getelementptr i64, ptr addrspace(1) @__spirv_BuiltInGlobalInvocationId, i64 %d
  %z = load i64, ptr addrspace(1) %p
  %l = load i64, ptr addrspace(1) @__spirv_BuiltInLocalInvocationIndex
  ret void
}
; CHECK: barrier: kernel, uses its groups
; CHECK-NEXT: barrier: call void @_Z22__spirv_ControlBarrieriii
define spir_kernel void @barrier() {
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 264)
  ret void
}
; CHECK: memory: function, uses its groups
define void @memory() {
  store i32 1, ptr addrspace(4) addrspacecast (ptr addrspace(3) @shared to ptr addrspace(4))
  ret void
}
; CHECK: calls: kernel, uses its groups
define spir_kernel void @calls() {
  call void @memory()
  ret void
}
; CHECK: harmless: kernel{{$}}
define spir_kernel void @harmless(float %x) {
  %s = call float @_Z15__spirv_ocl_sinf(float %x)
  %t = call float @llvm.sqrt.f32(float %x)
  %u = call float @sinf(float %x)
  ret void
}
; CHECK: unknown: kernel, uses its groups
define spir_kernel void @unknown() {
  call void @something()
  ret void
}
declare i64 @_Z25__spirv_BuiltInGlobalSizei(i32)
declare i64 @__spirv_BuiltInWorkgroupId(i32)
declare i64 @_Z28__spirv_BuiltInWorkgroupSizei(i32)
declare i32 @_Z25__spirv_BuiltInSubgroupIdv()
declare i64 @_Z27__spirv_LocalInvocationId_zv()
declare i32 @_Z33__spirv_SubgroupLocalInvocationIdv()
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
declare float @_Z15__spirv_ocl_sinf(float) convergent
declare float @llvm.sqrt.f32(float)
declare float @sinf(float)
declare void @something()
