; Work-groups on AMD GPUs: barrier, local memory, ids, mathematics from libclc, atomics of the device; sizes come from the hidden arguments, constant ones from nowhere.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; REQUIRES: target-hip
; RUN: target-compile --target=hip:gfx90a --kind=nd_range --emit=image -o %t %S/cuda-work-groups.ll
; RUN: llvm-readelf-22 --notes %t | FileCheck-22 %s --check-prefix=NOTES
; RUN: llvm-readelf-22 -sW %t | FileCheck-22 %s --check-prefix=SYMBOLS
; RUN: llvm-objdump-22 -d %t | FileCheck-22 %s
; RUN: target-compile --target=hip:gfx1030 --kind=nd_range --emit=image -o %t.w32 %S/cuda-work-groups.ll
; RUN: llvm-objdump-22 -d %t.w32 | FileCheck-22 %s
; RUN: target-compile --target=hip:gfx90a --kind=nd_range --nd-range=1024:64 --emit=image -o %t.c %S/cuda-work-groups.ll
; RUN: llvm-readelf-22 --notes %t.c | FileCheck-22 %s --check-prefix=CONSTANT
; RUN: target-compile --target=hip:gfx90a --kind=nd_range --emit=image -o %t.a %S/../Common/aggregate-and-local-memory.ll
; RUN: llvm-readelf-22 --notes %t.a | FileCheck-22 %s --check-prefix=DYNAMIC
; RUN: target-compile --target=hip:gfx90a --kind=nd_range --emit=optimized.ll %S/../Common/aggregate-and-local-memory.ll | FileCheck-22 %s --check-prefix=BYREF
; NOTES: hidden_group_size_x
; NOTES: .group_segment_fixed_size: 1024
; NOTES: .max_flat_workgroup_size: 1024
; SYMBOLS-NOT: GLOBAL {{.*}} UND
; CHECK-DAG: s_barrier
; CHECK-DAG: ds_write_b32
; CHECK-DAG: {{global|flat}}_atomic_add
; CHECK-DAG: v_fma{{c?}}_f32
; CHECK: s_endpgm
; CONSTANT-NOT: hidden
; CONSTANT: .max_flat_workgroup_size: 64
; CONSTANT: .reqd_workgroup_size:
; CONSTANT-NEXT: - 64
; CONSTANT-NEXT: - 1
; CONSTANT-NEXT: - 1
; DYNAMIC: .offset: 8
; DYNAMIC-NEXT: .size: 16
; DYNAMIC: .offset: 24
; DYNAMIC-NEXT: .size: 16
; DYNAMIC: hidden_dynamic_lds_size
; BYREF: define {{.*}}amdgpu_kernel void @entry({{.*}}ptr addrspace(4) noalias {{.*}}byref([16 x i8]) align 4
; BYREF-COUNT-1: alloca
; BYREF-NOT: alloca
