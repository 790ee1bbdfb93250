# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How kernels of natural_regions.py spread over work-items: launches for the statements of natural_kernels.py, reductions of rows and
columns by work-items or by groups, and tiles in local memory. Each function fills in a Kernel: its launch, the parameter of its lambda,
its lines on the device, and the loops of the host."""
from natural_kernels import MOST, STATEMENTS, on_device, on_host

ITEM, ND1, ND2 = "sycl::item<1> it", "sycl::nd_item<1> it", "sycl::nd_item<2> it"
GROUPS = "sycl::nd_range<1>(%s * WG, WG)"


def rounded(extent):
    return f"sycl::nd_range<1>((({extent}) + WG - 1) / WG * WG, WG)"


def indent(lines):
    return ["  " + line for line in lines]


def loop(head, lines):
    return [head + " {"] + indent(lines) + ["}"]


def named(lines, index, row="", column=""):
    row, column = row or f"({index} / C)", column or f"({index} % C)"
    return [line.replace("$k", index).replace("$r", row).replace("$c", column) for line in lines]


def finish(k, launch, parameter, device, host):
    k.launch, k.parameter, k.device, k.host = launch, parameter, device, host


def guarded(k, index, count, lines):
    """The lines for an index below the count, behind an early return or inside of an if."""
    if k.rng.random() < 0.5:
        return [f"if ({index} >= {count})", "  return;"] + lines
    return loop(f"if ({index} < {count})", lines)


def each_element(k, style=None):
    """A statement for each of a number of elements; the style is that of another kernel if both have to have the same."""
    statement = k.rng.choices([s for s, _ in STATEMENTS], [w for _, w in STATEMENTS])[0]
    apply_statement(k, statement, style)


def apply_statement(k, statement, style=None):
    k.kind = k.extent = ""
    k.count = None
    kind = statement.__name__
    lines = statement(k)
    k.kind = kind + k.kind
    k.extent = k.extent or "n"
    count = k.count or {"n": "n"}.get(k.extent, k.extent)
    host = loop(f"for (std::size_t k = 0; k < {count}; ++k)", named(on_host(lines), "k"))
    one_dimension = ["id", "id", "item", "linear", "guard", "guard", "chunk", "grid", "grid-nd", "strided", "task"]
    k.style = style or k.rng.choice(one_dimension + (["2d", "2d", "2d-id", "2d-nd", "3d", "rows", "columns", "row-groups"] if count == "n" else []))
    k.kind += ":" + k.style
    launch, parameter, device = spread(k, count, lines)
    finish(k, launch, parameter, device, host)


def spread(k, count, lines):
    """The lines over the work-items, in the kernel's style."""
    integer = k.rng.choice(("std::size_t", "std::size_t", "unsigned", "int"))
    name = k.rng.choice(("k", "i", "at"))
    once = lambda n, r="", c="": named(on_device(k, lines, "return;"), n, r, c)
    again = lambda n, r="", c="": named(on_device(k, lines, "continue;"), n, r, c)
    bound = f"int({count})" if integer == "int" else count
    own = f"const {integer} {name} = "
    if k.style == "id":
        return f"sycl::range<1>({count})", "sycl::id<1> id", [own + "id[0];"] + once(name)
    if k.style == "item":
        return f"sycl::range<1>({count})", ITEM, [own + k.rng.choice(("it.get_id(0);", "it[0];", "it.get_linear_id();"))] + once(name)
    if k.style == "linear":
        return rounded(count), ND1, [own + "it.get_global_linear_id();"] + guarded(k, name, bound, once(name))
    if k.style == "guard":
        own += k.rng.choice(("it.get_global_id(0);", "it.get_group(0) * WG + it.get_local_id(0);",
                             "it.get_group(0) * it.get_local_range(0) + it.get_local_id(0);"))
        return rounded(count), ND1, [own] + guarded(k, name, bound, once(name))
    if k.style == "chunk":
        items = k.rng.choice((16, 61))
        head = f"const std::size_t per = ({count} + {items - 1}) / {items}, first = t[0] * per, last = first + per < {count} ? first + per : {count};"
        return f"sycl::range<1>({items})", "sycl::id<1> t", [head] + loop("for (std::size_t k = first; k < last; ++k)", again("k"))
    if k.style == "grid":
        return "sycl::range<1>(100)", ITEM, loop(f"for (std::size_t k = it[0]; k < {count}; k += it.get_range(0))", again("k"))
    if k.style == "grid-nd":
        head = f"for ({integer} k = it.get_global_id(0); k < {bound}; k += it.get_global_range(0))"
        return GROUPS % k.rng.choice((2, 3)), ND1, loop(head, again("k"))
    if k.style == "strided":
        each = k.rng.choice((2, 4, 16))
        head = ["const std::size_t first = it.get_group(0) * (%d * WG) + it.get_local_id(0);" % each]
        body = ["const std::size_t k = first + u * WG;"] + (["if (k >= %s)" % count, "  break;"] + again("k"))
        return GROUPS % f"(({count} + {each} * WG - 1) / ({each} * WG))", ND1, head + loop(f"for (int u = 0; u < {each}; ++u)", body)
    if k.style == "task":
        return "", "", loop(f"for (std::size_t k = 0; k < {count}; ++k)", again("k"))
    if k.style in ("2d", "3d"):
        extents = k.rng.choice(("R, C",) if k.style == "2d" else ("R, 1, C", "1, R, C", "R, C, 1"))
        dims = k.style[0]
        if dims == "2" and k.rng.random() < 0.5:
            head = ["const std::size_t r = it.get_id(0), c = it.get_id(1), k = r * C + c;"]
            return f"sycl::range<2>({extents})", "sycl::item<2> it", head + once("k", "r", "c")
        return f"sycl::range<{dims}>({extents})", f"sycl::item<{dims}> it", [own + "it.get_linear_id();"] + once(name)
    if k.style == "2d-id":
        return "sycl::range<2>(R, C)", "sycl::id<2> id", [own + "id[0] * C + id[1];"] + once(name, "id[0]", "id[1]")
    if k.style == "2d-nd":
        head = ["const std::size_t r = it.get_global_id(0), c = it.get_global_id(1), k = r * C + c;"]
        body = ["if (r >= R || c >= C)", "  return;"] + once("k", "r", "c")
        return "sycl::nd_range<2>({(R + 3) / 4 * 4, (C + 15) / 16 * 16}, {4, 16})", ND2, head + body
    if k.style == "rows":
        body = ["const std::size_t k = r[0] * C + c;"] + again("k", "r[0]", "c")
        return "sycl::range<1>(R)", "sycl::id<1> r", loop(f"for ({integer} c = 0; c < C; ++c)", body)
    if k.style == "columns":
        body = ["const std::size_t k = r * C + c[0];"] + again("k", "r", "c[0]")
        return "sycl::range<1>(C)", "sycl::id<1> c", loop("for (std::size_t r = 0; r < R; ++r)", body)
    head = ["const std::size_t r = it.get_group(0);"]
    wide = k.rng.choice(("WG", "it.get_local_range(0)"))
    body = ["const std::size_t k = r * C + c;"] + again("k", "r", "c")
    return GROUPS % "R", ND1, head + loop(f"for ({integer} c = it.get_local_id(0); c < C; c += {wide})", body)


def combined_in_group(k, how):
    """The lines that make s, which each work-item has a share of, the group's."""
    way = k.rng.choice(("reduce", "reduce", "tree", "serial"))
    k.kind += "-" + way
    if way == "reduce":
        function = k.rng.choice((f"sycl::plus<{k.type}>()", "sycl::plus<>()")) if how != "max" else f"sycl::maximum<{k.type}>()"
        return [f"s = sycl::reduce_over_group(it.get_group(), s, {function});"]
    k.local.append(("scratch", 1, "WG"))
    into = "scratch[l] = scratch[l] > scratch[l + w] ? scratch[l] : scratch[l + w];" if how == "max" else "scratch[l] += scratch[l + w];"
    lines = ["scratch[l] = s;", "sycl::group_barrier(it.get_group());"]
    if way == "tree":
        steps = k.rng.choice(("std::size_t w = WG / 2; w > 0; w /= 2", "std::size_t w = WG / 2; w > 0; w >>= 1"))
        return lines + loop(f"for ({steps})", ["if (l < w)", "  " + into, "sycl::group_barrier(it.get_group());"]) + ["s = scratch[0];"]
    join = "s = s > scratch[t] ? s : scratch[t];" if how == "max" else "s += scratch[t];"
    return lines + ["s = 0;"] + loop("for (std::size_t t = 0; t < WG; ++t)", [join])


def reduction(k):
    """Rows or columns, each reduced by a work-item or by a group, to an element of a vector or to change all of the row."""
    column = k.rng.random() < 0.2
    outer, inner = ("C", "R") if column else ("R", "C")
    k.kind = "columns" if column else "rows"
    at = (lambda o, j: f"{j} * C + {o}") if column else (lambda o, j: f"{o} * C + {j}")
    how = k.rng.choice(("sum", "sum", "sum", "dot", "weighted", "max", "count"))
    final = k.rng.choice(("vector", "vector", "vector", "whole", "both"))
    in_place = final == "whole" and k.rng.random() < 0.5
    a = k.update("n") if in_place else k.read("n")
    other = k.read("n") if how == "dot" else k.read(inner) if how == "weighted" else None
    limit = inner
    if k.rng.random() < 0.15:
        limit, how = f"($o + 1 < {inner} ? $o + 1 : {inner})", how + "-triangular"
    k.kind += f"-{how}-{final}" + ("-in-place" if in_place else "")
    gather, bound = accumulation(k, how.split("-")[0], a, other, at, MOST[inner])
    ends = []  # lines with $o and $j, and whether they are for each j
    if final != "whole":
        y = k.update(outer) if k.rng.random() < 0.2 else k.write(outer)
        s = ("s", bound)
        ends.append((False, k.store(y, "$o", k.combine([s, k.value(y, "$o")] if k.access[y] == "rw" else [s]))))
    if final != "vector":
        out = a if in_place else k.write("n")
        ends.append((True, k.store(out, at("$o", "$j"), k.combine([k.value(a, at("$o", "$j")), ("s", bound)]))))
    shape = (outer, inner, limit, column, how, a, at)
    host = [f"{k.type} s = 0;", f"for (std::size_t j = 0; j < {limit}; ++j)", "  " + gather]
    for each, line in ends:
        host += [f"for (std::size_t j = 0; j < {inner}; ++j)", "  " + line] if each else [line]
    k.host = loop(f"for (std::size_t o = 0; o < {outer}; ++o)", [line.replace("$o", "o").replace("$j", "j") for line in host])
    (by_groups if k.rng.random() < 0.6 else by_items)(k, shape, gather, ends)


def accumulation(k, how, a, other, at, times):
    text, bound = k.value(a, at("$o", "$j"))
    if other:
        index = at("$o", "$j") if how == "dot" else "$j"
        text, bound = k.fit((text, bound), k.bound(other))
        factor, limit = k.fit((f"{other}[{index}]", k.bound(other)), bound)
        text, bound = f"{text} * {factor}", bound * limit
    if how == "max":
        return f"s = s > {text} ? s : {text};", bound
    if how == "count":
        return f"s += {text} > {k.literal(3)} ? 1 : 0;", times
    text, bound = k.fit((text, bound), times)
    return f"s += {text};", bound * times


def gathering(k, shape, gather, o, first, step):
    """A loop that gathers a row: with a counter, or with a pointer that advances."""
    _, inner, limit, column, how, a, at = shape
    limit = limit.replace("$o", o)
    plain = gather == f"s += {a}[{at('$o', '$j')}];"
    if plain and not column and limit == inner and k.rng.random() < 0.4:
        k.kind += "-pointer"
        if first == "0" and k.rng.random() < 0.7:
            return [f"const {k.type} *p = &{a}[{o} * C], *e = p + C;", "while (p != e)", "  s += *p++;"]
        return [f"const {k.type} *row = &{a}[{o} * C];", f"for (const {k.type} *p = row + {first}; p < row + C; p += {step})", "  s += *p;"]
    integer = k.rng.choice(("std::size_t", "std::size_t", "int", "unsigned"))
    bound = f"int({limit})" if integer == "int" else limit
    j = k.rng.choice(("j", "c", "m"))
    return [f"for ({integer} {j} = {first}; {j} < {bound}; {j} += {step})", "  " + gather.replace("$o", o).replace("$j", j)]


def by_items(k, shape, gather, ends):
    outer, inner = shape[:2]
    k.kind += ":item"
    guard = ["const std::size_t r = it.get_global_id(0);", f"if (r >= {outer})", "  return;"]
    launch, parameter, o, head = k.rng.choice(((f"sycl::range<1>({outer})", "sycl::id<1> id", "id[0]", []),
                                               (f"sycl::range<1>({outer})", ITEM, "r", ["const std::size_t r = it.get_id(0);"]),
                                               (rounded(outer), ND1, "r", guard)))
    lines = head + [f"{k.type} s = 0;"] + gathering(k, shape, gather, o, "0", "1")
    for each, line in ends:
        line = line.replace("$o", o).replace("$j", "j")
        lines += [f"for (std::size_t j = 0; j < {inner}; ++j)", "  " + line] if each else [line]
    finish(k, launch, parameter, lines, k.host)


def by_groups(k, shape, gather, ends):
    outer, inner = shape[:2]
    k.kind += ":group"
    two = k.rng.random() < 0.2
    wide = k.rng.choice(("WG", "WG", f"it.get_local_range({int(two)})"))
    lines = [f"const std::size_t g = it.get_group(0), l = it.get_local_id({int(two)});", f"{k.type} s = 0;"]
    lines += gathering(k, shape, gather, "g", "l", wide) + combined_in_group(k, shape[4].split("-")[0])
    for each, line in ends:
        line = line.replace("$o", "g").replace("$j", "j")
        lines += [f"for (std::size_t j = l; j < {inner}; j += {wide})", "  " + line] if each else ["if (l == 0)", "  " + line]
    launch = f"sycl::nd_range<2>({{{outer}, WG}}, {{1, WG}})" if two else GROUPS % outer
    finish(k, launch, ND2 if two else ND1, lines, k.host)
