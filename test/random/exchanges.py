# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random pairs of kernels with different local sizes, one of which writes what the other one reads, fused by sycl-kernel-fusion. What it
fuses is enumerated: no element may be accessed by work-items of different work-groups of the launch, one of them writing.

exchanges.py <seed, or nothing> <cases> <opt command ...>"""
import random
import re
import subprocess
import sys

from index_kernels import DECLARATIONS, LINEAR_ID, Kernel

# An element by the work-item's own one, x; then those that only kernels of one dimension take.
FORMS = ((lambda k, x: x, 8), (lambda k, x: x ^ 1, 1), (lambda k, x: x + 1, 1), (lambda k, x: x // 2, 1),
         (lambda k, x: k.query("n", 0) - 1 - x, 1), (lambda k, x: x % 4, 1), (lambda k, x: x * 2 + 1, 1),
         (lambda k, x: x // 6 * 6 + x % 6, 2))
GROUP_FORMS = ((lambda k, x: k.query("w", 0) * k.query("s", 0) + (k.query("s", 0) - 1 - k.query("l", 0)), 1),
               (lambda k, x: k.query("w", 0) * k.query("s", 0), 1), (lambda k, x: k.query("l", 0), 1), (lambda k, x: k.query("w", 0), 1))


class Exchange(Kernel):
    def __init__(self, rng):
        super().__init__(rng, (1, 2, 3, 4, 6))
        x, forms = self.position(rng, 0), FORMS
        if self.dims == 2:
            y = self.position(rng, 1)
            x = rng.choice((lambda: y * self.size[0] + x, lambda: y * self.query("n", 0) + x, lambda: x * self.size[1] + y))()
        else:
            forms += GROUP_FORMS
        self.index = rng.choices([f for f, _ in forms], [weight for _, weight in forms])[0](self, x)
        self.elements = [self.index.of(item) for item in self.items()]

    def position(self, rng, dim):
        kind = rng.choice(("id", "size", "constant"))
        if kind == "id":
            return self.query("g", dim)
        return self.query("w", dim) * (self.query("s", dim) if kind == "size" else self.local[dim]) + self.query("l", dim)


def module(kernels, writer):
    text = 'target triple = "spirv64-unknown-unknown"\n' + DECLARATIONS
    for number, k in enumerate(kernels):
        text += "define spir_kernel void @k%d(ptr addrspace(1) %%t, ptr addrspace(1) %%o) {\n%s\n" % (number, "\n".join(k.lines))
        text += "  %%p = getelementptr i32, ptr addrspace(1) %%t, i64 %s\n" % k.index.text
        if number == writer:
            text += "  store i32 1, ptr addrspace(1) %p\n"
        else:
            text += ("  %%x = load i32, ptr addrspace(1) %%p\n  %%i = call i64 @%s()\n  %%q = getelementptr i32, ptr addrspace(1) %%o, i64 %%i\n"
                     "  store i32 %%x, ptr addrspace(1) %%q\n" % LINEAR_ID)
        text += "  ret void\n}\n"
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
    for of, k in zip(groups, kernels):
        for linear, element in enumerate(k.elements):
            of.setdefault(element, set()).add(group_of(linear, *launch))
    written, other = groups[writer], groups[1 - writer]
    return all(len(of | other[e]) == 1 for e, of in written.items() if e in other)


def main():
    seed = int(sys.argv[1]) if sys.argv[1] else random.randrange(10**6)
    cases, opt = int(sys.argv[2]), sys.argv[3:]
    print("seed", seed)
    rng = random.Random(seed)
    fused = refused = legal_refused = 0
    while fused + refused < cases:
        kernels, writer = [Exchange(rng), Exchange(rng)], rng.randrange(2)
        if kernels[0].local == kernels[1].local or any(max(k.local) == 1 for k in kernels):
            continue
        text = module(kernels, writer)
        done = subprocess.run(opt + ["-passes=sycl-kernel-fusion,verify", "-S", "-"], input=text, capture_output=True, text=True)
        what = "seed %d\n%s%s" % (seed, text, done.stderr)
        if done.returncode not in (0, 1):
            sys.exit("opt died\n" + what)
        if done.returncode == 1:
            if "[SF3047]" in done.stderr:
                refused += 1
                legal_refused += all(element == linear for k in kernels for linear, element in enumerate(k.elements))
            elif "[SF3014]" not in done.stderr:
                sys.exit("another error\n" + what)
            continue
        fused += 1
        if not is_legal(kernels, writer, launch_of(done.stdout)):
            sys.exit("fused, but work-groups share elements\n" + what)
    print("%d fused, %d refused, of these %d that take their own elements only" % (fused, refused, legal_refused))


main()
