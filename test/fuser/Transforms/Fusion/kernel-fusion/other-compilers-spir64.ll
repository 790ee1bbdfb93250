; IR of other SYCL compilers for SPIR: builtins as functions for one dimension and as variables, arguments left out, lists of arguments united.
; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
; RUN: %opt -passes='sycl-kernel-fusion,sycl-cp,verify,function(instcombine)' -S %s | FileCheck-22 %s
; CHECK: define spir_kernel void @fused(ptr addrspace(1) align 4 %k0.p, ptr byval(%"class.sycl::range") align 8 %k0.r)
; CHECK-SAME: !kernel_arg_type [[TYPES:![0-9]+]]
; CHECK-SAME: !sycl_kernel_omit_args [[OMITTED:![0-9]+]]
; CHECK: [[ROW:%.*]] = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
; CHECK: [[INSIDE:%.*]] = icmp ult i64 [[ROW]], 4
; CHECK: br i1 [[INSIDE]]
; CHECK: [[COLUMN:%.*]] = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
; CHECK: call void @sink(i64 [[COLUMN]], i64 8, i64 2)
; CHECK: [[Y:%.*]] = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 1)
; CHECK: [[LINEAR:%.*]] = call i64 @_Z29__spirv_BuiltInGlobalLinearIdv()
; CHECK: call void @sink(i64 [[Y]], i64 [[LINEAR]], i64 0)
; CHECK: store i32 5, ptr addrspace(1) %k0.p
; CHECK-NOT: call {{.*}}GlobalInvocationId_
; CHECK: ret void
; CHECK-DAG: [[TYPES]] = !{!"int*", !"class.sycl::range"}
; Of 3 + 2 arguments in the source: r's twin, the pointer that both have and the constant are omitted.
; CHECK-DAG: [[OMITTED]] = !{i1 false, i1 true, i1 false, i1 true, i1 true}
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64"
target triple = "spir64-unknown-unknown"
%"class.sycl::range" = type { [1 x i64] }
@__spirv_BuiltInGlobalInvocationId = external local_unnamed_addr addrspace(1) constant <3 x i64>, align 32
define spir_kernel void @A(ptr addrspace(1) align 4 %p, ptr byval(%"class.sycl::range") align 8 %r) !kernel_arg_type !10 !sycl_kernel_omit_args !12 {
  %v = load <3 x i64>, ptr addrspace(1) @__spirv_BuiltInGlobalInvocationId, align 32
  %x = extractelement <3 x i64> %v, i64 0
  %s = load i64, ptr %r
  %y = add i64 %x, %s
  %q = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %y
  store i32 1, ptr addrspace(1) %q
  ret void
}
define spir_kernel void @B(ptr addrspace(1) align 4 %p, i32 %n) !kernel_arg_type !11 !sycl_kernel_omit_args !13 {
  %x = call spir_func i64 @_Z28__spirv_GlobalInvocationId_xv()
  %s = call spir_func i64 @_Z20__spirv_GlobalSize_xv()
  %g = call spir_func i64 @_Z23__spirv_NumWorkgroups_xv()
  call void @sink(i64 %x, i64 %s, i64 %g)
  %y = call spir_func i64 @_Z28__spirv_GlobalInvocationId_yv()
  %l = call spir_func i64 @_Z22__spirv_GlobalLinearIdv()
  %o = call spir_func i64 @_Z22__spirv_GlobalOffset_zv()
  call void @sink(i64 %y, i64 %l, i64 %o)
  store i32 %n, ptr addrspace(1) %p
  ret void
}
declare void @sink(i64, i64, i64) memory(none)
declare spir_func i64 @_Z28__spirv_GlobalInvocationId_xv()
declare spir_func i64 @_Z28__spirv_GlobalInvocationId_yv()
declare spir_func i64 @_Z20__spirv_GlobalSize_xv()
declare spir_func i64 @_Z22__spirv_GlobalOffset_zv()
declare spir_func i64 @_Z23__spirv_NumWorkgroups_xv()
declare spir_func i64 @_Z22__spirv_GlobalLinearIdv()
declare !sycl.kernel.fused !0 !sycl.kernel.param !2 !sycl.kernel.constants !3 !sycl.kernel.nd-ranges !4 spir_kernel void @fused()
!0 = !{!"fused", !1}
!1 = !{!"A", !"B"}
!2 = !{!{!{i64 0, i64 0}, !{i64 1, i64 0}}}
!3 = !{i64 2, !"\05\00\00\00"}
!4 = !{!5, !6}
!5 = !{i32 1, !{i64 64, i64 0, i64 0}, !{i64 0, i64 0, i64 0}, !7}
!6 = !{i32 2, !{i64 4, i64 8, i64 0}, !{i64 2, i64 4, i64 0}, !7}
!7 = !{i64 0, i64 0, i64 0}
!10 = !{!"int*", !"class.sycl::range"}
!11 = !{!"int*", !"int"}
!12 = !{i1 false, i1 true, i1 false}
!13 = !{i1 false, i1 false}
