# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels for natural_regions.py, written the way people write them. Each is one description from which both the device code and plain
host loops follow. In its statements, $k is the index of an element of n = R * C, $r its row and $c its column; @ADD(x, v)@ adds to an
element that other work-items may add to, @MAX(x, v)@ and @MIN(x, v)@ raise and lower one, and @NEXT@ goes on with the next element. A kernel never races with itself: it writes each
element from one work-item only, and reads an array that it writes at that element only, or it changes an array by atomics of one kind
only: those of two kinds, as of two kernels, give another result in another order.

Shapes of arrays: n elements (R rows of C), R, C, G (one for each group of WG of n), H (bins of a histogram), X (indices below n) and P (a
permutation of n). Arrays are 1-D; a is a pointer or an accessor by the same name, so that the text of a kernel is the same for both."""
import re

BINS = 32
MOST = {"n": 10000, "R": 64, "C": 1000, "G": 2500}  # the largest sizes that natural_regions.py draws
EXTENT = {"n": "n", "R": "R", "C": "C", "G": "groups", "H": str(BINS), "X": "n", "P": "n"}
LIMIT = {"float": 1 << 23, "int": 1 << 27, "std::uint32_t": None}  # what values may reach: sums of floats are exact in any order, no int overflows in an expression


class Kernel:
    """What a kernel reads and writes, its launch, its code on the device and the loops of the host."""
    def __init__(self, region, rng):
        self.region, self.rng, self.type = region, rng, region.type
        self.access, self.partial, self.local, self.kind, self.bounds = {}, set(), [], "", {}

    def read(self, shape):
        """An array to read, mostly one that an earlier kernel wrote."""
        free = [a for a in self.region.arrays[shape] if self.access.get(a, "r") == "r"]
        recent = [a for a in self.region.written if a in free]
        name = self.rng.choice(recent[-2:]) if recent and self.rng.random() < 0.8 else self.rng.choice(free)
        self.access[name] = "r"
        return name

    def write(self, shape, partial=False):
        return self.take(shape, "w", partial)

    def update(self, shape):
        return self.take(shape, "rw", True)

    def take(self, shape, mode, partial):
        free = [a for a in self.region.arrays[shape] if a not in self.access]
        recent = [a for a in self.region.written if a in free]
        name = self.rng.choice(recent) if mode == "rw" and recent and self.rng.random() < 0.8 else self.rng.choice(free)
        self.access[name] = mode
        if partial:
            self.partial.add(name)
        return name

    def bound(self, name):
        return self.region.bounds[name]

    def value(self, name, index):
        return f"{name}[{index}]", self.bound(name)

    def literal(self, number):
        return str(number) + {"float": ".0f", "int": "", "std::uint32_t": "u"}[self.type]

    def fit(self, value, times=1):
        """The value, folded if `times` of it may exceed what the type holds exactly."""
        text, bound = value
        if LIMIT[self.type] is None or bound * times <= LIMIT[self.type]:
            return text, bound
        return (f"float(int({text}) % 16)" if self.type == "float" else f"({text}) % 16"), 15

    def combine(self, values):
        """An expression of the values."""
        text, bound = values[0]
        if self.rng.random() < 0.5:
            factor = self.rng.choice((2, 3))
            text, bound = f"{text} * {self.literal(factor)}", bound * factor
        for other, limit in values[1:]:
            how = self.rng.choice("+++-m")
            text = f"({text} > {other} ? {text} : {other})" if how == "m" else f"{text} {how} {other}"
            bound += limit
        if self.rng.random() < 0.4:
            text, bound = f"{text} + {self.literal(self.rng.randint(1, 7))}", bound + 7
        return self.fit((text, bound))

    def store(self, name, index, value):
        """A statement that writes the value. An array that is not written whole keeps old values, too."""
        text, bound = self.fit(value)
        old = self.bound(name) if name in self.partial else 0
        self.bounds[name] = max(self.bounds.get(name, 0), bound, old)
        return f"{name}[{index}] = {text};"

    def add(self, name, index, value, times):
        text, bound = self.fit(value, times)
        self.partial.add(name)
        if LIMIT[self.type] and self.bound(name) + bound * times > LIMIT[self.type]:
            text, bound = self.literal(1), 1
        self.bounds[name] = self.bound(name) + bound * times
        return f"@ADD({name}[{index}], {text})@"

    def extreme(self, name, index, value, how):
        text, bound = self.fit(value)
        self.partial.add(name)
        self.bounds[name] = max(self.bound(name), bound)
        return f"@{how}({name}[{index}], {self.type}({text}))@"


ATOMIC = r"@(ADD|MAX|MIN)\((.*?\]), (.*)\)@"


def on_device(kernel, lines, go_on):
    def atomic(found):
        how, element, value = found.groups()
        return f"sycl::atomic_ref<{kernel.type}, sycl::memory_order::relaxed, sycl::memory_scope::device>({element}).fetch_{how.lower()}({value});"
    return [re.sub(ATOMIC, atomic, line).replace("@NEXT@", go_on) for line in lines]


def on_host(lines):
    def plain(found):
        how, element, value = found.groups()
        return f"{element} += {value};" if how == "ADD" else f"{element} = sycl::{how.lower()}({element}, {value});"
    return [re.sub(ATOMIC, plain, line).replace("@NEXT@", "continue;") for line in lines]


# Statements for element $k. Each names its kind and returns its lines.

def elementwise(k):
    values = [k.value(k.read("n"), "$k") for _ in range(k.rng.randint(1, 3))]
    if k.rng.random() < 0.35:
        out = k.update("n")
        values.insert(0, k.value(out, "$k"))
        k.kind = "-update"
    else:
        out = k.write("n")
    lines = [k.store(out, "$k", k.combine(values))]
    if k.rng.random() < 0.2:
        lines.append(k.store(k.write("n"), "$k", k.combine(values[::-1])))
    return lines


def filled(k):
    out = k.write(k.rng.choice("nnnRC"))
    k.extent = next(s for s in "nRC" if out in k.region.arrays[s])
    return [k.store(out, "$k", k.rng.choice(((k.literal(1), 1), (f"{k.type}($k % 13)", 12), (f"{k.type}($k)", MOST[k.extent]))))]


def neighbours(k):
    a, out, how = k.read("n"), k.write("n"), k.rng.choice(("zero", "clamp", "wrap", "inner", "return"))
    k.kind += "-" + how
    left, right = {"zero": (f"($k > 0 ? {a}[$k - 1] : {k.literal(0)})", f"($k + 1 < n ? {a}[$k + 1] : {k.literal(0)})"),
                   "clamp": (f"{a}[$k == 0 ? 0 : $k - 1]", f"{a}[$k + 1 == n ? $k : $k + 1]"),
                   "wrap": (f"{a}[($k + n - 1) % n]", f"{a}[($k + 1) % n]")}.get(how, (f"{a}[$k - 1]", f"{a}[$k + 1]"))
    values = k.rng.sample([(left, k.bound(a)), (f"{a}[$k]", k.bound(a)), (right, k.bound(a))], k.rng.randint(2, 3))
    if how in ("inner", "return"):
        k.partial.add(out)
    line = k.store(out, "$k", k.combine(values))
    if how == "inner":
        return ["if ($k > 0 && $k + 1 < n)", "  " + line]
    return ["if ($k == 0 || $k + 1 >= n)", "  @NEXT@", line] if how == "return" else [line]


def remapped(k):
    a, out = k.read("n"), k.write("n")
    index = k.rng.choice(("n - 1 - $k", "($k + 5) % n", "$k / 2", "($k * 2) % n", "($k + C) % n", "$k % C", "$k / C * C", "($k + n / 2) % n",
                          "$k - $k % 4", "$k % 2 == 0 && $k + 1 < n ? $k + 1 : $k", "$k / C * C + (C - 1 - $k % C)"))
    k.kind += f"[{index.replace('$', '')}]"
    values = [k.value(a, index)] + ([k.value(k.read("n"), "$k")] if k.rng.random() < 0.5 else [])
    if k.rng.random() < 0.3 and index.startswith(("n - 1", "($k + ")):  # a permutation: the same index for the write
        return [k.store(out, index, k.combine([k.value(a, "$k")]))]
    return [k.store(out, "$k", k.combine(values))]


def broadcast(k):
    out = k.update("n") if k.rng.random() < 0.3 else k.write("n")
    base = out if k.access[out] == "rw" else k.read("n")
    index, shape = k.rng.choice((("$r", "R"), ("$r", "R"), ("$c", "C"), ("0", "R"), ("R - 1", "R"), ("$k / WG", "G"), ("$k % 32", "H")))
    k.kind += f"-{shape}"
    return [k.store(out, "$k", k.combine([k.value(base, "$k"), k.value(k.read(shape), index)]))]


def transposed(k):
    a, out = k.read("n"), k.write("n")
    if k.rng.random() < 0.5:
        return [k.store(out, "$c * R + $r", k.combine([k.value(a, "$k")]))]
    return [k.store(out, "$k", k.combine([k.value(a, "($k % R) * C + $k / R")]))]


def stencil(k):
    a, out, how = k.read("n"), k.write("n"), k.rng.choice(("clamp", "inner", "border"))
    k.kind += "-" + how
    if how == "clamp":
        near = ["($r == 0 ? 0 : $r - 1) * C + $c", "($r + 1 < R ? $r + 1 : R - 1) * C + $c", "$r * C + ($c == 0 ? 0 : $c - 1)",
                "$r * C + ($c + 1 < C ? $c + 1 : C - 1)"]
    else:
        near = ["$k - C", "$k + C", "$k - 1", "$k + 1"]
        k.partial.update({out} if how == "inner" else ())
    values = [k.value(a, "$k")] + [k.value(a, x) for x in k.rng.sample(near, k.rng.choice((2, 4)))]
    line = k.store(out, "$k", k.combine(values))
    inside = "$r > 0 && $r + 1 < R && $c > 0 && $c + 1 < C"
    if how == "border":
        return [f"if ({inside})", "  " + line, "else", "  " + k.store(out, "$k", k.value(a, "$k"))]
    return [line] if how == "clamp" else [f"if ({inside})", "  " + line]


def gathered(k):
    a, idx, out = k.read("n"), k.read("X"), k.write("n")
    return [k.store(out, "$k", k.combine([k.value(a, f"{idx}[$k]"), k.value(k.read("n"), "$k")]))]


def scattered(k):
    a, perm, out = k.read("n"), k.read("P"), k.write("n")
    return [k.store(out, f"{perm}[$k]", k.combine([k.value(a, "$k")]))]


def histogram(k):
    a, hist = k.read("n"), k.update("H")
    return [k.add(hist, f"int({a}[$k]) & {BINS - 1}", k.rng.choice(((k.literal(1), 1), k.value(a, "$k"))), MOST["n"])]


def accumulated(k):
    index, shape, times = k.rng.choice((("0", "R", MOST["n"]), ("$r", "R", MOST["C"]), ("$c", "C", MOST["R"]), ("$k / WG", "G", 256)))
    k.kind += f"-{shape}"
    return [k.add(k.update(shape), index, k.value(k.read("n"), "$k"), times)]


def extremes(k):
    index, shape = k.rng.choice((("0", "R"), ("$r", "R"), ("$c", "C"), ("$k / WG", "G"), (f"$k % {BINS}", "H")))
    how = k.rng.choice(("MAX", "MIN"))
    k.kind += f"-{how.lower()}-{shape}"
    return [k.extreme(k.update(shape), index, k.value(k.read("n"), "$k"), how)]


def structures(k):
    """Copies of whole structures of 48 bytes, by index."""
    a, out, how = k.read("n"), k.write("n", partial=True), k.rng.choice(("same", "reversed", "gathered", "changed"))
    k.kind += "-" + how
    k.extent, k.count = "n", "(n + 11) / 12"
    index = {"reversed": "n / 12 - 1 - $k", "gathered": f"{k.read('X')}[$k] % (n / 12)" if how == "gathered" else ""}.get(how, "$k")
    lines = [f"body<{k.type}> b = reinterpret_cast<const body<{k.type}> *>(&{a}[0])[{index}];"]
    bound = k.bound(a)
    if how == "changed":
        text, bound = k.fit((f"b.v[0] + b.v[{k.rng.randint(1, 11)}]", 2 * bound))
        lines.append(f"b.v[{k.rng.randrange(12)}] = {text};")
    k.bounds[out] = max(k.bounds.get(out, 0), bound, k.bound(out))
    lines.append(f"reinterpret_cast<body<{k.type}> *>(&{out}[0])[$k] = b;")
    return ["if (($k + 1) * 12 <= n) {"] + ["  " + line for line in lines] + ["}"]


def private_array(k):
    a, out, size = k.read("n"), k.write("n"), k.rng.choice((3, 4, 8))
    text, bound = k.fit((f"v[{k.rng.randrange(size)}] + v[0] * {k.literal(2)}", 3 * k.bound(a)))
    return [f"{k.type} v[{size}];", f"for (int j = 0; j < {size}; ++j)", f"  v[j] = {a}[($k + j) % n];",
            f"for (int j = 1; j < {size}; ++j)", "  v[0] = v[0] > v[j] ? v[0] : v[j];", k.store(out, "$k", (text, bound))]


def triangular(k):
    a, out = k.read("n"), k.write("n")
    text, bound = k.fit(k.value(a, "$r * C + j"), MOST["C"])
    return [f"{k.type} s = 0;", f"for (std::size_t j = 0; j {k.rng.choice(('<', '<='))} $c; ++j)", f"  s += {text};",
            k.store(out, "$k", ("s", bound * MOST["C"]))]


def pairwise(k):
    """Two elements for each work-item: 2 * $k and the next one."""
    a, out = k.read("n"), k.write("n")
    k.extent, k.count = "n", "(n + 1) / 2"
    high = k.store(out, "2 * $k + 1", k.combine([k.value(a, "2 * $k"), k.value(a, "2 * $k + 1")]))
    return [k.store(out, "2 * $k", k.value(a, "2 * $k")), "if (2 * $k + 1 < n)", "  " + high]


def vector(k):
    """A kernel over one of the short arrays."""
    k.extent = k.rng.choice("RRC")
    a, out = k.read(k.extent), k.update(k.extent) if k.rng.random() < 0.4 else k.write(k.extent)
    values = [k.value(a, k.rng.choice(("$k", "$k", f"{k.extent} - 1 - $k", "0")))]
    values += [k.value(out, "$k")] if k.access[out] == "rw" else []
    return [k.store(out, "$k", k.combine(values))]


STATEMENTS = [(elementwise, 8), (filled, 2), (neighbours, 4), (remapped, 4), (broadcast, 6), (transposed, 2), (stencil, 3), (gathered, 2),
              (scattered, 1), (histogram, 2), (accumulated, 2), (extremes, 2), (structures, 2), (private_array, 1), (triangular, 2), (pairwise, 1), (vector, 2)]
