target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
; out[i] = sum over j of a[j * m + i] * b[j]
define spir_kernel void @k(ptr addrspace(4) %a, ptr addrspace(4) %b, ptr addrspace(4) %o, i64 %m, i64 %n) !sycl.kernel.arguments !0 {
entry:
  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %some = icmp eq i64 %n, 0
  br i1 %some, label %done, label %loop
loop:
  %j = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %row = mul i64 %j, %m
  %i = add i64 %row, %g
  %pa = getelementptr float, ptr addrspace(4) %a, i64 %i
  %x = load float, ptr addrspace(4) %pa, align 4
  %pb = getelementptr float, ptr addrspace(4) %b, i64 %j
  %y = load float, ptr addrspace(4) %pb, align 4
  %p = fmul float %x, %y
  %more = fadd float %sum, %p
  %next = add i64 %j, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %done
done:
  %r = phi float [ 0.0, %entry ], [ %more, %loop ]
  %po = getelementptr float, ptr addrspace(4) %o, i64 %g
  store float %r, ptr addrspace(4) %po, align 4
  ret void
}
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
!0 = !{!1, !2, !3, !4, !5}
!1 = !{i32 0, i32 0, i32 0, i32 8}
!2 = !{i32 0, i32 0, i32 8, i32 8}
!3 = !{i32 0, i32 0, i32 16, i32 8}
!4 = !{i32 0, i32 0, i32 24, i32 8}
!5 = !{i32 0, i32 0, i32 32, i32 8}
