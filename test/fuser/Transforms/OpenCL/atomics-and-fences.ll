; Atomics of OpenCL C 1.2 are relaxed, those of 2.0 and of SPIR-V keep their order and scope; signedness is in the name.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes=sycl-normalize-builtins,verify -S %s | FileCheck-22 %s --implicit-check-not="declare spir_func"
; CHECK: atomicrmw add ptr addrspace(1) %p, i32 3 syncscope("device") monotonic
; CHECK: atomicrmw umax ptr addrspace(1) %p, i32 %i syncscope("device") monotonic
; CHECK: cmpxchg ptr addrspace(1) %p, i32 2, i32 5 syncscope("device") monotonic monotonic
; CHECK: atomicrmw umin ptr addrspace(4) %q, i32 %i syncscope("workgroup") acq_rel
; CHECK: load atomic i32, ptr addrspace(4) %q syncscope("device") seq_cst
; CHECK: atomicrmw sub ptr addrspace(1) %p, i32 1 syncscope("workgroup") acquire
; CHECK: store atomic i32 7, ptr addrspace(1) %p syncscope("device") release
; CHECK: cmpxchg ptr addrspace(1) %p, i32 %i, i32 9 syncscope("device") acq_rel acquire
; CHECK: atomicrmw fadd ptr addrspace(1) %p, float 1.000000e+00 syncscope("device") monotonic
; CHECK: fence syncscope("workgroup") acq_rel
; CHECK: fence syncscope("device") release
target triple = "spir64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(4) %q, i32 %i) {
  %a = call spir_func i32 @_Z10atomic_addPU3AS1Vii(ptr addrspace(1) %p, i32 3)
  %b = call spir_func i32 @_Z10atomic_maxPU3AS1Vjj(ptr addrspace(1) %p, i32 %i)
  %c = call spir_func i32 @_Z14atomic_cmpxchgPU3AS1Viii(ptr addrspace(1) %p, i32 2, i32 5)
  %d = call spir_func i32 @_Z25atomic_fetch_min_explicitPU3AS4VU7_Atomicjj12memory_order12memory_scope(ptr addrspace(4) %q, i32 %i, i32 4, i32 1)
  %e = call spir_func i32 @_Z11atomic_loadPU3AS4VU7_Atomici(ptr addrspace(4) %q)
  %f = call spir_func i32 @_Z24__spirv_AtomicIDecrementPU3AS1iii(ptr addrspace(1) %p, i32 2, i32 258)
  call spir_func void @_Z19__spirv_AtomicStorePU3AS1iiii(ptr addrspace(1) %p, i32 1, i32 516, i32 7)
  %g = call spir_func i32 @_Z29__spirv_AtomicCompareExchangePU3AS1iiiiii(ptr addrspace(1) %p, i32 1, i32 8, i32 2, i32 9, i32 %i)
  %h = call spir_func float @_Z21__spirv_AtomicFAddEXTPU3AS1fiif(ptr addrspace(1) %p, i32 1, i32 0, float 1.0)
  call spir_func void @_Z9mem_fencej(i32 1)
  call spir_func void @_Z22atomic_work_item_fencej12memory_order12memory_scope(i32 2, i32 3, i32 2)
  ret void
}
declare spir_func i32 @_Z10atomic_addPU3AS1Vii(ptr addrspace(1), i32)
declare spir_func i32 @_Z10atomic_maxPU3AS1Vjj(ptr addrspace(1), i32)
declare spir_func i32 @_Z14atomic_cmpxchgPU3AS1Viii(ptr addrspace(1), i32, i32)
declare spir_func i32 @_Z25atomic_fetch_min_explicitPU3AS4VU7_Atomicjj12memory_order12memory_scope(ptr addrspace(4), i32, i32, i32)
declare spir_func i32 @_Z11atomic_loadPU3AS4VU7_Atomici(ptr addrspace(4))
declare spir_func i32 @_Z24__spirv_AtomicIDecrementPU3AS1iii(ptr addrspace(1), i32, i32)
declare spir_func void @_Z19__spirv_AtomicStorePU3AS1iiii(ptr addrspace(1), i32, i32, i32)
declare spir_func i32 @_Z29__spirv_AtomicCompareExchangePU3AS1iiiiii(ptr addrspace(1), i32, i32, i32, i32, i32)
declare spir_func float @_Z21__spirv_AtomicFAddEXTPU3AS1fiif(ptr addrspace(1), i32, i32, float)
declare spir_func void @_Z9mem_fencej(i32)
declare spir_func void @_Z22atomic_work_item_fencej12memory_order12memory_scope(i32, i32, i32)
