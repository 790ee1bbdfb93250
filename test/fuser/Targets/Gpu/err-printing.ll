; What prints is the driver's vprintf, with the arguments in an array, each of 32 bits or more; a family or target that has no such function refuses the kernel.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: target-cuda, target-hip
; RUN: target-compile --target=cuda:sm_90 --emit=ptx %s | FileCheck-22 %s
; RUN: not target-compile --target=hip:gfx90a %s 2>&1 | FileCheck-22 %s --check-prefix=HIP
; RUN: not target-compile --target=spirv %s 2>&1 | FileCheck-22 %s --check-prefix=SPIRV
; CHECK: .extern .func (.param .b32 func_retval0) vprintf
; CHECK-DAG: st.local.b32 [[[ARGUMENTS:%[a-z0-9]+]]], %r
; CHECK-DAG: st.local.b64 [[[ARGUMENTS]]+8], 4609434218613702656
; CHECK-DAG: st.local.v2.b32 [[[ARGUMENTS]]+16], {7, -3}
; CHECK-DAG: st.local.b32 [[[ARGUMENTS]]+24], 65533
; CHECK: call.uni (retval0), vprintf,
; CHECK: st.param.b64 [param1], 0
; CHECK: call.uni (retval0), vprintf,
; HIP: error: kernel 'k' cannot be compiled for 'hip:gfx90a': it prints, for which this target has no function [SF4004]
; SPIRV: error: kernel 'k' cannot be compiled for 'spirv': it prints, for which this target has no function [SF4004]
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
@.str = private unnamed_addr addrspace(1) constant [16 x i8] c"%d %f %d %d %d\0A\00"
@constant = private unnamed_addr addrspace(2) constant [4 x i8] c"no\0A\00"
define spir_kernel void @k(ptr addrspace(4) %a) !sycl.kernel.arguments !0 {
  %x = load i32, ptr addrspace(4) %a
  %n = call spir_func i32 (ptr addrspace(4), ...) @_Z18__spirv_ocl_printfPKcz(ptr addrspace(4) addrspacecast (ptr addrspace(1) @.str to ptr addrspace(4)), i32 %x, double 1.5, i32 7, i8 signext -3, i16 zeroext -3)
  store i32 %n, ptr addrspace(4) %a
  %m = call spir_func i32 (ptr addrspace(2), ...) @_Z18__spirv_ocl_printfPU3AS2Kcz(ptr addrspace(2) @constant)
  ret void
}
!0 = !{!1}
!1 = !{i32 0, i32 0, i32 0, i32 8}
declare spir_func i32 @_Z18__spirv_ocl_printfPKcz(ptr addrspace(4), ...)
declare spir_func i32 @_Z18__spirv_ocl_printfPU3AS2Kcz(ptr addrspace(2), ...)
