; A kernel whose sub-groups must have another size than the GPU's is refused; without use of them any size will do.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: target-cuda, target-hip
; RUN: not target-compile --target=cuda:sm_90 --kind=nd_range %s 2>&1 | FileCheck-22 %s -DT=cuda:sm_90 -DSIZE=32
; RUN: not target-compile --target=hip:gfx90a --kind=nd_range %s 2>&1 | FileCheck-22 %s -DT=hip:gfx90a -DSIZE=64
; RUN: sed 's/i32 16}/i32 64}/' %s > %t.64.ll
; RUN: target-compile --target=hip:gfx90a --kind=nd_range %t.64.ll | FileCheck-22 %s --check-prefix=FITS
; RUN: sed 's/i32 16}/i32 0}/' %s > %t.0.ll
; RUN: not target-compile --target=cuda:sm_90 --kind=nd_range %t.0.ll 2>&1 | FileCheck-22 %s --check-prefix=ZERO
; RUN: grep -v SubgroupId %s | sed "s/i32 %id,/i32 1,/" > %t.unused.ll
; RUN: target-compile --target=cuda:sm_90 --kind=nd_range %t.unused.ll | FileCheck-22 %s --check-prefix=UNUSED
; CHECK: error: kernel 'k' is not for '[[T]]': it requires sub-groups of 16 work-items, the target has [[SIZE]] [SF4014]
; FITS: sub-group 64
; ZERO: 'reqd_sub_group_size' is no number from 1 to 1024 [SF4004]
; UNUSED: entry entry
; UNUSED-NOT: sub-group
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(4) %a) !sycl.kernel.arguments !0 !reqd_sub_group_size !2 {
  %id = call i32 @_Z25__spirv_BuiltInSubgroupIdv()
  store i32 %id, ptr addrspace(4) %a
  ret void
}
declare i32 @_Z25__spirv_BuiltInSubgroupIdv()
!0 = !{!1}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 16}
