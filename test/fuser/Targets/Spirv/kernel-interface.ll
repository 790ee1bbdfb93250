; A SPIR-V image has one entry point whose arguments are as OpenCL drivers expect them.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: target-spirv, spirv-val
; RUN: target-compile --target=spirv --kind=nd_range --emit=image %s -o %t.spv && %S/Inputs/spirv-check.sh %t.spv | FileCheck-22 %s
; RUN: target-compile --target=spirv --kind=nd_range %s | FileCheck-22 %s --check-prefix=VARIANT
; RUN: target-compile --target=spirv --kind=nd_range --nd-range=1024:64 --emit=image %s -o %t.fixed.spv && %S/Inputs/spirv-check.sh %t.fixed.spv | FileCheck-22 %s --check-prefix=FIXED
; CHECK-COUNT-1: OpEntryPoint Kernel %{{.*}} "entry"
; CHECK-NOT: OpEntryPoint
; CHECK: OpExecutionMode %entry ContractionOff
; CHECK-NOT: LocalSize
; CHECK-DAG: OpDecorate %bytes FuncParamAttr ByVal
; CHECK-DAG: OpDecorate %bytes Alignment 8
; CHECK-DAG: %[[ARRAY:.*]] = OpTypeArray %ulong %uint_2
; CHECK-DAG: %[[STRUCT:.*]] = OpTypeStruct %[[ARRAY]]
; CHECK-NOT: Generic
; CHECK: %entry = OpFunction %void
; CHECK-NEXT: OpFunctionParameter %_ptr_CrossWorkgroup_
; CHECK-NEXT: OpFunctionParameter %uint
; CHECK-NEXT: %bytes = OpFunctionParameter %_ptr_Function_
; CHECK-NEXT: OpFunctionParameter %uchar
; CHECK-NEXT: %room = OpFunctionParameter %_ptr_Workgroup_
; The memory of the local accessors comes last.
; CHECK-NEXT: OpFunctionParameter %_ptr_Workgroup_
; CHECK-NOT: OpFunctionParameter
; CHECK: OpControlBarrier
; VARIANT: entry entry arch 12 format 4 flags 4 group 0 items 1 local 16
; VARIANT-NEXT: argument source 0 submission 0 offset 0 size 8
; VARIANT-NEXT: argument source 0 submission 0 offset 8 size 4
; VARIANT-NEXT: argument source 0 submission 0 offset 16 size 16
; VARIANT-NEXT: argument source 0 submission 0 offset 32 size 1
; VARIANT-NEXT: argument source 5 submission 0 offset 4 size 0
; VARIANT-NEXT: argument source 5 submission 0 offset 0 size 0
; FIXED: OpExecutionMode %entry LocalSize 64 1 1
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
@tile = internal addrspace(3) global [4 x i32] poison
define spir_kernel void @k(ptr addrspace(4) %a, i32 %x, ptr byval([16 x i8]) align 8 %bytes, i1 %flag, ptr addrspace(3) %room) !sycl.kernel.arguments !0 {
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %l = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  %base = call ptr addrspace(3) @__sycl_fuse_local_memory()
  %pb = getelementptr i64, ptr %bytes, i64 1
  %b = load i64, ptr %pb
  %pl = getelementptr i64, ptr addrspace(3) %base, i64 %l
  store i64 %b, ptr addrspace(3) %pl
  %pr = getelementptr i32, ptr addrspace(3) %room, i64 %l
  store i32 %x, ptr addrspace(3) %pr
  %first = icmp ult i64 %l, 4
  %t = getelementptr i32, ptr addrspace(3) @tile, i64 %l
  %where = select i1 %first, ptr addrspace(3) %t, ptr addrspace(3) %pr
  store i32 %x, ptr addrspace(3) %where
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  %y = load i32, ptr addrspace(3) %where
  %z = select i1 %flag, i32 %x, i32 %y
  %pa = getelementptr i32, ptr addrspace(4) %a, i64 %g
  store i32 %z, ptr addrspace(4) %pa
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32)
declare ptr addrspace(3) @__sycl_fuse_local_memory()
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
!0 = !{!1, !2, !3, !4, !5}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 4}
!3 = !{i32 0, i32 0, i32 16, i32 16}
!4 = !{i32 0, i32 0, i32 32, i32 1}
!5 = !{i32 5, i32 0, i32 4, i32 0}
