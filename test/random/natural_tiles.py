# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels of natural_regions.py whose groups share local memory or results: totals, a sum for each group, scans within groups, and tiles
with and without a halo. Sizes need not divide: the last group has fewer elements than work-items."""
from natural_kernels import MOST
from natural_launches import GROUPS, ND1, ND2, combined_in_group, each_element, finish, loop, reduction, rounded

BARRIER = "sycl::group_barrier(it.get_group());"
HEAD = ["const std::size_t k = it.get_global_id(0), l = it.get_local_id(0);"]
SMALL = ["const std::size_t first = k - l, size = n - first < WG ? n - first : WG;"]


def total(k):
    """All of an array, or a short one, in one element: by one group, or by one task."""
    shape = k.rng.choice(("n", "R", "C", "G", "G"))
    extent = "groups" if shape == "G" else shape
    k.kind = f"total-{shape}"
    a, y = k.read(shape), k.write("R", partial=True)
    text, bound = k.fit(k.value(a, "j"), MOST[shape])
    last = k.store(y, "0", ("s", bound * MOST[shape]))
    gather = [f"{k.type} s = 0;", f"for (std::size_t j = 0; j < {extent}; ++j)", f"  s += {text};"]
    if k.rng.random() < 0.4:
        k.kind += ":task"
        return finish(k, "", "", gather + [last], ["{"] + gather + [last, "}"])
    k.kind += ":group"
    strided = ["const std::size_t l = it.get_local_id(0);", gather[0], f"for (std::size_t j = l; j < {extent}; j += WG)", gather[2]]
    return finish(k, "sycl::nd_range<1>(WG, WG)", ND1, strided + combined_in_group(k, "sum") + ["if (l == 0)", "  " + last],
                  ["{"] + gather + [last, "}"])


def partial(k):
    """One sum for each group of WG elements."""
    k.kind = "partial"
    a, part = k.read("n"), k.write("G")
    text, bound = k.fit(k.value(a, "k"), 256)
    lines = HEAD + [f"{k.type} s = k < n ? {text} : {k.literal(0)};"] + combined_in_group(k, "sum")
    lines += ["if (l == 0)", "  " + k.store(part, "it.get_group(0)", ("s", bound * 256))]
    host = [f"{k.type} s = 0;", "for (std::size_t k = g * WG; k < n && k < (g + 1) * WG; ++k)", f"  s += {text};",
            lines[-1].strip().replace("it.get_group(0)", "g")]
    finish(k, GROUPS % "groups", ND1, lines, loop("for (std::size_t g = 0; g < groups; ++g)", host))


def scan(k):
    """Running sums within each group."""
    k.kind = "scan"
    a = k.update("n") if k.rng.random() < 0.3 else k.read("n")
    out = a if k.access[a] == "rw" else k.write("n")
    text, bound = k.fit(k.value(a, "k"), 256)
    last = k.store(out, "k", ("s", bound * 256))
    lines = HEAD + [f"{k.type} s = k < n ? {text} : {k.literal(0)};"]
    lines.append(f"s = sycl::inclusive_scan_over_group(it.get_group(), s, sycl::plus<{k.type}>());")
    host = [f"s = (k % WG == 0 ? {k.literal(0)} : s) + {text};", last]
    finish(k, rounded("n"), ND1, lines + ["if (k < n)", "  " + last],
           ["{", f"  {k.type} s = 0;"] + loop("for (std::size_t k = 0; k < n; ++k)", host) + ["}"])


def halo(k):
    """A tile and its neighbours' elements: both, or the next tile's first one as in a ring."""
    ring = k.rng.random() < 0.5
    k.kind = "tile-ring" if ring else "tile-halo"
    a, out = k.read("n"), k.write("n")
    bound, zero = k.bound(a), k.literal(0)
    if ring:
        k.local.append(("tile", 1, "WG + 1"))
        line = k.store(out, "k", k.combine([("$0", bound), ("$1", bound)]))
        load = [f"tile[l] = {a}[k % n];", "if (l == 0)", f"  tile[WG] = {a}[(it.get_group(0) * WG + WG) % n];"]
        near, host = ("tile[l]", "tile[l + 1]"), (f"{a}[k]", f"{a}[(k + 1) % n]")
    else:
        k.local.append(("tile", 1, "WG + 2"))
        line = k.store(out, "k", k.combine([("$0", bound), ("$1", bound), ("$2", bound)]))
        load = [f"tile[l + 1] = k < n ? {a}[k] : {zero};", "if (l == 0)", f"  tile[0] = k > 0 ? {a}[k - 1] : {zero};",
                "if (l == WG - 1)", f"  tile[WG + 1] = k + 1 < n ? {a}[k + 1] : {zero};"]
        near = ("tile[l]", "tile[l + 1]", "tile[l + 2]")
        host = (f"(k > 0 ? {a}[k - 1] : {zero})", f"{a}[k]", f"(k + 1 < n ? {a}[k + 1] : {zero})")
    lines = HEAD + load + [BARRIER, "if (k < n)", "  " + with_values(line, near)]
    finish(k, rounded("n"), ND1, lines, loop("for (std::size_t k = 0; k < n; ++k)", [with_values(line, host)]))


def with_values(line, values):
    for number, value in enumerate(values):
        line = line.replace(f"${number}", value)
    return line


def tile(k):
    """The elements of each group reversed or rotated, in place or not."""
    index = k.rng.choice(("size - 1 - l", "(l + 1) % size", "l / 2", "0"))
    k.kind = f"tile[{index}]"
    a = k.update("n") if k.rng.random() < 0.4 else k.read("n")
    out = a if k.access[a] == "rw" else k.write("n")
    k.local.append(("tile", 1, "WG"))
    line = k.store(out, "k", k.combine([("$0", k.bound(a))] + ([k.value(a, "k")] if a != out else [])))
    lines = HEAD + SMALL + ["if (k < n)", f"  tile[l] = {a}[k];", BARRIER, "if (k < n)"]
    lines.append("  " + with_values(line, (f"tile[{index}]",)))
    host = ["const std::size_t l = k % WG;"] + SMALL + [with_values(line, (f"old[first + {index}]",))]
    host = [f"const std::vector<{k.type}> old({a}, {a} + n);"] + loop("for (std::size_t k = 0; k < n; ++k)", host)
    finish(k, rounded("n"), ND1, lines, ["{"] + ["  " + h for h in host] + ["}"])


def transposed_tile(k):
    k.kind = "tile-transposed"
    a, out = k.read("n"), k.write("n")
    two = k.rng.random() < 0.5
    k.local.append(("tile", 2, "8, 9") if two else ("tile", 1, "72"))
    at = (lambda y, x: f"tile[{y}][{x}]") if two else (lambda y, x: f"tile[{y} * 9 + {x}]")
    line = k.store(out, "$0", k.combine([("$1", k.bound(a))]))
    lines = ["const std::size_t r = it.get_group(0) * 8, c = it.get_group(1) * 8, y = it.get_local_id(0), x = it.get_local_id(1);",
             "if (r + y < R && c + x < C)", f"  {at('y', 'x')} = {a}[(r + y) * C + c + x];", BARRIER, "if (c + y < C && r + x < R)",
             "  " + with_values(line, ("(c + y) * R + r + x", at("x", "y")))]
    host = loop("for (std::size_t k = 0; k < n; ++k)", [with_values(line, ("k % C * R + k / C", f"{a}[k]"))])
    finish(k, "sycl::nd_range<2>({(R + 7) / 8 * 8, (C + 7) / 8 * 8}, {8, 8})", ND2, lines, host)


FORMS = [(each_element, 40), (reduction, 14), (total, 3), (partial, 3), (scan, 2), (halo, 4), (tile, 3), (transposed_tile, 2)]


def fill_in(kernel):
    """Makes the kernel one of the forms."""
    kernel.rng.choices([f for f, _ in FORMS], [w for _, w in FORMS])[0](kernel)
