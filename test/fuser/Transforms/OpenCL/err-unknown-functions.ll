; What has no equivalent, or is called with other types than the function has, is left alone and refused by name; so is a barrier of unknown memory.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes=sycl-normalize-builtins,verify -S %s | FileCheck-22 %s
; RUN: not %opt -passes=sycl-prepare-kernels -S %s -o /dev/null 2>&1 | FileCheck-22 %s --check-prefix=ERROR
; CHECK: call spir_func float @_Z5rootnfi(float %x, i32 %i)
; CHECK: call spir_func i32 @_Z3sinf(i32 %i)
; CHECK: call spir_func void @_Z7barrierj(i32 %i)
; CHECK: call spir_func float @_Z17convert_float_rtpi(i32 %i)
; CHECK: call spir_func i32 @_Z12get_work_dimv()
; CHECK: call spir_func float @sin3(float %x)
; ERROR-DAG: error: kernel 'a' calls 'rootn(float, int)', which is not defined in device code [SF3017]
; ERROR-DAG: error: kernel 'b' calls 'sin(float)', which is not defined in device code [SF3017]
; ERROR-DAG: error: kernel 'c' calls 'barrier(unsigned int)', which is not defined in device code [SF3017]
target triple = "spir64-unknown-unknown"
define spir_kernel void @a(float %x, i32 %i) {
  %a = call spir_func float @_Z5rootnfi(float %x, i32 %i)
  ret void
}
define spir_kernel void @b(float %x, i32 %i) {
  %b = call spir_func i32 @_Z3sinf(i32 %i)
  ret void
}
define spir_kernel void @c(float %x, i32 %i) {
  call spir_func void @_Z7barrierj(i32 %i)
  %d = call spir_func float @_Z17convert_float_rtpi(i32 %i)
  %e = call spir_func i32 @_Z12get_work_dimv()
  %f = call spir_func float @sin3(float %x)
  ret void
}
declare spir_func float @_Z5rootnfi(float, i32)
declare spir_func i32 @_Z3sinf(i32)
declare spir_func void @_Z7barrierj(i32)
declare spir_func float @_Z17convert_float_rtpi(i32)
declare spir_func i32 @_Z12get_work_dimv()
declare spir_func float @sin3(float)
