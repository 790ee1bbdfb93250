; Uses of variables and pointers behind which queries lie that are not recognized are errors.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: split-file %s %t
; RUN: not %opt -passes='print<sycl-dialect>' -disable-output %t/type.ll 2>&1 | FileCheck-22 %s --check-prefix=TYPE
; RUN: not %opt -passes='print<sycl-dialect>' -disable-output %t/escapes.ll 2>&1 | FileCheck-22 %s --check-prefix=ESCAPES
; RUN: not %opt -passes='print<sycl-dialect>' -disable-output %t/offset.ll 2>&1 | FileCheck-22 %s --check-prefix=OFFSET
; RUN: not %opt -passes='print<sycl-dialect>' -disable-output %t/passed.ll 2>&1 | FileCheck-22 %s --check-prefix=PASSED
; TYPE: error: kernel 'k' cannot be compiled for 'any target': '__spirv_BuiltInGlobalSize' is read with another type [SF4004]
; ESCAPES: error: kernel 'k' cannot be compiled for 'any target': '__spirv_BuiltInGlobalSize' is used by more than loads [SF4004]
; OFFSET: error: kernel 'k' cannot be compiled for 'any target': 'llvm.nvvm.implicit.offset' is read in an unknown way [SF4004]
; PASSED: error: kernel 'k' cannot be compiled for 'any target': 'llvm.nvvm.implicit.offset' is used by more than loads [SF4004]
;--- type.ll
@__spirv_BuiltInGlobalSize = external addrspace(1) constant <3 x i64>
define spir_kernel void @k() {
  %x = load double, ptr addrspace(1) @__spirv_BuiltInGlobalSize
  ret void
}
;--- escapes.ll
@__spirv_BuiltInGlobalSize = external addrspace(1) constant <3 x i64>
define spir_kernel void @k(ptr %p) {
  store ptr addrspace(1) @__spirv_BuiltInGlobalSize, ptr %p
  ret void
}
;--- offset.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k() {
  %o = call ptr @llvm.nvvm.implicit.offset()
  %x = load i64, ptr %o
  ret void
}
declare ptr @llvm.nvvm.implicit.offset()
;--- passed.ll
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p) {
  %o = call ptr @llvm.nvvm.implicit.offset()
  store ptr %o, ptr %p
  ret void
}
declare ptr @llvm.nvvm.implicit.offset()
