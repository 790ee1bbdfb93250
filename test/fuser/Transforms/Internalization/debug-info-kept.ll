; Lines stay with the accesses; variables that described the argument are optimized out.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes=sycl-internalization,verify -S %s | FileCheck-22 %s
; CHECK: define spir_kernel void @k(i64 %i, ptr addrspace(1) %other) !dbg [[SP:![0-9]+]]
; CHECK: #dbg_value(ptr addrspace(1) poison,
; CHECK: store float 1.0{{.*}}, ptr %tmp.private, align 4, !dbg [[LINE:![0-9]+]]
; CHECK: [[SP]] = distinct !DISubprogram(name: "k"
; CHECK: [[LINE]] = !DILocation(line: 7, column: 3, scope: [[SP]])
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"

define spir_kernel void @k(ptr addrspace(1) %tmp, i64 %i, ptr addrspace(1) %other) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !1 !sycl.kernel.promote.elemsize !2 !dbg !84 {
    #dbg_value(ptr addrspace(1) %tmp, !88, !DIExpression(), !86)
  store float 1.0, ptr addrspace(1) %tmp, align 4, !dbg !86
  ret void, !dbg !86
}

!0 = !{!"private", !"none", !"none"}
!1 = !{i64 1, !"", !""}
!2 = !{i64 4, !"", !""}
!llvm.dbg.cu = !{!80}
!llvm.module.flags = !{!82}
!80 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !81, emissionKind: FullDebug)
!81 = !DIFile(filename: "k.cpp", directory: "/")
!82 = !{i32 2, !"Debug Info Version", i32 3}
!84 = distinct !DISubprogram(name: "k", scope: !81, file: !81, line: 5, type: !85, unit: !80, spFlags: DISPFlagDefinition)
!85 = !DISubroutineType(types: !{})
!86 = !DILocation(line: 7, column: 3, scope: !84)
!87 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!88 = !DILocalVariable(name: "f", arg: 1, scope: !84, file: !81, line: 5, type: !87)
