; Group functions whose scope or operation is not known, or that have another type than their operands, are refused, not run wrong.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: not target-compile --kind=nd_range %s 2>&1 | FileCheck-22 %s --check-prefix=SCOPE
; RUN: sed 's/i32 %%n, i32 0, float/i32 2, i32 %%n, float/' %s > %t.1.ll && not target-compile --kind=nd_range %t.1.ll 2>&1 | FileCheck-22 %s --check-prefix=OPERATION
; RUN: sed 's/i32 %%n, i32 0, float/i32 2, i32 0, float/; s/GroupFAdd/GroupIAdd/' %s > %t.2.ll && not target-compile --kind=nd_range %t.2.ll 2>&1 | FileCheck-22 %s --check-prefix=TYPE
; RUN: sed 's/i32 %%n, i32 0, float/i32 3, i32 0, float/; s/i32 16}/i32 0}/' %s > %t.3.ll && not target-compile --kind=nd_range %t.3.ll 2>&1 | FileCheck-22 %s --check-prefix=SIZE
; SCOPE: error: kernel 'k' cannot be compiled for 'native': '_Z17__spirv_GroupFAddiif' is called for a group that is neither the work-group nor the sub-group [SF4004]
; OPERATION: error: {{.*}} is neither a reduction nor a scan [SF4004]
; TYPE: error: {{.*}} does not work on values of its type [SF4004]
; SIZE: error: {{.*}}: 'reqd_sub_group_size' is no number from 1 to 1024 [SF4004]
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(4) %a, i32 %n) !sycl.kernel.arguments !0 !reqd_sub_group_size !3 {
  %v = load float, ptr addrspace(4) %a, align 4
  %sum = call float @_Z17__spirv_GroupFAddiif(i32 %n, i32 0, float %v)
  store float %sum, ptr addrspace(4) %a, align 4
  ret void
}
declare float @_Z17__spirv_GroupFAddiif(i32, i32, float)
!0 = !{!1, !2}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 4}
!3 = !{i32 16}
