; An argument that cannot be promoted stays in global memory, and exactly one missed remark says why, and where.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: split-file %s %t
; RUN: %opt -passes=sycl-internalization,verify -pass-remarks-missed=sycl-internalization -S %t/stored.ll 2>&1 | FileCheck-22 %s --check-prefixes=STORED,STAYS
; RUN: %opt -passes=sycl-internalization,verify -pass-remarks-missed=sycl-internalization -S %t/ptrtoint.ll 2>&1 | FileCheck-22 %s --check-prefixes=PTRTOINT,STAYS
; RUN: %opt -passes=sycl-internalization,verify -pass-remarks-missed=sycl-internalization -S %t/callee.ll 2>&1 | FileCheck-22 %s --check-prefixes=CALLEE,STAYS
; RUN: %opt -passes=sycl-internalization,verify -pass-remarks-missed=sycl-internalization -S %t/compared.ll 2>&1 | FileCheck-22 %s --check-prefixes=COMPARED,STAYS
; RUN: %opt -passes=sycl-internalization,verify -pass-remarks-missed=sycl-internalization -S %t/merged.ll 2>&1 | FileCheck-22 %s --check-prefixes=MERGED,STAYS
; RUN: %opt -passes=sycl-internalization,verify -pass-remarks-missed=sycl-internalization -S %t/volatile.ll 2>&1 | FileCheck-22 %s --check-prefixes=VOLATILE,STAYS
; RUN: %opt -passes=sycl-internalization,verify -pass-remarks-missed=sycl-internalization -S %t/atomic.ll 2>&1 | FileCheck-22 %s --check-prefixes=ATOMIC,STAYS
; RUN: %opt -passes=sycl-internalization,verify -pass-remarks-missed=sycl-internalization -S %t/atomic-load.ll 2>&1 | FileCheck-22 %s --check-prefixes=ATOMIC-LOAD,STAYS
; RUN: %opt -passes=sycl-internalization,verify -pass-remarks-missed=sycl-internalization -S %t/wide.ll 2>&1 | FileCheck-22 %s --check-prefixes=WIDE,STAYS
; RUN: %opt -passes=sycl-internalization,verify -pass-remarks-missed=sycl-internalization -S %t/middle.ll 2>&1 | FileCheck-22 %s --check-prefixes=MIDDLE,STAYS
; RUN: %opt -passes=sycl-internalization,verify -pass-remarks-missed=sycl-internalization -S %t/length.ll 2>&1 | FileCheck-22 %s --check-prefixes=LENGTH,STAYS
; RUN: %opt -passes=sycl-internalization,verify -pass-remarks-missed=sycl-internalization -S %t/only-read.ll 2>&1 | FileCheck-22 %s --check-prefixes=ONLY-READ,STAYS
; STORED: remark: k.cpp:7:3: argument 'tmp' of 'k' is not internalized: it is not safe to promote values being stored to another pointer [SF3015]
; PTRTOINT: remark: k.cpp:7:3: argument 'tmp' of 'k' is not internalized: its address is converted to an integer [SF3015]
; CALLEE: remark: k.cpp:7:3: argument 'tmp' of 'k' is not internalized: it is passed to 'callee' [SF3015]
; COMPARED: remark: k.cpp:7:3: argument 'tmp' of 'k' is not internalized: its address is compared with another one [SF3015]
; MERGED: remark: k.cpp:7:3: argument 'tmp' of 'k' is not internalized: its address is merged with that of other memory [SF3015]
; VOLATILE: remark: k.cpp:7:3: argument 'tmp' of 'k' is not internalized: an access is volatile [SF3015]
; ATOMIC: remark: k.cpp:7:3: argument 'tmp' of 'k' is not internalized: an atomic access of it orders accesses of other memory [SF3015]
; ATOMIC-LOAD: remark: k.cpp:7:3: argument 'tmp' of 'k' is not internalized: an atomic access of it orders accesses of other memory [SF3015]
; WIDE: remark: k.cpp:7:3: argument 'tmp' of 'k' is not internalized: an access of 8 bytes does not stay within an element of 4 bytes [SF3015]
; MIDDLE: remark: k.cpp:7:3: argument 'tmp' of 'k' is not internalized: an access of 4 bytes does not stay within an element of 4 bytes [SF3015]
; LENGTH: remark: k.cpp:7:3: argument 'tmp' of 'k' is not internalized: a copy has a length known at run time only [SF3015]
; ONLY-READ: remark: k.cpp:7:3: argument 'tmp' of 'k' is not internalized: it is read before it is written [SF3015]
; STAYS-NOT: SF3015
; STAYS: define spir_kernel void @k(ptr addrspace(1) %tmp, i64 %i, ptr addrspace(1) %other)
; STAYS-NOT: promote
; STAYS: ret void
;--- stored.ll
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %tmp, i64 %i, ptr addrspace(1) %other) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !1 !sycl.kernel.promote.elemsize !2 !dbg !84 {
  store ptr addrspace(1) %tmp, ptr addrspace(1) %other, !dbg !86
  ret void, !dbg !86
}
declare spir_func void @callee(ptr addrspace(1))
!0 = !{!"private", !"none", !"none"}
!1 = !{i64 1, !"", !""}
!2 = !{i64 4, !"", !""}
!llvm.dbg.cu = !{!80}
!llvm.module.flags = !{!82}
!80 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !81, emissionKind: LineTablesOnly)
!81 = !DIFile(filename: "k.cpp", directory: "/")
!82 = !{i32 2, !"Debug Info Version", i32 3}
!84 = distinct !DISubprogram(name: "k", scope: !81, file: !81, line: 5, type: !85, unit: !80, spFlags: DISPFlagDefinition)
!85 = !DISubroutineType(types: !{})
!86 = !DILocation(line: 7, column: 3, scope: !84)
;--- ptrtoint.ll
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %tmp, i64 %i, ptr addrspace(1) %other) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !1 !sycl.kernel.promote.elemsize !2 !dbg !84 {
  %x = ptrtoint ptr addrspace(1) %tmp to i64, !dbg !86
  store i64 %x, ptr addrspace(1) %other
  ret void, !dbg !86
}
declare spir_func void @callee(ptr addrspace(1))
!0 = !{!"private", !"none", !"none"}
!1 = !{i64 1, !"", !""}
!2 = !{i64 4, !"", !""}
!llvm.dbg.cu = !{!80}
!llvm.module.flags = !{!82}
!80 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !81, emissionKind: LineTablesOnly)
!81 = !DIFile(filename: "k.cpp", directory: "/")
!82 = !{i32 2, !"Debug Info Version", i32 3}
!84 = distinct !DISubprogram(name: "k", scope: !81, file: !81, line: 5, type: !85, unit: !80, spFlags: DISPFlagDefinition)
!85 = !DISubroutineType(types: !{})
!86 = !DILocation(line: 7, column: 3, scope: !84)
;--- callee.ll
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %tmp, i64 %i, ptr addrspace(1) %other) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !1 !sycl.kernel.promote.elemsize !2 !dbg !84 {
  call spir_func void @callee(ptr addrspace(1) %tmp), !dbg !86
  ret void, !dbg !86
}
declare spir_func void @callee(ptr addrspace(1))
!0 = !{!"private", !"none", !"none"}
!1 = !{i64 1, !"", !""}
!2 = !{i64 4, !"", !""}
!llvm.dbg.cu = !{!80}
!llvm.module.flags = !{!82}
!80 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !81, emissionKind: LineTablesOnly)
!81 = !DIFile(filename: "k.cpp", directory: "/")
!82 = !{i32 2, !"Debug Info Version", i32 3}
!84 = distinct !DISubprogram(name: "k", scope: !81, file: !81, line: 5, type: !85, unit: !80, spFlags: DISPFlagDefinition)
!85 = !DISubroutineType(types: !{})
!86 = !DILocation(line: 7, column: 3, scope: !84)
;--- compared.ll
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %tmp, i64 %i, ptr addrspace(1) %other) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !1 !sycl.kernel.promote.elemsize !2 !dbg !84 {
  %x = icmp eq ptr addrspace(1) %tmp, %other, !dbg !86
  store i1 %x, ptr addrspace(1) %other
  ret void, !dbg !86
}
declare spir_func void @callee(ptr addrspace(1))
!0 = !{!"private", !"none", !"none"}
!1 = !{i64 1, !"", !""}
!2 = !{i64 4, !"", !""}
!llvm.dbg.cu = !{!80}
!llvm.module.flags = !{!82}
!80 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !81, emissionKind: LineTablesOnly)
!81 = !DIFile(filename: "k.cpp", directory: "/")
!82 = !{i32 2, !"Debug Info Version", i32 3}
!84 = distinct !DISubprogram(name: "k", scope: !81, file: !81, line: 5, type: !85, unit: !80, spFlags: DISPFlagDefinition)
!85 = !DISubroutineType(types: !{})
!86 = !DILocation(line: 7, column: 3, scope: !84)
;--- merged.ll
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %tmp, i64 %i, ptr addrspace(1) %other) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !1 !sycl.kernel.promote.elemsize !2 !dbg !84 {
  %c = icmp eq i64 %i, 0
  %x = select i1 %c, ptr addrspace(1) %tmp, ptr addrspace(1) %other, !dbg !86
  store i32 0, ptr addrspace(1) %x
  ret void, !dbg !86
}
declare spir_func void @callee(ptr addrspace(1))
!0 = !{!"private", !"none", !"none"}
!1 = !{i64 1, !"", !""}
!2 = !{i64 4, !"", !""}
!llvm.dbg.cu = !{!80}
!llvm.module.flags = !{!82}
!80 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !81, emissionKind: LineTablesOnly)
!81 = !DIFile(filename: "k.cpp", directory: "/")
!82 = !{i32 2, !"Debug Info Version", i32 3}
!84 = distinct !DISubprogram(name: "k", scope: !81, file: !81, line: 5, type: !85, unit: !80, spFlags: DISPFlagDefinition)
!85 = !DISubroutineType(types: !{})
!86 = !DILocation(line: 7, column: 3, scope: !84)
;--- volatile.ll
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %tmp, i64 %i, ptr addrspace(1) %other) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !1 !sycl.kernel.promote.elemsize !2 !dbg !84 {
  store volatile i32 0, ptr addrspace(1) %tmp, !dbg !86
  ret void, !dbg !86
}
declare spir_func void @callee(ptr addrspace(1))
!0 = !{!"private", !"none", !"none"}
!1 = !{i64 1, !"", !""}
!2 = !{i64 4, !"", !""}
!llvm.dbg.cu = !{!80}
!llvm.module.flags = !{!82}
!80 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !81, emissionKind: LineTablesOnly)
!81 = !DIFile(filename: "k.cpp", directory: "/")
!82 = !{i32 2, !"Debug Info Version", i32 3}
!84 = distinct !DISubprogram(name: "k", scope: !81, file: !81, line: 5, type: !85, unit: !80, spFlags: DISPFlagDefinition)
!85 = !DISubroutineType(types: !{})
!86 = !DILocation(line: 7, column: 3, scope: !84)
;--- atomic.ll
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %tmp, i64 %i, ptr addrspace(1) %other) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !1 !sycl.kernel.promote.elemsize !2 !dbg !84 {
  %g = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %tmp, i64 %g
  %x = atomicrmw add ptr addrspace(1) %p, i32 1 seq_cst, !dbg !86
  ret void, !dbg !86
}
declare spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare spir_func void @callee(ptr addrspace(1))
!0 = !{!"private", !"none", !"none"}
!1 = !{i64 1, !"", !""}
!2 = !{i64 4, !"", !""}
!llvm.dbg.cu = !{!80}
!llvm.module.flags = !{!82}
!80 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !81, emissionKind: LineTablesOnly)
!81 = !DIFile(filename: "k.cpp", directory: "/")
!82 = !{i32 2, !"Debug Info Version", i32 3}
!84 = distinct !DISubprogram(name: "k", scope: !81, file: !81, line: 5, type: !85, unit: !80, spFlags: DISPFlagDefinition)
!85 = !DISubroutineType(types: !{})
!86 = !DILocation(line: 7, column: 3, scope: !84)
;--- atomic-load.ll
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %tmp, i64 %i, ptr addrspace(1) %other) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !1 !sycl.kernel.promote.elemsize !2 !dbg !84 {
  %x = load atomic i32, ptr addrspace(1) %tmp seq_cst, align 4, !dbg !86
  ret void, !dbg !86
}
declare spir_func void @callee(ptr addrspace(1))
!0 = !{!"private", !"none", !"none"}
!1 = !{i64 1, !"", !""}
!2 = !{i64 4, !"", !""}
!llvm.dbg.cu = !{!80}
!llvm.module.flags = !{!82}
!80 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !81, emissionKind: LineTablesOnly)
!81 = !DIFile(filename: "k.cpp", directory: "/")
!82 = !{i32 2, !"Debug Info Version", i32 3}
!84 = distinct !DISubprogram(name: "k", scope: !81, file: !81, line: 5, type: !85, unit: !80, spFlags: DISPFlagDefinition)
!85 = !DISubroutineType(types: !{})
!86 = !DILocation(line: 7, column: 3, scope: !84)
;--- wide.ll
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %tmp, i64 %i, ptr addrspace(1) %other) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !1 !sycl.kernel.promote.elemsize !2 !dbg !84 {
  store i64 0, ptr addrspace(1) %tmp, !dbg !86
  ret void, !dbg !86
}
declare spir_func void @callee(ptr addrspace(1))
!0 = !{!"private", !"none", !"none"}
!1 = !{i64 1, !"", !""}
!2 = !{i64 4, !"", !""}
!llvm.dbg.cu = !{!80}
!llvm.module.flags = !{!82}
!80 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !81, emissionKind: LineTablesOnly)
!81 = !DIFile(filename: "k.cpp", directory: "/")
!82 = !{i32 2, !"Debug Info Version", i32 3}
!84 = distinct !DISubprogram(name: "k", scope: !81, file: !81, line: 5, type: !85, unit: !80, spFlags: DISPFlagDefinition)
!85 = !DISubroutineType(types: !{})
!86 = !DILocation(line: 7, column: 3, scope: !84)
;--- middle.ll
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %tmp, i64 %i, ptr addrspace(1) %other) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !1 !sycl.kernel.promote.elemsize !2 !dbg !84 {
  %x = getelementptr i8, ptr addrspace(1) %tmp, i64 2
  store i32 0, ptr addrspace(1) %x, !dbg !86
  ret void, !dbg !86
}
declare spir_func void @callee(ptr addrspace(1))
!0 = !{!"private", !"none", !"none"}
!1 = !{i64 1, !"", !""}
!2 = !{i64 4, !"", !""}
!llvm.dbg.cu = !{!80}
!llvm.module.flags = !{!82}
!80 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !81, emissionKind: LineTablesOnly)
!81 = !DIFile(filename: "k.cpp", directory: "/")
!82 = !{i32 2, !"Debug Info Version", i32 3}
!84 = distinct !DISubprogram(name: "k", scope: !81, file: !81, line: 5, type: !85, unit: !80, spFlags: DISPFlagDefinition)
!85 = !DISubroutineType(types: !{})
!86 = !DILocation(line: 7, column: 3, scope: !84)
;--- length.ll
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %tmp, i64 %i, ptr addrspace(1) %other) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !1 !sycl.kernel.promote.elemsize !2 !dbg !84 {
  call void @llvm.memset.p1.i64(ptr addrspace(1) %tmp, i8 0, i64 %i, i1 false), !dbg !86
  ret void, !dbg !86
}
declare void @llvm.memset.p1.i64(ptr addrspace(1), i8, i64, i1)
!0 = !{!"private", !"none", !"none"}
!1 = !{i64 1, !"", !""}
!2 = !{i64 4, !"", !""}
!llvm.dbg.cu = !{!80}
!llvm.module.flags = !{!82}
!80 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !81, emissionKind: LineTablesOnly)
!81 = !DIFile(filename: "k.cpp", directory: "/")
!82 = !{i32 2, !"Debug Info Version", i32 3}
!84 = distinct !DISubprogram(name: "k", scope: !81, file: !81, line: 5, type: !85, unit: !80, spFlags: DISPFlagDefinition)
!85 = !DISubroutineType(types: !{})
!86 = !DILocation(line: 7, column: 3, scope: !84)
;--- only-read.ll
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %tmp, i64 %i, ptr addrspace(1) %other) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !1 !sycl.kernel.promote.elemsize !2 !dbg !84 {
  %x = load i32, ptr addrspace(1) %tmp, !dbg !86
  store i32 %x, ptr addrspace(1) %other
  ret void, !dbg !86
}
declare spir_func void @callee(ptr addrspace(1))
!0 = !{!"private", !"none", !"none"}
!1 = !{i64 1, !"", !""}
!2 = !{i64 4, !"", !""}
!llvm.dbg.cu = !{!80}
!llvm.module.flags = !{!82}
!80 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !81, emissionKind: LineTablesOnly)
!81 = !DIFile(filename: "k.cpp", directory: "/")
!82 = !{i32 2, !"Debug Info Version", i32 3}
!84 = distinct !DISubprogram(name: "k", scope: !81, file: !81, line: 5, type: !85, unit: !80, spFlags: DISPFlagDefinition)
!85 = !DISubroutineType(types: !{})
!86 = !DILocation(line: 7, column: 3, scope: !84)
