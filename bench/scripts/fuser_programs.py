# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Device IR and manifests of the sizes that run_fuser.py times: kernels of the kinds that programs have, and regions of them."""
import json

POINTER = 8
WHERE = {"file": "bench.cpp", "line": 1, "column": 1}
HEADER = """target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
declare i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32)
declare i64 @_Z25__spirv_BuiltInGlobalSizei(i32)
declare void @_Z22__spirv_ControlBarrieriii(i32, i32, i32)
declare float @_Z30__spirv_GroupNonUniformShuffleifj(i32, float, i32)
declare float @_Z17__spirv_GroupFAddiif(i32, i32, float)
declare float @llvm.sqrt.f32(float)
"""


def kernel(name, arguments, body):
    """A kernel with the element %e<n> of each of its float arrays; `body` gives its instructions."""
    pointers = ", ".join(["ptr addrspace(1)"] * arguments)
    lines = [f"define spir_kernel void @{name}(ptr byval({{{pointers}}}) align 8 %c) {{", "  %id = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)"]
    for i in range(arguments):
        lines += [f"  %f{i} = getelementptr i8, ptr %c, i64 {i * POINTER}", f"  %p{i} = load ptr addrspace(1), ptr %f{i}",
                  f"  %e{i} = getelementptr float, ptr addrspace(1) %p{i}, i64 %id"]
    return "\n".join(lines + body + ["  ret void", "}"])


def pointwise(arguments, instructions, first):
    """Reads all arrays but the last, does `instructions` floating-point operations, and writes the last."""
    lines = [f"  %v{i} = load float, ptr addrspace(1) %e{i}" for i in range(arguments - 1)]
    value = "%v0"
    for i in range(instructions):
        lines.append(f"  %x{i} = {('fadd', 'fmul', 'fsub')[(i + first) % 3]} float {value}, %v{(i * 7 + 1) % (arguments - 1)}")
        value = f"%x{i}"
    return lines + [f"  store float {value}, ptr addrspace(1) %e{arguments - 1}"]


def root(first):
    """Of a sum of squares, with a quotient."""
    return ["  %a = load float, ptr addrspace(1) %e0", "  %b = load float, ptr addrspace(1) %e1", "  %aa = fmul float %a, %a", "  %bb = fmul float %b, %b",
            "  %s = fadd float %aa, %bb", f"  %t = fadd float %s, {first + 1}.0", "  %r = call float @llvm.sqrt.f32(float %t)",
            "  %q = fdiv float %a, %r", "  store float %q, ptr addrspace(1) %e2"]


def neighbours(first):
    """An element and the two beside it, which the edges do not have."""
    return ["  %n = call i64 @_Z25__spirv_BuiltInGlobalSizei(i32 0)", "  %last = sub i64 %n, 1", "  %start = icmp eq i64 %id, 0",
            "  %end = icmp eq i64 %id, %last", "  %down = sub i64 %id, 1", "  %up = add i64 %id, 1", "  %l = select i1 %start, i64 %id, i64 %down",
            "  %h = select i1 %end, i64 %id, i64 %up", "  %pl = getelementptr float, ptr addrspace(1) %p0, i64 %l",
            "  %ph = getelementptr float, ptr addrspace(1) %p0, i64 %h", "  %a = load float, ptr addrspace(1) %pl",
            "  %b = load float, ptr addrspace(1) %ph", "  %c0 = load float, ptr addrspace(1) %e0", f"  %k = fmul float %c0, {first + 2}.0",
            "  %s = fadd float %a, %b", "  %t = fsub float %s, %k", "  store float %t, ptr addrspace(1) %e2"]


def loop(first):
    """A dot product of 16 + `first` elements, one column for each work-item."""
    return ["  %n = call i64 @_Z25__spirv_BuiltInGlobalSizei(i32 0)", "  br label %turn", "turn:", "  %i = phi i64 [ 0, %0 ], [ %in, %turn ]",
            "  %sum = phi float [ 0.0, %0 ], [ %sn, %turn ]", "  %row = mul i64 %i, %n", "  %at = add i64 %row, %id",
            "  %pa = getelementptr float, ptr addrspace(1) %p0, i64 %at", "  %pb = getelementptr float, ptr addrspace(1) %p1, i64 %i",
            "  %a = load float, ptr addrspace(1) %pa", "  %b = load float, ptr addrspace(1) %pb", "  %m = fmul float %a, %b", "  %sn = fadd float %sum, %m",
            "  %in = add i64 %i, 1", f"  %more = icmp ult i64 %in, {16 + first}", "  br i1 %more, label %turn, label %out", "out:",
            "  store float %sn, ptr addrspace(1) %e2"]


def carries(steps):
    """Sums of 64 bits modulo 2^64 - 2^32 + 1, as hashes over a field have them, and products of four in a vector: 29 instructions a step.

    26 loops between them, so that the entry is a long one, which has no vectors at level 2.
    """
    lines = ["  %q = getelementptr i64, ptr addrspace(1) %p0, i64 %id", "  %a0 = load i64, ptr addrspace(1) %q", "  %b0 = xor i64 %a0, 88172645463325252",
             "  %turns = load i64, ptr addrspace(1) %p1",
             "  %z = insertelement <4 x i64> poison, i64 %a0, i64 0", "  %w0 = shufflevector <4 x i64> %z, <4 x i64> poison, <4 x i32> zeroinitializer"]
    block, between = "0", max(steps // 26, 1)
    for n in range(steps):
        for half in range(2):
            a, b, out = ("a", "b", "s") if half == 0 else ("s", "a", "t")
            lines += [f"  %{out}x{n} = xor i64 %{a}{n}, -1", f"  %{out}o{n} = icmp ugt i64 %{b}{n}, %{out}x{n}", f"  %{out}u{n} = add i64 %{a}{n}, %{b}{n}",
                      f"  %{out}e{n} = select i1 %{out}o{n}, i64 4294967295, i64 0", f"  %{out}p{n} = icmp ult i64 %{out}u{n}, %{out}e{n}",
                      f"  %{out}v{n} = add i64 %{out}u{n}, %{out}e{n}", f"  %{out}f{n} = zext i1 %{out}p{n} to i64", f"  %{out}{n} = add i64 %{out}v{n}, %{out}f{n}"]
        has_loop = n % between == between - 1
        lines += [f"  %wl{n} = and <4 x i64> %w{n}, splat (i64 4294967295)", f"  %wh{n} = lshr <4 x i64> %w{n}, splat (i64 32)",
                  f"  %wm{n} = mul <4 x i64> %wl{n}, %wh{n}", f"  %wi{n} = insertelement <4 x i64> %wm{n}, i64 %t{n}, i64 {n % 4}",
                  f"  %we{n} = extractelement <4 x i64> %wi{n}, i64 {(n + 1) % 4}", f"  %w{n + 1} = add <4 x i64> %wi{n}, %w{n}",
                  f"  %rl{n} = shl i64 %t{n}, 13", f"  %rh{n} = lshr i64 %t{n}, 51", f"  %r{n} = or i64 %rl{n}, %rh{n}",
                  f"  %{'y' if has_loop else 'a'}{n + 1} = xor i64 %r{n}, %we{n}", f"  %b{n + 1} = add i64 %s{n}, {2 * n + 1}"]
        if has_loop:
            lines += [f"  br label %loop{n}", f"loop{n}:", f"  %i{n} = phi i64 [ 0, %{block} ], [ %j{n}, %loop{n} ]",
                      f"  %g{n} = phi i64 [ %y{n + 1}, %{block} ], [ %a{n + 1}, %loop{n} ]", f"  %h{n} = mul i64 %g{n}, %g{n}", f"  %a{n + 1} = xor i64 %h{n}, %i{n}",
                      f"  %j{n} = add i64 %i{n}, 1", f"  %m{n} = icmp ult i64 %j{n}, %turns", f"  br i1 %m{n}, label %loop{n}, label %past{n}", f"past{n}:"]
            block = f"past{n}"
    return lines + [f"  store i64 %a{steps}, ptr addrspace(1) %q"]


def barriers(count):
    """A value goes around in the work-group, with a barrier each time."""
    lines = ["  %v = load float, ptr addrspace(1) %e0"]
    value = "%v"
    for n in range(count):
        lines += [f"  store float {value}, ptr addrspace(1) %e1", "  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)", f"  %o{n} = xor i64 %id, {n % 3 + 1}",
                  f"  %q{n} = getelementptr float, ptr addrspace(1) %p1, i64 %o{n}", f"  %x{n} = load float, ptr addrspace(1) %q{n}",
                  "  call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)", f"  %y{n} = fadd float %x{n}, {n + 1}.0"]
        value = f"%y{n}"
    return lines + [f"  store float {value}, ptr addrspace(1) %e2"]


def sub_groups(count, loops=False):
    """Sums by exchange within a sub-group, `count` exchanges; with loops, each as often as an argument says."""
    lines = ["  %v0 = load float, ptr addrspace(1) %e0", "  %turns = load i32, ptr addrspace(1) %p1"]
    for n in range(count):
        start = f"%v{n}"
        if loops:
            start = f"%u{n}"
            lines += [f"  br label %do{n}", f"do{n}:", f"  %i{n} = phi i32 [ 0, %{f'to{n - 1}' if n else 0} ], [ %j{n}, %do{n} ]",
                      f"  {start} = phi float [ %v{n}, %{f'to{n - 1}' if n else 0} ], [ %v{n + 1}, %do{n} ]"]
        lines += [f"  %s{n} = call float @_Z30__spirv_GroupNonUniformShuffleifj(i32 3, float {start}, i32 {n % 32})", f"  %w{n} = fadd float %s{n}, {start}",
                  f"  %v{n + 1} = fadd float %w{n}, {n}.0"]
        if loops:
            lines += [f"  %j{n} = add i32 %i{n}, 1", f"  %m{n} = icmp ult i32 %j{n}, %turns", f"  br i1 %m{n}, label %do{n}, label %to{n}", f"to{n}:"]
    return lines + [f"  store float %v{count}, ptr addrspace(1) %e2"]


def group_sum(first):
    return ["  %v = load float, ptr addrspace(1) %e0", f"  %k = fmul float %v, {first + 1}.0", "  %s = call float @_Z17__spirv_GroupFAddiif(i32 2, i32 0, float %k)",
            "  %q = fdiv float %v, %s", "  store float %q, ptr addrspace(1) %e2"]


def write(folder, kernels, regions):
    """kernels: (name, arguments, body, kind); regions: lists of numbers of kernels of one kind."""
    (folder / "k.ll").write_text(HEADER + "\n".join(kernel(name, arguments, body) for name, arguments, body, _ in kernels))
    records = [{"symbol": name, "name": name, "location": WHERE, "kind": kind, "dimensions": 1, "closure_size": arguments * POINTER, "closure_align": 8,
                "parameters": [{"name": f"p{i}", "kind": "pointer", "type": "float", "offset": i * POINTER, "size": POINTER} for i in range(arguments)]}
               for name, arguments, _, kind in kernels]
    (folder / "m.json").write_text(json.dumps({
        "schema": "sycl-fuse-manifest", "version": 1, "sources": [], "targets": [], "kernels": records,
        "regions": [{"name": f"r{n}", "kind": "fusion_wrapper", "source": {"begin": WHERE, "end": WHERE}, "barriers": True, "nd_ranges": [],
                     "submissions": [{"kernel": kernels[k][0], "kind": kernels[k][3], "dimensions": 1, "arguments": []} for k in region]}
                    for n, region in enumerate(regions)]}))


def one_region(folder, kernels, arguments, instructions):
    """One region of pointwise kernels, each with its own code."""
    write(folder, [(f"K{i}", arguments, pointwise(arguments, instructions, i), "range") for i in range(kernels)], [range(kernels)])


def one_kernel(folder, body, kind):
    write(folder, [("K0", 3, body, kind)], [])


# What a program is made of, in turns: two regions of kernels over ranges, one of kernels with work-groups.
def ranges(n):
    return [pointwise(3, 4, n), root(n), pointwise(3, 24, n), neighbours(n), loop(n % 8), pointwise(3, 8, n + 1)]


def groups(n):
    return [pointwise(3, 6, n), group_sum(n), pointwise(3, 12, n), sub_groups(5), barriers(3), root(n)]


def whole_program(folder, kernels, regions):
    """So many kernels, the first of which are in regions of six; the last is a large one, a hash over a field."""
    every, used = [], []
    while len(every) < kernels - 1:
        n = len(every) // 6
        kind = "nd_range" if n % 3 == 2 else "range"
        group = (groups if kind == "nd_range" else ranges)(n)[:kernels - 1 - len(every)]
        if len(used) < regions and len(group) == 6:
            used.append(range(len(every), len(every) + 6))
        every += [(f"K{len(every) + i}", 3, body, kind) for i, body in enumerate(group)]
    write(folder, every + [(f"K{len(every)}", 3, carries(100), "range")], used)
