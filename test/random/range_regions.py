# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Regions for sycl_program.py that mix ND-ranges. Kernels are plain ranges, nd_ranges with and without use of their groups, and single
tasks, of one to three dimensions. Each changes the element of its global linear id by its ids and sizes; those that use their groups
also rotate elements within the group, through a local accessor or through a buffer that is promoted to local memory. Regions have
barriers between their kernels or not. Each region runs with several sets of sizes; the first half of the regions has constant sizes
too."""
REGIONS = 8
SETS = 4


class Kernel:
    def __init__(self, rng, shape):
        self.kind = rng.choices(("range", "nd_range", "groups", "task"), (4, 3, 4, 1))[0]
        self.dims = shape["dims"] if self.kind == "groups" else 1 if self.kind == "task" else rng.randint(1, 3)
        self.salt = rng.randrange(1, 100)
        self.sizes = [self.draw(rng, shape, number) for number in range(SETS)]

    def draw(self, rng, shape, number):
        """Global and local sizes in SYCL order."""
        if self.kind == "task":
            return [1], None
        if self.kind == "groups":  # mostly of one shape, so that most regions can be fused
            local, inner = shape["sizes"][number] if rng.random() < 0.9 else ([2] * self.dims, [2] * self.dims)
            return [local[0] * rng.randint(1, 4)] + inner[1:], local
        local = [rng.choice((1, 1, 2, 3, 5)) for _ in range(self.dims)]
        size = [l * rng.randint(1, 4 if self.dims == 3 else 7) for l in local]
        if self.kind == "range":
            return size, None
        return size, local


class Region:
    def __init__(self, rng, number):
        self.number = number
        self.constant = number < REGIONS // 2
        dims = rng.randint(1, 3)
        sizes = []
        for _ in range(SETS):
            local = [rng.choice((1, 2, 3, 4)) for _ in range(dims)]
            sizes.append((local, [l * rng.randint(1, 3) for l in local]))
        self.kernels = [Kernel(rng, {"dims": dims, "sizes": sizes}) for _ in range(rng.randint(2, 5))]
        # Two kernels at the end that share a promoted buffer, sometimes.
        self.promoted = rng.random() < 0.3
        # Otherwise no kernel needs what other work-items wrote in another one. Without barriers between them, kernels that do not
        # use their groups need not keep them.
        self.barriers = self.promoted or rng.random() < 0.3
        self.promoted_sizes = []
        for _ in range(SETS):
            local = rng.choice((1, 3, 4, 8))
            self.promoted_sizes.append((local * rng.randint(1, 6), local))

    def elements(self, number):
        product = lambda v: v[0] * product(v[1:]) if v else 1
        return max([product(k.sizes[number][0]) for k in self.kernels] + [self.promoted_sizes[number][0]])


def listed(kind, values):
    return f"{kind}<{len(values)}>{{{', '.join(map(str, values))}}}"


def range_text(kernel, index, number):
    """The ND-range of a kernel: a parameter, or constant."""
    if number is None:
        return f"n{index}"
    size, local = kernel.sizes[number]
    return listed("range", size) if local is None else f"nd_range<{kernel.dims}>{{{listed('range', size)}, {listed('range', local)}}}"


def type_text(kernel):
    return f"{'range' if kernel.kind == 'range' else 'nd_range'}<{kernel.dims}>"


def ids(kernel):
    """An expression of all ids and sizes, for the device; host_ids is the same for the host."""
    terms = []
    for d in range(kernel.dims):
        if kernel.kind == "range":
            terms += [f"i.get_id({d})", f"i.get_range({d})"]
        else:
            terms += [f"i.get_global_id({d})", f"i.get_local_id({d})", f"i.get_group({d})", f"i.get_global_range({d})",
                      f"i.get_local_range({d})", f"i.get_group_range({d})"]
    return " + ".join(f"{3 + 2 * j}u * unsigned({t})" for j, t in enumerate(terms))


def host_ids(kernel):
    terms = []
    for d in range(kernel.dims):
        if kernel.kind == "range":
            terms += [f"id[{d}]", f"g[{d}]"]
        else:
            terms += [f"id[{d}]", f"id[{d}] % l[{d}]", f"id[{d}] / l[{d}]", f"g[{d}]", f"l[{d}]", f"g[{d}] / l[{d}]"]
    return " + ".join(f"{3 + 2 * j}u * unsigned({t})" for j, t in enumerate(terms))


def submission(region, index, kernel, number, suffix):
    name = f"K<{region.number}, {index}, {suffix}>"
    size = range_text(kernel, index, number)
    if kernel.kind == "task":
        return f"    q.single_task<{name}>([=] {{ p[0] = p[0] * 3u + {kernel.salt}u; }});\n"
    if kernel.kind == "range":
        return f"""    q.parallel_for<{name}>({size}, [=](item<{kernel.dims}> i) {{
      p[i.get_linear_id()] = p[i.get_linear_id()] * {kernel.salt}u + {ids(kernel)}; }});
"""
    if kernel.kind == "nd_range":
        return f"""    q.parallel_for<{name}>({size}, [=](nd_item<{kernel.dims}> i) {{
      p[i.get_global_linear_id()] = p[i.get_global_linear_id()] * {kernel.salt}u + {ids(kernel)}; }});
"""
    local = kernel.sizes[number][1] if number is not None else None
    items = f"n{index}.get_local_range().size()" if local is None else "std::size_t{%s}" % " * ".join(map(str, local))
    return f"""    q.submit([&](handler &h) {{
      local_accessor<unsigned, 1> tile{{range<1>{{{items}}}, h}};
      h.parallel_for<{name}>({size}, [=](nd_item<{kernel.dims}> i) {{
        const std::size_t l = i.get_local_linear_id(), at = i.get_global_linear_id(), all = i.get_local_range().size();
        tile[l] = p[at] * {kernel.salt}u;
        group_barrier(i.get_group());
        p[at] = tile[(l + 1) % all] + {ids(kernel)};
        group_barrier(i.get_group());
      }});
    }});
"""


def promoted_submissions(region, number, suffix):
    size = f"nd_range<1>{{range<1>{{{region.promoted_sizes[number][0]}}}, range<1>{{{region.promoted_sizes[number][1]}}}}}" if number is not None else "pn"
    return f"""    q.submit([&](handler &h) {{
      accessor t{{tmp, h, write_only, no_init}};
      h.parallel_for<K<{region.number}, 100, {suffix}>>({size}, [=](nd_item<1> i) {{ t[i.get_global_id(0)] = p[i.get_global_id(0)] + 17u; }});
    }});
    q.submit([&](handler &h) {{
      accessor t{{tmp, h, read_only}};
      h.parallel_for<K<{region.number}, 101, {suffix}>>({size}, [=](nd_item<1> i) {{
        const std::size_t n = i.get_local_range(0), base = i.get_group(0) * n;
        p[i.get_global_id(0)] ^= t[base + (i.get_local_id(0) + n - 1) % n];
      }});
    }});
"""


def device(region, name, suffix, number=None, fuse=True):
    parameters = "" if number is not None else "".join(f", {type_text(k)} n{i}" for i, k in enumerate(region.kernels) if k.kind != "task")
    parameters += ", nd_range<1> pn" if number is None and region.promoted else ""
    elements = region.promoted_sizes[number][0] if number is not None else "pn.get_global_range().size()"
    buffer = f"    buffer<unsigned, 1> tmp{{range<1>{{{elements}}}, property_list{{fusion::property::promote_local{{}}}}}};\n" if region.promoted else ""
    body = "".join(submission(region, i, k, number, suffix) for i, k in enumerate(region.kernels))
    body += promoted_submissions(region, number, suffix) if region.promoted else ""
    start = "    e2e::fusion_wrapper fw{q};\n    fw.start_fusion();\n" if fuse else ""
    barriers = "" if region.barriers else "fusion::property::no_barriers{}"
    end = f'    fw.complete_fusion({barriers});\n    q.wait();\n    e2e::report("region {region.number}", fw);\n' if fuse else "    q.wait();\n"
    return f"void {name}(queue &q, unsigned *p{parameters}) {{\n  {{\n{buffer}{start}{body}{end}  }}\n}}\n"


def host(region, number):
    out = f"void host{number}(std::vector<unsigned> &p) {{\n"
    for k in region.kernels:
        size, local = k.sizes[number]
        if k.kind == "task":
            out += f"  p[0] = p[0] * 3u + {k.salt}u;\n"
            continue
        pad = lambda v: ", ".join(map(str, list(v) + [1] * (3 - len(v))))
        unpack = "; ".join(f"id[{d}] = rest % g[{d}], rest /= g[{d}]" for d in reversed(range(k.dims)))
        new = f"p[at] * {k.salt}u"
        if k.kind == "groups":
            # The linear local id of the neighbour, then its global linear id.
            new = f"before[neighbour(at, g, l, {k.dims})] * {k.salt}u"
        out += f"""  {{
    const std::size_t g[3] = {{{pad(size)}}}, l[3] = {{{pad(local or [1])}}};
    const std::vector<unsigned> before = p;
    (void)l;
    for (std::size_t at = 0; at < g[0] * g[1] * g[2]; ++at) {{
      std::size_t id[3] = {{}}, rest = at;
      {unpack};
      p[at] = {new} + {host_ids(k)};
    }}
  }}
"""
    if region.promoted:
        n, local = region.promoted_sizes[number]
        out += f"""  const std::vector<unsigned> before = p;
  for (std::size_t at = 0; at < {n}; ++at)
    p[at] ^= before[at / {local} * {local} + (at % {local} + {local - 1}) % {local}] + 17u;
"""
    return out + "}\n"


def code(region):
    """All functions of the region's namespace."""
    out = device(region, "fused", 0) + device(region, "unfused", 1, fuse=False)
    if region.constant:
        out += device(region, "constant", 2, number=0)
    return out + "".join(host(region, number) for number in range(SETS))


def calls(_, region):
    return "".join(check(region, number) for number in range(SETS))


def check(region, number):
    n = region.elements(number)
    arguments = "".join(f", {range_text(k, i, number)}" for i, k in enumerate(region.kernels) if k.kind != "task")
    if region.promoted:
        size, local = region.promoted_sizes[number]
        arguments += f", nd_range<1>{{range<1>{{{size}}}, range<1>{{{local}}}}}"
    calls = [("fused", f"r{region.number}::fused(q, p{arguments})"), ("unfused", f"r{region.number}::unfused(q, p{arguments})")]
    if region.constant and number == 0:
        calls.append(("constant", f"r{region.number}::constant(q, p)"))
    out = f"  {{\n    const std::vector<unsigned> start = e2e::random_values<unsigned>({n}, {region.number * 10 + number});\n    std::vector<unsigned> wanted = start;\n    r{region.number}::host{number}(wanted);\n"
    for what, call in calls:
        out += f"    run(\"region {region.number} set {number} {what}\", start, wanted, [&](unsigned *p) {{ {call}; }});\n"
    return out + "  }\n"


PRELUDE = """namespace fusion = e2e::fusion;
template <int Region, int Number, int Suffix> class K;
static queue q = e2e::make_queue();

// The global linear id of the next work-item of the group, in the order of local linear ids.
static std::size_t neighbour(std::size_t at, const std::size_t (&g)[3], const std::size_t (&l)[3], int dims) {
  std::size_t id[3] = {}, local = 0, all = 1;
  for (int d = dims - 1; d >= 0; --d) {
    id[d] = at % g[d];
    at /= g[d];
  }
  for (int d = 0; d < dims; ++d) {
    local = local * l[d] + id[d] % l[d];
    all *= l[d];
  }
  std::size_t next = (local + 1) % all, result = 0, factor = 1;
  for (int d = dims - 1; d >= 0; --d) {
    result += (id[d] / l[d] * l[d] + next % l[d]) * factor;
    next /= l[d];
    factor *= g[d];
  }
  return result;
}
static void run(const char *what, const std::vector<unsigned> &start, const std::vector<unsigned> &wanted,
                const std::function<void(unsigned *)> &work) {
  unsigned *p = malloc_shared<unsigned>(start.size(), q);
  std::copy(start.begin(), start.end(), p);
  work(p);
  e2e::expect_equal(what, std::vector<unsigned>(p, p + start.size()), wanted);
  free(p, q);
}
"""
