; A function that gets a promoted pointer is copied for the call: it gets the memory and an offset. The original stays as it is.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes=sycl-internalization,verify -S %s > %t.ll
; RUN: FileCheck-22 %s < %t.ll
; RUN: FileCheck-22 %s --check-prefix=ORIGINAL < %t.ll
; RUN: %opt -passes=sycl-internalization,sycl-internalization,always-inline,inline,sroa,instcombine,early-cse -S %s | FileCheck-22 %s --check-prefix=INLINED
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"

; CHECK: define internal spir_func i32 @twice.tmp(ptr %base, i64 %p, ptr addrspace(1) %out) !dbg [[COPY:![0-9]+]]
; CHECK: call spir_func void @store.tmp(ptr %base, i64 %p, i32 7), !dbg
; CHECK: define internal spir_func void @store.tmp(ptr %base, i64 %p, i32 %v)
; ORIGINAL: define spir_func i32 @twice(ptr addrspace(4) %p, ptr addrspace(1) %out) !dbg
; ORIGINAL: call spir_func void @store(ptr addrspace(4) %p, i32 7)
; ORIGINAL: define spir_kernel void @k(ptr addrspace(1) %out, i64 %i)
; ORIGINAL: %tmp.private = alloca [4 x i8], align 4
; ORIGINAL: call spir_func i32 @twice.tmp(ptr %tmp.private, i64 %{{.*}}, ptr addrspace(1) %out)
; INLINED: define spir_kernel void @k(
; INLINED: store i32 7, ptr addrspace(1) %out
define spir_func i32 @twice(ptr addrspace(4) %p, ptr addrspace(1) %out) !dbg !84 {
  call spir_func void @store(ptr addrspace(4) %p, i32 7), !dbg !86
  %x = load i32, ptr addrspace(4) %p, !dbg !86
  ret i32 %x, !dbg !86
}
define spir_func void @store(ptr addrspace(4) %p, i32 %v) {
  store i32 %v, ptr addrspace(4) %p
  ret void
}
define spir_kernel void @k(ptr addrspace(1) %tmp, ptr addrspace(1) %out, i64 %i) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !1 !sycl.kernel.promote.elemsize !2 !dbg !87 {
  %at = getelementptr i32, ptr addrspace(1) %tmp, i64 %i
  %generic = addrspacecast ptr addrspace(1) %at to ptr addrspace(4)
  %x = call spir_func i32 @twice(ptr addrspace(4) %generic, ptr addrspace(1) %out), !dbg !88
  store i32 %x, ptr addrspace(1) %out, !dbg !88
  ret void, !dbg !88
}
!0 = !{!"private", !"none", !"none"}
!1 = !{i64 1, !"", !""}
!2 = !{i64 4, !"", !""}
!llvm.dbg.cu = !{!80}
!llvm.module.flags = !{!82}
!80 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !81, emissionKind: LineTablesOnly)
!81 = !DIFile(filename: "k.cpp", directory: "/")
!82 = !{i32 2, !"Debug Info Version", i32 3}
!84 = distinct !DISubprogram(name: "twice", scope: !81, file: !81, line: 2, type: !85, unit: !80, spFlags: DISPFlagDefinition)
!85 = !DISubroutineType(types: !{})
!86 = !DILocation(line: 3, column: 3, scope: !84)
!87 = distinct !DISubprogram(name: "k", scope: !81, file: !81, line: 5, type: !85, unit: !80, spFlags: DISPFlagDefinition)
!88 = !DILocation(line: 7, column: 3, scope: !87)
