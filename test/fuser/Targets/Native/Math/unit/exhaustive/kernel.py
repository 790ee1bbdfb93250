# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# kernel.py <name>: a kernel in generic IR that computes exhaustive_<name> of each element of an array.
import sys

function = f"float @exhaustive_{sys.argv[1]}(float"
print(f"""target triple = "spirv64-unknown-unknown"
define spir_kernel void @k(ptr addrspace(4) %in, ptr addrspace(4) %out) !sycl.kernel.arguments !0 {{
  %id = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)
  %p = getelementptr inbounds float, ptr addrspace(4) %in, i64 %id
  %q = getelementptr inbounds float, ptr addrspace(4) %out, i64 %id
  %x = load float, ptr addrspace(4) %p
  %y = call spir_func {function} %x)
  store float %y, ptr addrspace(4) %q
  ret void
}}
declare spir_func {function})
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
!0 = !{{!1, !2}}
!1 = !{{i32 0, i32 0, i32 0, i32 8}}
!2 = !{{i32 0, i32 0, i32 8, i32 8}}""")
