; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; Kernels for the HIP driver's tests, compiled by LLVM alone for each processor.
target triple = "amdgcn-amd-amdhsa"

; The conformance suite's.
define amdgpu_kernel void @write_items(ptr addrspace(1) %out, i64 %items) {
  store i64 %items, ptr addrspace(1) %out
  ret void
}

; Arguments of different sizes, padding between them, an aggregate, and the implicit ones.
define amdgpu_kernel void @mixed(i8 %a, ptr addrspace(1) %out, i16 %b, double %c, ptr addrspace(4) byref([3 x i32]) align 4 %s) {
  %implicit = call ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
  %groups = load i32, ptr addrspace(4) %implicit
  store i32 %groups, ptr addrspace(1) %out
  ret void
}

; Local memory of its own, and one size of work-groups.
@tile = internal addrspace(3) global [256 x i32] poison
define amdgpu_kernel void @tiled(ptr addrspace(1) %out) !reqd_work_group_size !1 {
  %id = call i32 @llvm.amdgcn.workitem.id.x()
  %p = getelementptr [256 x i32], ptr addrspace(3) @tile, i32 0, i32 %id
  store volatile i32 %id, ptr addrspace(3) %p
  ret void
}

declare ptr addrspace(4) @llvm.amdgcn.implicitarg.ptr()
declare i32 @llvm.amdgcn.workitem.id.x()
!llvm.module.flags = !{!0}
!0 = !{i32 1, !"amdhsa_code_object_version", i32 500}
!1 = !{i32 64, i32 1, i32 1}
