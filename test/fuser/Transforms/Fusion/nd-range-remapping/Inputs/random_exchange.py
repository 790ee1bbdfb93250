# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random pairs of kernels with different local sizes, one of which writes what the other one reads, fused by sycl-kernel-fusion. What it
fuses is enumerated: no element may be accessed by work-items of different work-groups of the launch, one of them writing.

random_exchange.py <seed, or nothing> <cases> <opt command ...>"""
import random
import re
import subprocess
import sys

QUERIES = {"g": "_Z33__spirv_BuiltInGlobalInvocationIdi", "l": "_Z32__spirv_BuiltInLocalInvocationIdi",
           "w": "_Z26__spirv_BuiltInWorkgroupIdi", "s": "_Z28__spirv_BuiltInWorkgroupSizei",
           "n": "_Z25__spirv_BuiltInGlobalSizei"}


class Kernel:
    """dims, global and local sizes in SYCL order, and an index as an expression over g0, l1, ... in SPIR-V order."""

    def __init__(self, rng):
        self.dims = rng.choice([1, 1, 2])
        self.local = [rng.choice([1, 2, 3, 4, 6]) for _ in range(self.dims)]
        self.size = [n * rng.choice([1, 2, 3, 4]) for n in self.local]
        x = rng.choice(["g0", "w0 * s0 + l0", "w0 * %d + l0" % self.local[-1]])
        forms = ["%s", "%s ^ 1", "%s + 1", "%s / 2", "n0 - 1 - %s", "%s %% 4", "(%s) * 2 + 1", "(%s) / 6 * 6 + (%s) %% 6"]
        weights = [8, 1, 1, 1, 1, 1, 1, 2]
        if self.dims == 2:
            y = rng.choice(["g1", "w1 * s1 + l1"])
            width = self.size[1]
            x = rng.choice(["(%s) * %d + %s" % (y, width, x), "(%s) * n0 + %s" % (y, x), "(%s) * %d + %s" % (y, width, x),
                            "(%s) * %d + %s" % (x, self.size[0], y)])
        else:
            forms += ["w0 * s0 + (s0 - 1 - l0)", "w0 * s0", "l0", "w0"]
            weights += [1, 1, 1, 1]
        form = rng.choices(forms, weights)[0]
        self.index = form.replace("%s", "(" + x + ")") if "%s" in form else form
        self.index = self.index.replace("%%", "%")

    def count(self):
        n = 1
        for size in self.size:
            n *= size
        return n

    def element(self, linear):
        ids, rest = {}, linear
        for d in range(2):
            size = self.size[-1 - d] if d < self.dims else 1
            local = self.local[-1 - d] if d < self.dims else 1
            g, rest = rest % size, rest // size
            ids.update({"g%d" % d: g, "l%d" % d: g % local, "w%d" % d: g // local, "s%d" % d: local, "n%d" % d: size})
        return eval(self.index.replace("/", "//"), {}, ids)

    def range(self):
        def triple(values):
            return "!{" + ", ".join("i64 %d" % n for n in (values + [0, 0, 0])[:3]) + "}"
        return "!{i32 %d, %s, %s, %s}" % (self.dims, triple(self.size), triple(self.local), triple([]))

    def body(self):
        """The index in IR, by Python's own parser."""
        import ast
        lines = []

        def emit(node):
            if isinstance(node, ast.Constant):
                return str(node.value)
            name = "%%v%d" % len(lines)
            if isinstance(node, ast.Name):
                lines.append("  %s = call i64 @%s(i32 %s)" % (name, QUERIES[node.id[0]], node.id[1]))
                return name
            ops = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "udiv", ast.Mod: "urem", ast.BitXor: "xor"}
            left, right = emit(node.left), emit(node.right)
            name = "%%v%d" % len(lines)
            lines.append("  %s = %s i64 %s, %s" % (name, ops[type(node.op)], left, right))
            return name

        at = emit(ast.parse(self.index, mode="eval").body)
        lines.append("  %%p = getelementptr i32, ptr addrspace(1) %%t, i64 %s" % at)
        return "\n".join(lines)


def module(kernels, writer):
    text = 'target triple = "spirv64-unknown-unknown"\n'
    text += "".join("declare i64 @%s(i32)\n" % name for name in QUERIES.values())
    for k, kernel in enumerate(kernels):
        text += "define spir_kernel void @k%d(ptr addrspace(1) %%t, ptr addrspace(1) %%o) {\n%s\n" % (k, kernel.body())
        if k == writer:
            text += "  store i32 1, ptr addrspace(1) %p\n"
        else:
            text += ("  %x = load i32, ptr addrspace(1) %p\n  %i = call i64 @_Z29__spirv_BuiltInGlobalLinearIdv()\n"
                     "  %q = getelementptr i32, ptr addrspace(1) %o, i64 %i\n  store i32 %x, ptr addrspace(1) %q\n")
        text += "  ret void\n}\n"
    text += "declare i64 @_Z29__spirv_BuiltInGlobalLinearIdv()\n"
    text += "declare !sycl.kernel.fused !0 !sycl.kernel.param !2 !sycl.kernel.nd-ranges !3 void @stub()\n"
    text += '!0 = !{!"fused", !1}\n!1 = !{!"k0", !"k1"}\n!2 = !{!{!{i64 0, i64 0}, !{i64 1, i64 0}}}\n'
    return text + "!3 = !{%s, %s}\n" % (kernels[0].range(), kernels[1].range())


def launch_of(text):
    """Global and local size of the launch, from the metadata of the fused kernel."""
    nodes = dict(re.findall(r"^(!\d+) = (!\{.*\})$", text, re.M))
    node = re.search(r"@fused\(.*!sycl\.kernel\.nd-range (!\d+)", text).group(1)
    dims, size, local, _ = nodes[node][2:-1].split(", ")
    triple = [[int(n) for n in re.findall(r"i64 (\d+)", nodes[t])] for t in (size, local)]
    count = int(dims.split()[1])
    return triple[0][:count], triple[1][:count]


def group_of(linear, size, local):
    group = []
    for n, of in zip(reversed(size), reversed(local)):
        group.append(linear % n // of)
        linear //= n
    return tuple(group)


def is_legal(kernels, writer, launch):
    """By work-group of the launch, behind the barrier."""
    groups = [{}, {}]
    for k, kernel in enumerate(kernels):
        for i in range(kernel.count()):
            groups[k].setdefault(kernel.element(i), set()).add(group_of(i, *launch))
    written, other = groups[writer], groups[1 - writer]
    return all(len(of | other[e]) == 1 for e, of in written.items() if e in other)


def main():
    seed = int(sys.argv[1]) if sys.argv[1] else random.randrange(10**6)
    cases, opt = int(sys.argv[2]), sys.argv[3:]
    print("seed", seed)
    rng = random.Random(seed)
    fused = refused = legal_refused = 0
    while fused + refused < cases:
        kernels, writer = [Kernel(rng), Kernel(rng)], rng.randrange(2)
        locals_ = [k.local + [1] * (2 - k.dims) if k.dims == 2 else k.local for k in kernels]
        if locals_[0] == locals_[1] or [1] in locals_ or [1, 1] in locals_:
            continue
        text = module(kernels, writer)
        done = subprocess.run(opt + ["-passes=sycl-kernel-fusion,verify", "-S", "-"], input=text, capture_output=True, text=True)
        what = "seed %d\n%s\n%s%s" % (seed, "\n".join("%s over %s:%s" % (k.index, k.size, k.local) for k in kernels), text, done.stderr)
        if done.returncode not in (0, 1):
            sys.exit("opt died\n" + what)
        if done.returncode == 1:
            if "[SF3047]" in done.stderr:
                refused += 1
                legal_refused += all(k.element(i) == i for k in kernels for i in range(k.count()))
            elif "[SF3014]" not in done.stderr:
                sys.exit("another error\n" + what)
            continue
        fused += 1
        if not is_legal(kernels, writer, launch_of(done.stdout)):
            sys.exit("fused, but work-groups share elements\n" + what)
    print("%d fused, %d refused, of these %d that take their own elements only" % (fused, refused, legal_refused))


main()
