# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Regions for sycl_program.py: random sequences of element-wise kernels over random buffers, some of them promoted, with loops and
conditions, written in one function or through helpers, lambdas, objects and callbacks. In one dimension launches may be rounded up to
whole work-groups, or have fewer work-items than there are elements, as in programs that come from CUDA."""
REGIONS = 10
TYPES = ("float", "double", "std::uint32_t", "std::int16_t")
SIZES = {1: ("1", "13", "1000", "4099"), 2: ("1, 9", "7, 33", "64, 16"), 3: ("1, 1, 3", "3, 5, 7", "8, 4, 16")}


# How the region begins and ends; how a kernel is submitted.
BORDERS = ("plain", "plain", "callback", "object", "helpers", "function")
CALLS = ("plain", "plain", "helper", "lambda", "parameters", "function")

# ND-ranges of one dimension for {size} elements, and what a kernel says before what it does for element i.
LAUNCHES = {"rounded": "nd_range<1>{{({size} + 63) / 64 * 64, 64}}", "strided": "nd_range<1>{{96, 32}}"}
GUARDS = {
    "rounded": (
        "const int i = item.get_global_id(0); if (i >= count) return;",
        "const std::size_t i = item.get_global_linear_id(); if (i < n[0])",
        "const unsigned i = item.get_global_id(0); if (!(i > unsigned(count) - 1))",
        "const int i = item.get_global_id(0); if (count > 0) if (i <= count - 1)",
    ),
    "strided": (
        "for (int i = item.get_global_id(0); i < count; i += item.get_local_range(0) * item.get_group_range(0))",
        "const int step = item.get_local_range(0) * item.get_group_range(0); for (int i = item.get_global_id(0); i < count; i += step)",
        "for (unsigned i = item.get_global_id(0); i < unsigned(count); i += item.get_group_range(0) * item.get_local_range(0))",
        "for (std::size_t i = item.get_global_linear_id(); i < n[0]; i += item.get_global_range(0))",
    ),
}


class Block:
    """Kernels that run once, in a loop of constant length, or if a flag of run time says so."""

    def __init__(self, kind, kernels, rounds=1):
        self.kind, self.kernels, self.rounds = kind, kernels, rounds


class Region:
    """Kernels as (destination, source, source or None, operation, uses the old destination), in blocks."""

    def __init__(self, rng, number):
        self.number = number
        self.type = rng.choice(TYPES)
        self.dims = rng.choice((1, 1, 1, 2, 3))
        self.inputs = [f"in{i}" for i in range(rng.randint(1, 4))]
        self.temporaries = [f"tmp{i}" for i in range(rng.randint(0, 4))]
        self.outputs = [f"out{i}" for i in range(rng.randint(1, 2))]
        self.promoted = [t for t in self.temporaries if rng.random() < 0.6]
        self.listed = rng.choice(SIZES[self.dims])
        self.launch = rng.choice(("exact", "rounded", "strided")) if self.dims == 1 else "exact"
        self.guards = []
        self.borders = rng.choice(BORDERS)
        self.calls = []
        kernels, written = [], []
        steps = max(2, rng.randint(len(self.temporaries) + len(self.outputs), 8))
        targets = self.temporaries + [rng.choice(self.temporaries + self.outputs) for _ in range(steps)] + self.outputs
        for target in targets[-steps:] if len(self.temporaries) == 0 else targets:
            sources = self.inputs + [w for w in written if w != target]
            first, second = rng.choice(sources), rng.choice(sources + ["scalar", "index"])
            # What is there already may be written once more, or not.
            kind = rng.choice(("once", "once", "loop", "flag")) if target in written else "once"
            kernels.append((kind, (target, first, second, rng.choice(("+", "-", "*", "?")), target in written and rng.random() < 0.3)))
            self.calls.append(rng.choice(CALLS))
            self.guards.append(rng.choice(GUARDS.get(self.launch, ("",))))
            if target not in written:
                written.append(target)
        self.blocks = []
        for kind, kernel in kernels:
            last = self.blocks[-1] if self.blocks else None
            if last and last.kind == kind and rng.random() < 0.7:
                last.kernels.append(kernel)
            elif kind == "flag" and any(b.kind == "flag" for b in self.blocks):
                self.blocks.append(Block("once", [kernel]))
            else:
                self.blocks.append(Block(kind, [kernel], rng.randint(0, 3) if kind == "loop" else 1))


def expression(operation, a, b):
    return f"{a} < {b} ? {a} : {b}" if operation == "?" else f"{a} {operation} {b}"


def statements(region, kernel, access, index):
    """One arithmetic operation a statement, so that nothing can be contracted."""
    target, first, second, operation, accumulate = kernel
    right = {"scalar": "scalar", "index": f"static_cast<T>({index})"}.get(second) or access(second)
    lines = [f"const T a = {access(first)};", f"const T b = {right};", f"const T c = static_cast<T>({expression(operation, 'a', 'b')});"]
    if accumulate:
        lines += [f"const T d = {access(target)};", f"{access(target)} = static_cast<T>(c + d);"]
    else:
        lines += [f"{access(target)} = c;"]
    return " ".join(lines)


def submission(region, number, kernel):
    target, first, second, _, accumulate = kernel
    sources = sorted({s for s in (first, second) if s not in ("scalar", "index")})
    name = f"Kernel<{region.number}, {number}, Fuse>"
    call, buffer = region.calls[number], f"buffer<T, {region.dims}>"
    prefix = "p_" if call == "parameters" else "b_"
    accessors = [f"accessor {s}{{{prefix}{s}, h, read_only}};" for s in sources]
    accessors.append(f"accessor {target}{{{prefix}{target}, h, {'read_write' if accumulate else 'write_only, no_init'}}};")
    exact = region.launch == "exact"
    body = statements(region, kernel, lambda b: f"{b}[i]", "i.get_linear_id()" if exact else "i")
    shape = f"n, [=](item<{region.dims}> i)" if exact else f"{LAUNCHES[region.launch].format(size='n[0]')}, [=](nd_item<1> item)"
    group = f"""[&](handler &h) {{
      {' '.join(accessors)}
      h.parallel_for<{name}>({shape} {{ {region.guards[number]} {{ {body} }} }});
    }}"""
    step = f"step{number}"
    if call == "helper":
        return f"    submit(q, {group});\n"
    if call == "lambda":
        return f"    auto {step} = [&] {{ q.submit({group}); }};\n    {step}();\n"
    if call == "function":
        return f"    std::function<void()> {step} = [&] {{ q.submit({group}); }};\n    {step}();\n"
    if call == "parameters":
        used = sorted({*sources, target})
        parameters = ", ".join(f"{buffer} &p_{b}" for b in used)
        return f"    auto {step} = [&]({parameters}) {{ q.submit({group}); }};\n    {step}({', '.join('b_' + b for b in used)});\n"
    return f"    q.submit({group});\n"


def block_code(block, body):
    if block.kind == "loop":
        return f"    for (int round = 0; round < {block.rounds}; ++round) {{\n{body}    }}\n"
    return f"    if (flag) {{\n{body}    }}\n" if block.kind == "flag" else body


def sequence_code(region):
    """The submissions, and what goes around them."""
    code, number = "", 0
    for block in region.blocks:
        body = ""
        for kernel in block.kernels:
            body += submission(region, number, kernel)
            number += 1
        code += block_code(block, body)
    listed = LAUNCHES.get(region.launch, f"range<{region.dims}>{{{{{{size}}}}}}").format(size=region.listed)
    expect = f"    if constexpr (Fuse)\n      ext::syclfuse::expect_nd_range({listed});\n"
    if region.borders == "callback":
        return f"    fused<Fuse>(q, fw, [&](queue &q) {{\n{expect}{code}    }});\n"
    if region.borders == "function":
        return f"    held<Fuse>(q, fw, [&] {{\n{expect}{code}    }});\n"
    if region.borders == "object":
        return f"    {{\n    scope<Fuse> whole{{fw}};\n{expect}{code}    }}\n"
    if region.borders == "helpers":
        return f"    begin<Fuse>(fw);\n{expect}{code}    end<Fuse>(fw);\n"
    return f"    if constexpr (Fuse)\n      fw.start_fusion();\n{expect}{code}    if constexpr (Fuse)\n      fw.complete_fusion();\n"


def code(region):
    k, d = region.number, region.dims
    outputs = ", ".join(f"std::vector<T> &v_{o}" for o in region.outputs)
    inputs = "".join(f", const std::vector<T> &v_{i}" for i in region.inputs)
    buffers = "".join(f"    buffer<T, {d}> b_{b}{{v_{b}.data(), n}};\n" for b in region.inputs + region.outputs)
    for t in region.temporaries:
        properties = ", property_list{e2e::promote_private{}}" if t in region.promoted else ""
        buffers += f"    buffer<T, {d}> b_{t}{{n{properties}}};\n"
    host = "".join(
        block_code(block, "".join(f"    {{ {statements(region, kernel, lambda b: f'v_{b}[i]', 'i')} }}\n" for kernel in block.kernels))
        for block in region.blocks)
    temporaries = "".join(f"  std::vector<T> v_{t}(size);\n" for t in region.temporaries)
    wanted = ", ".join(f"wanted_{o}" for o in region.outputs)
    return f"""using T = {region.type};
template <bool Fuse> void device({outputs}{inputs}, range<{d}> n, T scalar, [[maybe_unused]] bool flag) {{
  queue q = e2e::make_queue();
  e2e::fusion_wrapper fw{{q}};
  [[maybe_unused]] const int count = static_cast<int>(n.size());
  {{
{buffers}{sequence_code(region)}    if constexpr (Fuse)
      e2e::report("region {k}", fw);
  }}
}}
void host({outputs}{inputs}, std::size_t size, T scalar, [[maybe_unused]] bool flag) {{
{temporaries}  for (std::size_t i = 0; i < size; ++i) {{
{host}  }}
}}
void check(range<{d}> n, unsigned seed, bool flag) {{
  const std::size_t size = n.size();
  const T scalar = e2e::random_values<T>(1, seed)[0];
{''.join(f'  const std::vector<T> v_{b} = e2e::random_values<T>(size, seed + {j + 1});{chr(10)}' for j, b in enumerate(region.inputs))}\
{''.join(f'  std::vector<T> wanted_{o}(size), unfused_{o}(size), fused_{o}(size);{chr(10)}' for o in region.outputs)}\
  host({wanted}{''.join(f', v_{i}' for i in region.inputs)}, size, scalar, flag);
  device<false>({wanted.replace('wanted', 'unfused')}{''.join(f', v_{i}' for i in region.inputs)}, n, scalar, flag);
  device<true>({wanted.replace('wanted', 'fused')}{''.join(f', v_{i}' for i in region.inputs)}, n, scalar, flag);
{''.join(f'  e2e::expect_equal("region {k} unfused {o}", unfused_{o}, wanted_{o});{chr(10)}  e2e::expect_equal("region {k} fused {o}", fused_{o}, wanted_{o});{chr(10)}' for o in region.outputs)}}}
"""


def calls(rng, region):
    return "".join(f"  r{region.number}::check({{{size}}}, {rng.randrange(1000)}, {flag});\n"
                   for size, flag in zip(SIZES[region.dims] * 2, ("true", "false") * 4))


PRELUDE = """template <int Region, int Number, bool Fuse> class Kernel;
template <class F> event submit(queue &q, F &&group) { return q.submit(group); }
template <bool Fuse> void begin(e2e::fusion_wrapper &fw) {
  if constexpr (Fuse)
    fw.start_fusion();
}
template <bool Fuse> void end(e2e::fusion_wrapper &fw) {
  if constexpr (Fuse)
    fw.complete_fusion();
}
template <bool Fuse> struct scope {
  e2e::fusion_wrapper &fw;
  explicit scope(e2e::fusion_wrapper &f) : fw(f) { begin<Fuse>(fw); }
  ~scope() { end<Fuse>(fw); }
};
template <bool Fuse, class F> void fused(queue &q, e2e::fusion_wrapper &fw, F body) {
  begin<Fuse>(fw);
  body(q);
  end<Fuse>(fw);
}
template <bool Fuse> void held(queue &, e2e::fusion_wrapper &fw, const std::function<void()> &body) {
  begin<Fuse>(fw);
  body();
  end<Fuse>(fw);
}
"""
