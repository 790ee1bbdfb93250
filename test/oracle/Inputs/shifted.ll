; A work-item writes its element, and reads its neighbour's in the next kernel.
target triple = "spirv64-unknown-unknown"
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
define spir_kernel void @first(ptr addrspace(1) %a) !dbg !4 !sycl.kernel.arguments !8 {
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0), !dbg !6
  %p = getelementptr i32, ptr addrspace(1) %a, i64 %i, !dbg !6
  store i32 1, ptr addrspace(1) %p, !dbg !6
  ret void, !dbg !6
}
define spir_kernel void @second(ptr addrspace(1) %a, ptr addrspace(1) %b) !dbg !5 !sycl.kernel.arguments !9 {
  %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0), !dbg !7
  %next = add i64 %i, 1, !dbg !7
  %p = getelementptr i32, ptr addrspace(1) %a, i64 %next, !dbg !7
  %x = load i32, ptr addrspace(1) %p, !dbg !7
  %q = getelementptr i32, ptr addrspace(1) %b, i64 %i, !dbg !7
  store i32 %x, ptr addrspace(1) %q, !dbg !7
  ret void, !dbg !7
}
declare !sycl.kernel.fused !12 !sycl.kernel.param !14 !sycl.kernel.launch !16 !sycl.kernel.no-barriers !17 void @stub()
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !1, emissionKind: LineTablesOnly)
!1 = !DIFile(filename: "shifted.cpp", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !17)
!4 = distinct !DISubprogram(name: "first", file: !1, line: 2, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!5 = distinct !DISubprogram(name: "second", file: !1, line: 6, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 3, column: 8, scope: !4)
!7 = !DILocation(line: 7, column: 9, scope: !5)
!8 = !{!10}
!9 = !{!10, !11}
!10 = !{i32 0, i32 0, i32 0, i32 8}
!11 = !{i32 0, i32 0, i32 8, i32 8}
!12 = !{!"fused", !13}
!13 = !{!"first", !"second"}
!14 = !{!15}
!15 = !{!18, !19}
!16 = !{!"range", i32 1}
!17 = !{}
!18 = !{i64 0, i64 0}
!19 = !{i64 1, i64 0}
