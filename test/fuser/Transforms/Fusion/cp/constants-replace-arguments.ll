; Arguments whose bytes are known become constants: scalars, vectors, structs by value. The metadata stays in step.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes=sycl-cp,verify -S %s | FileCheck-22 %s
; RUN: %opt -passes=sycl-cp,sycl-cp,sroa,instcombine -S %s | FileCheck-22 %s --check-prefix=FOLDED
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"

; CHECK-LABEL: define spir_kernel void @k(ptr addrspace(1) %out) !dbg {{![0-9]+}} !sycl.kernel.arguments
; CHECK-NOT: sycl.kernel.constants
; CHECK: store i32 -2, ptr addrspace(1) %out
; CHECK: store float 1.500000e+00, ptr addrspace(1) %out
; CHECK: store <2 x i16> <i16 1, i16 2>, ptr addrspace(1) %out
; FOLDED-LABEL: define spir_kernel void @k(ptr addrspace(1) %out)
; FOLDED: store i64 5, ptr addrspace(1) %out
; FOLDED-NOT: alloca
; FOLDED: ret void
define spir_kernel void @k(i32 %i, ptr addrspace(1) %out, float %f, <2 x i16> %v, ptr byval({ i32, i64 }) %s) !dbg !84 !sycl.kernel.constants !0 !sycl.kernel.arguments !5 {
  store i32 %i, ptr addrspace(1) %out
  store float %f, ptr addrspace(1) %out
  store <2 x i16> %v, ptr addrspace(1) %out
  %at = getelementptr { i32, i64 }, ptr %s, i64 0, i32 1
  %x = load i64, ptr %at
  store i64 %x, ptr addrspace(1) %out
  ret void
}
!0 = !{!1, !2, !3, !4}
!1 = !{i32 0, !"\FE\FF\FF\FF"}
!2 = !{i32 2, !"\00\00\C0\3F"}
!3 = !{i32 3, !"\01\00\02\00"}
!4 = !{i32 4, !"\01\00\00\00\00\00\00\00\05\00\00\00\00\00\00\00"}
!5 = !{!6, !7, !8, !9, !10}
!6 = !{i32 0, i32 0, i32 0, i32 4}
!7 = !{i32 0, i32 0, i32 8, i32 8}
!8 = !{i32 0, i32 0, i32 16, i32 4}
!9 = !{i32 0, i32 0, i32 20, i32 4}
!10 = !{i32 0, i32 0, i32 24, i32 16}

!llvm.dbg.cu = !{!80}
!llvm.module.flags = !{!82}
!80 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !81, emissionKind: LineTablesOnly)
!81 = !DIFile(filename: "k.cpp", directory: "/")
!82 = !{i32 2, !"Debug Info Version", i32 3}
!84 = distinct !DISubprogram(name: "k", scope: !81, file: !81, line: 5, type: !85, unit: !80, spFlags: DISPFlagDefinition)
!85 = !DISubroutineType(types: !{})
!86 = !DILocation(line: 7, column: 3, scope: !84)
