; Listed work-groups that the device cannot launch are refused with the limit; where nobody needs the groups and threads run several work-items, they may have any size.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: target-cuda, target-hip
; RUN: not target-compile --target=cuda:sm_90 --kind=nd_range --nd-range=4096:2048 %s 2>&1 | FileCheck-22 %s --check-prefix=ITEMS
; RUN: not target-compile --target=hip:gfx1100 --kind=nd_range --nd-range=4096:2048 %s 2>&1 | FileCheck-22 %s --check-prefix=HIP
; RUN: not target-compile --target=cuda:sm_90 --kind=nd_range --dims=3 --nd-range=128,4,4:128,1,1 %s 2>&1 | FileCheck-22 %s --check-prefix=DEPTH
; RUN: not target-compile --target=cuda:sm_90 --kind=nd_range --dims=2 --nd-range=1048576,16:16,16 %s 2>&1 | FileCheck-22 %s --check-prefix=GROUPS
; RUN: target-compile --target=cuda:sm_90 --kind=nd_range --dims=2 --nd-range=1048560,16:16,64 %s | FileCheck-22 %s --check-prefix=FITS
; ITEMS: error: kernel 'k' cannot be compiled for 'cuda:sm_90': it has 2048 work-items in a work-group, at most 1024 are allowed [SF4008]
; HIP: error: kernel 'k' cannot be compiled for 'hip:gfx1100': it has 2048 work-items in a work-group, at most 1024 are allowed [SF4008]
; DEPTH: error: kernel 'k' cannot be compiled for 'cuda:sm_90': it has 128 work-items of a work-group in dimension 0, at most 64 are allowed [SF4008]
; GROUPS: error: kernel 'k' cannot be compiled for 'cuda:sm_90': it has 65536 work-groups in dimension 0, at most 65535 are allowed [SF4008]
; FITS: entry entry arch 90
; RUN: sed '/ControlBarrier/d' %s > %t.ll
; RUN: target-compile --target=cuda:sm_90 --kind=nd_range --nd-range=4096:2048 %t.ll | FileCheck-22 %s --check-prefix=LINEAR
; LINEAR: entry entry arch 90 format 1 flags {{[0-9]+}} group 256 items 4
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %a) !sycl.kernel.arguments !0 {
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %a, i64 %g
  %v = load i32, ptr addrspace(1) %p, align 4
  %w = mul i32 %v, 3
  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)
  store i32 %w, ptr addrspace(1) %p, align 4
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
!0 = !{!1}
!1 = !{i32 0, i32 0, i32 0, i32 8}
