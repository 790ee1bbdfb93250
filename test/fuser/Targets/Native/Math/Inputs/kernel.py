# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# kernel.py [--each | --often] <float or double> <function>…: a kernel in generic IR of the functions of two arrays. It stores their sum,
# with --often that of 60 calls of each, or with --each every result: out[n * 65536 + id] of the function n.
import sys

options = [a for a in sys.argv[1:] if a.startswith("--")]
each = "--each" in options
element, *names = sys.argv[1 + len(options):]
names *= 60 if "--often" in options else 1
suffix = {"float": "f32", "double": "f64"}[element]
intrinsics = "sin cos tan asin acos atan atan2 sinh cosh tanh exp exp2 exp10 log log2 log10 pow".split()


def symbol(name):
    if "_" in name:
        return f"__sycl_{name}"
    return f"llvm.{name}.{suffix}" if name in intrinsics else name + ("f" if element == "float" else "")


def operands(name):
    return ["x", "y"] if name in ("pow", "atan2", "hypot", "fmod", "remainder", "half_powr", "native_powr") else ["x"]


print('target triple = "spirv64-unknown-unknown"')
print("define spir_kernel void @k(ptr addrspace(4) %a, ptr addrspace(4) %b, ptr addrspace(4) %o) !sycl.kernel.arguments !0 {")
print("  %g = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)")
for pointer, array in (("p", "a"), ("q", "b"), ("w", "o")):
    print(f"  %{pointer} = getelementptr inbounds {element}, ptr addrspace(4) %{array}, i64 %g")
print(f"  %x = load {element}, ptr addrspace(4) %p\n  %y = load {element}, ptr addrspace(4) %q")
print(f"  %s0 = fadd {element} %x, %y")
for n, name in enumerate(names):
    arguments = ", ".join(f"{element} %{v}" for v in operands(name))
    print(f"  %r{n} = " + (f"frem {element} %x, %y" if name == "frem" else f"call {element} @{symbol(name)}({arguments})"))
    if each:
        print(f"  %w{n} = getelementptr inbounds {element}, ptr addrspace(4) %w, i64 {n * 65536}")
        print(f"  store {element} %r{n}, ptr addrspace(4) %w{n}")
    else:
        print(f"  %s{n + 1} = fadd {element} %s{n}, %r{n}")
if not each:
    print(f"  store {element} %s{len(names)}, ptr addrspace(4) %w")
print("  ret void\n}")
print("declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)")
for name in sorted(set(names) - {"frem"}):
    print(f"declare {element} @{symbol(name)}({', '.join(element for _ in operands(name))})")
print("!0 = !{!1, !2, !3}")
print("!1 = !{i32 0, i32 0, i32 0, i32 8}\n!2 = !{i32 0, i32 0, i32 8, i32 8}\n!3 = !{i32 0, i32 0, i32 16, i32 8}")
