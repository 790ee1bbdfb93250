; More local memory or arguments than a target has room for is refused with the limit; what just fits is not.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: target-cuda, target-hip
; RUN: not target-compile --target=cuda:sm_90 --kind=nd_range %s 2>&1 | FileCheck-22 %s --check-prefix=CUDA
; RUN: target-compile --target=hip:gfx90a --kind=nd_range %s | FileCheck-22 %s --check-prefix=HIP
; RUN: sed s/12289/16386/ %s > %t.large.ll
; RUN: not target-compile --target=hip:gfx90a --kind=nd_range %t.large.ll 2>&1 | FileCheck-22 %s --check-prefix=LARGE
; RUN: sed -e 's/12289 x/12288 x/' -e 's/32757/32756/' %s > %t.small.ll
; RUN: target-compile --target=cuda:sm_90 --kind=nd_range --emit=ptx %t.small.ll | FileCheck-22 %s --check-prefix=FITS
; RUN: sed 's/12289 x/12288 x/' %s > %t.arguments.ll
; RUN: not target-compile --target=cuda:sm_90 --kind=nd_range %t.arguments.ll 2>&1 | FileCheck-22 %s --check-prefix=ARGUMENTS
; CUDA: error: kernel 'k' cannot be compiled for 'cuda:sm_90': it has 49156 bytes of local memory, at most 49152 are allowed [SF4008]
; HIP: local 49156
; LARGE: error: kernel 'k' cannot be compiled for 'hip:gfx90a': it has 65544 bytes of local memory, at most 65536 are allowed [SF4008]
; ARGUMENTS: error: kernel 'k' cannot be compiled for 'cuda:sm_90': it has 32765 bytes of arguments, at most 32764 are allowed [SF4008]
; FITS: .version 8.1
; FITS: .param .align 1 .b8 entry_param_1[32756]
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
@tile = internal addrspace(3) global [12289 x i32] undef, align 4
define spir_kernel void @k(ptr addrspace(4) %a, ptr byval([32757 x i8]) align 1 %b) !sycl.kernel.arguments !0 {
  %l = call i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32 0)
  %pb = getelementptr i8, ptr %b, i64 %l
  %v = load i8, ptr %pb
  %pl = getelementptr i32, ptr addrspace(3) @tile, i64 %l
  %w = zext i8 %v to i32
  store i32 %w, ptr addrspace(3) %pl
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  %r = xor i64 %l, 1
  %pr = getelementptr i32, ptr addrspace(3) @tile, i64 %r
  %x = load i32, ptr addrspace(3) %pr
  %pa = getelementptr i32, ptr addrspace(4) %a, i64 %l
  store i32 %x, ptr addrspace(4) %pa
  ret void
}
declare i64 @_Z32__spirv_BuiltInLocalInvocationIdi(i32)
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
!0 = !{!1, !2}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 32757}
