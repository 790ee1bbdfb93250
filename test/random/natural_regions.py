# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints a random SYCL program with regions of kernels as people write them: natural_regions.py --seed <n> --regions <k> [--kernels <2..6>].
Each region runs over several sizes: on the host as plain loops, kernel by kernel with a wait after each, and fused, a few times, as races
may hide. All arrays, inputs included, are compared bit by bit. A region prints one line: its number, the kinds of its kernels, outcome
and reason, and right, WRONG (fused) or REFERENCE (unfused differs from the host, a fault of this generator). The exit status is 1 unless
all are right.

Values are integers, or floats that hold integers small enough for sums to be exact in any order. Sizes are constants in some regions;
in the others they come from volatile variables. Kernels use USM in some regions, and buffers in the others.

natural_kernels.py has the statements, natural_launches.py how they spread over work-items, natural_tiles.py groups with local memory,
natural_regions.hpp what stands before the regions in every program."""
import argparse
import os
import random

from natural_kernels import EXTENT, Kernel
from natural_launches import finish, loop, named, spread
from natural_tiles import fill_in

# Rows and columns. R * C is below MOST["n"] of natural_kernels.py.
WHOLE = [(4, 64), (16, 96), (64, 64), (8, 256), (2, 1000), (32, 128)]  # which groups divide, mostly
ODD = [(5, 7), (1, 17), (7, 131), (33, 257), (13, 100), (3, 999), (37, 1), (61, 61), (1, 1)]
TEMPORARY = "t0"


class Region:
    def __init__(self, rng, number, kernels):
        self.lean = False
        self.number, self.type = number, rng.choice(("float", "std::uint32_t", "int"))
        self.constant, self.buffers, self.in_order = rng.random() < 0.22, rng.random() < 0.4, rng.random() < 0.5
        self.sets = [rng.choice(WHOLE)] + rng.sample(ODD, 2 if self.constant else 3) + [rng.choice(WHOLE + ODD)]
        group = lambda: rng.choice((16, 32, 64, 128, 256))
        self.fixed_group = self.constant or rng.random() < 0.6
        self.groups = [group()] * len(self.sets) if self.fixed_group else [group() for _ in self.sets]
        self.arrays = {"n": [f"x{i}" for i in range(6)], "R": ["y0", "y1", "y2"], "C": ["z0", "z1", "z2"], "G": ["part0", "part1"],
                       "H": ["hist0", "hist1"], "X": ["index0"], "P": ["perm0"]}
        self.bounds = {name: 15 for names in self.arrays.values() for name in names}
        self.written, self.kernels, self.promoted = [], [], None
        count = kernels or rng.choice((2, 2, 2, 3, 3, 4, 5, 6))
        if self.buffers and rng.random() < 0.25:
            self.promoted = rng.choice(("fusion::property::promote_private{}", "experimental::property::fusion_internal_memory{}"))
        pair_at = rng.randrange(count - 1) if self.promoted else None
        while len(self.kernels) < count:
            if len(self.kernels) == pair_at:
                self.pair(rng)
            else:
                self.append(self.draw(rng))
        self.settle()

    def settle(self, dropped=()):
        """The arrays that the kernels use, without those dropped."""
        self.kernels = [k for index, k in enumerate(self.kernels) if index not in dropped]
        used = {name for k in self.kernels for name in k.access}
        self.promoted = self.promoted if TEMPORARY in used else None
        self.used = [name for names in self.arrays.values() for name in names if name in used]
        self.values = [name for name in self.used if not name.startswith(("index", "perm"))]
        self.indices = [name for name in self.used if name.startswith(("index", "perm"))]

    def draw(self, rng):
        """A kernel that uses what an earlier one wrote, mostly."""
        for _ in range(10):
            kernel = Kernel(self, rng)
            fill_in(kernel)
            if not self.written or any(name in self.written for name in kernel.access):
                break
        return kernel

    def append(self, kernel):
        self.kernels.append(kernel)
        self.bounds.update(kernel.bounds)
        for name, mode in kernel.access.items():
            if mode != "r":
                self.written = [w for w in self.written if w != name] + [name]

    def pair(self, rng):
        """Two kernels, the same over work-items, with a temporary between them that fusion may keep in registers."""
        style, seed = rng.choice(("id", "item", "2d-id", "strided")), rng.random()
        self.bounds[TEMPORARY] = 0
        for reads in (False, True):
            kernel = Kernel(self, rng)
            out = kernel.write("n") if reads else TEMPORARY
            values = [kernel.value(kernel.read("n"), "$k")] + ([kernel.value(TEMPORARY, "$k")] if reads else [])
            kernel.access[TEMPORARY] = "r" if reads else "w"
            lines = [kernel.store(out, "$k", kernel.combine(values))]
            kernel.style, kernel.kind, kernel.rng = style, f"temporary:{style}", random.Random(seed)
            launch, parameter, device = spread(kernel, "n", lines)
            finish(kernel, launch, parameter, device, loop("for (std::size_t k = 0; k < n; ++k)", named(lines, "k")))
            self.append(kernel)

    def kinds(self):
        memory = "buffers" if self.buffers else "USM"
        return f"{self.type.replace('std::', '')} {memory}{' constant' if self.constant else ''}: " + ", ".join(k.kind for k in self.kernels)

    def parameters(self):
        return "".join(f", {self.type} *{name}" for name in self.values) + "".join(f", std::uint32_t *{name}" for name in self.indices)


def accessors(region, kernel):
    modes = {"r": "sycl::read_only", "rw": "sycl::read_write", "w": "sycl::write_only"}
    for name, mode in kernel.access.items():
        fresh = ", sycl::no_init" if mode == "w" and name not in kernel.partial else ""
        yield f"sycl::accessor {name}{{b{name}, h, {modes[mode]}{fresh}}};"


def submission(region, index, kernel, suffix):
    name = f"K<{region.number}, {index}, {suffix}>"
    call = f"parallel_for<{name}>({kernel.launch}, [=]({kernel.parameter})" if kernel.launch else f"single_task<{name}>([=]"
    tail = ["  " + line for line in kernel.device] + ["});"]
    if not kernel.local and not region.buffers:
        return [f"q.{call} {{"] + tail
    head = list(accessors(region, kernel)) if region.buffers else []
    for array, dims, extent in kernel.local:
        head.append(f"sycl::local_accessor<{region.type}, {dims}> {array}{{sycl::range<{dims}>({extent}), h}};")
    return ["q.submit([&](sycl::handler &h) {"] + ["  " + line for line in head + [f"h.{call} {{"] + tail] + ["});"]


def sizes(region, number):
    derived, used = "n = R * C, groups = (n + WG - 1) / WG;", "(void)n, (void)groups;"
    if number is None:
        return [f"const std::size_t {derived}", used]
    (rows, columns), group = region.sets[number], region.groups[number]
    return [f"constexpr std::size_t R = {rows}, C = {columns}, WG = {group}, {derived}", used]


def function(region, name, suffix, fuse, number=None):
    """The region's function, fused or with a wait after each kernel. The sizes are those of the set of this number, or parameters."""
    lines = sizes(region, number)
    if region.fixed_group and number is None:
        lines.insert(0, f"constexpr std::size_t WG = {region.groups[0]};")
    body = []
    if region.buffers:
        for array in region.used:
            kind = "std::uint32_t" if array in region.indices else region.type
            shape = next(s for s, names in region.arrays.items() if array in names)
            lines.append(f"sycl::buffer<{kind}, 1> b{array}{{{array}, sycl::range<1>({EXTENT[shape]})}};")
        if region.promoted:
            lines.append(f"sycl::buffer<{region.type}, 1> b{TEMPORARY}{{sycl::range<1>(n), {{{region.promoted}}}}};")
    for index, kernel in enumerate(region.kernels):
        body += submission(region, index, kernel, suffix) + ([] if fuse else ["q.wait();"])
    if fuse:
        lines += ["fusion::fusion_wrapper fw{q};", "fw.start_fusion();"]
        outcome = 'std::string(fusion::to_string(fw.last_outcome())) + ", " + fusion::to_string(fw.last_reason())'
        body += ["fw.complete_fusion();", "q.wait();", f"return {outcome};"]
    else:
        body.append('return "";')
    parameters = region.parameters()
    if number is None:
        parameters += ", std::size_t R, std::size_t C" + ("" if region.fixed_group else ", std::size_t WG")
    return text(f"std::string {name}(sycl::queue q{parameters})", lines + body)


def text(head, lines):
    return head + " {\n" + "".join(f"  {line}\n" for line in lines) + "}\n"


def host(region):
    lines = ["const std::size_t n = R * C, groups = (n + WG - 1) / WG;", "(void)n, (void)groups;"]
    if region.promoted:
        lines.append(f"std::vector<{region.type}> {TEMPORARY}(n);")
    for kernel in region.kernels:
        lines += kernel.host
    return text(f"void host({region.parameters()[2:]}, std::size_t R, std::size_t C, std::size_t WG)", lines)


def check(region):
    """Tables of sizes, and the functions by which the program's `check` runs the region on memory of one set."""
    given = "".join(f", m.value({i})" for i in range(len(region.values))) + "".join(f", m.index({i})" for i in range(len(region.indices)))
    sets = ", ".join(f"{{{r}, {c}, {g}}}" for (r, c), g in zip(region.sets, region.groups))
    run_time = ", s.R, s.C" + ("" if region.fixed_group else ", s.WG")
    extents = ", ".join(EXTENT[next(s for s, names in region.arrays.items() if a in names)] for a in region.values)
    bounds = ", ".join("true" if a.startswith("perm") else "false" for a in region.indices)
    fused = f"default: return fused(q{given}{run_time}); "
    if region.constant:
        fused = "".join(f"case {i}: return fused{i}(q{given}); " for i in range(len(region.sets)))
    apart = "nullptr" if region.lean else f"[&](memory<{region.type}> &m) {{ unfused(q{given}{run_time}); }}"
    properties = ("sycl::property::queue::in_order{}, " if region.in_order or not region.buffers else "") + "fusion::property::queue::enable_fusion{}"
    return f"""bool check() {{
  sycl::queue q{{{{{properties}}}}};
  static volatile std::size_t sets[][3] = {{{sets}}};
  checker<{region.type}> c{{q, {region.number}, "{region.kinds()}"}};
  for (unsigned set = 0; set < {len(region.sets)}; ++set) {{
    const sizes s{{sets[set][0], sets[set][1], sets[set][2]}};
    const std::size_t R = s.R, C = s.C, n = R * C, groups = (n + s.WG - 1) / s.WG;
    (void)R, (void)C, (void)groups;
    c.over(s, {{{extents}}}, {{{bounds}}}, "{' '.join(region.values)} ",
      [&](memory<{region.type}> &m) {{ host({given[2:]}, s.R, s.C, s.WG); }},
      {apart},
      [&](memory<{region.type}> &m) -> std::string {{ switch (set) {{ {fused}}} return ""; }});
  }}
  return c.finish();
}}
"""


def code(region):
    out = "" if region.lean else function(region, "unfused", 0, False)
    if region.constant:
        out += "".join(function(region, f"fused{i}", 2 + i, True, i) for i in range(len(region.sets)))
    else:
        out += function(region, "fused", 1, True)
    return f"\nnamespace r{region.number} {{\n{out}{host(region)}{check(region)}}} // namespace r{region.number}\n"


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--seed", type=int, required=True)
    options.add_argument("--regions", type=int, default=10)
    options.add_argument("--kernels", type=int, default=0, choices=(0, 2, 3, 4, 5, 6))
    options.add_argument("--only", type=int, help="write this region only, to make a failure small")
    options.add_argument("--drop", default="", help="with --only: leave out the kernels of these numbers, as in 0,3")
    options.add_argument("--lean", action="store_true", help="for a short build: sizes are no constants, and only the host is compared with")
    options.add_argument("--kinds", action="store_true", help="print only the regions' kinds of kernels")
    given = options.parse_args()
    regions = [Region(random.Random(given.seed * 1000 + number), number, given.kernels) for number in range(given.regions)]
    regions = [r for r in regions if given.only in (None, r.number)]
    for region in regions if given.lean else []:
        region.lean, region.constant = True, False
    for region in regions if given.only is not None else []:
        region.settle([int(number) for number in given.drop.split(",") if number])
    if given.kinds:
        print("\n".join(f"region {r.number} | {r.kinds()}" for r in regions))
        return
    calls = "".join(f"  right &= r{r.number}::check();\n" for r in regions)
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "natural_regions.hpp")) as file:
        prelude = file.read()
    print(prelude + "".join(code(r) for r in regions) + f"\nint main() {{\n  bool right = true;\n{calls}  return right ? 0 : 1;\n}}")


if __name__ == "__main__":
    main()
