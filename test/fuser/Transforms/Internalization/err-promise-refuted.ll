; A promotion that the accesses refute is an error with both lines; the kernel stays as it is.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: not %opt -passes=sycl-internalization -disable-output %s 2>&1 | FileCheck-22 %s
; CHECK: error: k.cpp:{{[67]}}:3: argument 'tmp' of 'k' cannot be internalized to private memory: several work-items access the same element [SF3026]
; CHECK-DAG: note: k.cpp:6:3: it is written here
; CHECK-DAG: note: k.cpp:7:3: it is read here
; CHECK: error: k.cpp:{{[67]}}:3: argument 'far' of 'k' cannot be internalized to local memory: work-items of several work-groups access the same element [SF3026]
target datalayout = "e-i64:64-G1"
target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(1) %tmp, ptr addrspace(1) %far, ptr addrspace(1) %out) !sycl.kernel.promote !0 !sycl.kernel.promote.localsize !1 !sycl.kernel.promote.elemsize !2 !sycl.kernel.nd-range !3 !dbg !84 {
  %g = call spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0), !dbg !86
  %back = sub i64 63, %g, !dbg !86
  %t0 = getelementptr i32, ptr addrspace(1) %tmp, i64 %g, !dbg !86
  %f0 = getelementptr i32, ptr addrspace(1) %far, i64 %g, !dbg !86
  store i32 1, ptr addrspace(1) %t0, !dbg !86
  store i32 1, ptr addrspace(1) %f0, !dbg !86
  %t1 = getelementptr i32, ptr addrspace(1) %tmp, i64 %back, !dbg !87
  %f1 = getelementptr i32, ptr addrspace(1) %far, i64 %back, !dbg !87
  %x = load i32, ptr addrspace(1) %t1, !dbg !87
  %y = load i32, ptr addrspace(1) %f1, !dbg !87
  %s = add i32 %x, %y, !dbg !87
  %o = getelementptr i32, ptr addrspace(1) %out, i64 %g, !dbg !87
  store i32 %s, ptr addrspace(1) %o, !dbg !87
  ret void, !dbg !87
}
declare spir_func i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
!0 = !{!"private", !"local", !"none"}
!1 = !{i64 1, i64 16, !""}
!2 = !{i64 4, i64 4, !""}
!3 = !{i32 1, !4, !5, !6}
!4 = !{i64 64, i64 0, i64 0}
!5 = !{i64 16, i64 0, i64 0}
!6 = !{i64 0, i64 0, i64 0}
!llvm.dbg.cu = !{!80}
!llvm.module.flags = !{!82}
!80 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !81, emissionKind: LineTablesOnly)
!81 = !DIFile(filename: "k.cpp", directory: "/")
!82 = !{i32 2, !"Debug Info Version", i32 3}
!84 = distinct !DISubprogram(name: "k", scope: !81, file: !81, line: 5, type: !85, unit: !80, spFlags: DISPFlagDefinition)
!85 = !DISubroutineType(types: !{})
!86 = !DILocation(line: 6, column: 3, scope: !84)
!87 = !DILocation(line: 7, column: 3, scope: !84)
