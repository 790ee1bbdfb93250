# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a random SYCL program: generate.py <output.cpp> [<seed>]. Each region is a random sequence of element-wise kernels
over random buffers, some of them promoted. The program runs each region unfused, fused and on the host, and compares every
output bit by bit. Without a seed it takes a random one; the seed is in the program's output."""
import random
import sys

REGIONS = 10
TYPES = ("float", "double", "std::uint32_t", "std::int16_t")
SIZES = {1: ("1", "13", "1000", "4099"), 2: ("1, 9", "7, 33", "64, 16"), 3: ("1, 1, 3", "3, 5, 7", "8, 4, 16")}


class Region:
    """Kernels as (destination, source, source or None, operation, uses the old destination)."""

    def __init__(self, rng, number):
        self.number = number
        self.type = rng.choice(TYPES)
        self.dims = rng.choice((1, 1, 1, 2, 3))
        self.inputs = [f"in{i}" for i in range(rng.randint(1, 4))]
        self.temporaries = [f"tmp{i}" for i in range(rng.randint(0, 4))]
        self.outputs = [f"out{i}" for i in range(rng.randint(1, 2))]
        self.promoted = [t for t in self.temporaries if rng.random() < 0.6]
        self.listed = rng.choice(SIZES[self.dims])
        self.kernels = []
        written = []
        steps = max(2, rng.randint(len(self.temporaries) + len(self.outputs), 8))
        targets = self.temporaries + [rng.choice(self.temporaries + self.outputs) for _ in range(steps)] + self.outputs
        for target in targets[-steps:] if len(self.temporaries) == 0 else targets:
            sources = self.inputs + [w for w in written if w != target]
            first, second = rng.choice(sources), rng.choice(sources + ["scalar", "index"])
            self.kernels.append((target, first, second, rng.choice(("+", "-", "*", "?")), target in written and rng.random() < 0.3))
            if target not in written:
                written.append(target)


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
    accessors = [f"accessor {s}{{b_{s}, h, read_only}};" for s in sources]
    accessors.append(f"accessor {target}{{b_{target}, h, {'read_write' if accumulate else 'write_only, no_init'}}};")
    body = statements(region, kernel, lambda b: f"{b}[i]", "i.get_linear_id()")
    return f"""    q.submit([&](handler &h) {{
      {' '.join(accessors)}
      h.parallel_for<{name}>(n, [=](item<{region.dims}> i) {{ {body} }});
    }});
"""


def region_code(region):
    k, d = region.number, region.dims
    outputs = ", ".join(f"std::vector<T> &v_{o}" for o in region.outputs)
    inputs = "".join(f", const std::vector<T> &v_{i}" for i in region.inputs)
    buffers = "".join(f"    buffer<T, {d}> b_{b}{{v_{b}.data(), n}};\n" for b in region.inputs + region.outputs)
    for t in region.temporaries:
        properties = ", property_list{e2e::promote_private{}}" if t in region.promoted else ""
        buffers += f"    buffer<T, {d}> b_{t}{{n{properties}}};\n"
    host = "".join(f"    {{ {statements(region, kernel, lambda b: f'v_{b}[i]', 'i')} }}\n" for kernel in region.kernels)
    temporaries = "".join(f"  std::vector<T> v_{t}(size);\n" for t in region.temporaries)
    wanted = ", ".join(f"wanted_{o}" for o in region.outputs)
    return f"""
namespace r{k} {{
using T = {region.type};
template <bool Fuse> void device({outputs}{inputs}, range<{d}> n, T scalar) {{
  queue q = e2e::make_queue();
  e2e::fusion_wrapper fw{{q}};
  {{
{buffers}    if constexpr (Fuse) {{
      fw.start_fusion();
      ext::syclfuse::expect_nd_range(range<{d}>{{{region.listed}}});
    }}
{''.join(submission(region, i, kernel) for i, kernel in enumerate(region.kernels))}    if constexpr (Fuse) {{
      fw.complete_fusion();
      e2e::report("region {k}", fw);
    }}
  }}
}}
void host({outputs}{inputs}, std::size_t size, T scalar) {{
{temporaries}  for (std::size_t i = 0; i < size; ++i) {{
{host}  }}
}}
void check(range<{d}> n, unsigned seed) {{
  const std::size_t size = n.size();
  const T scalar = e2e::random_values<T>(1, seed)[0];
{''.join(f'  const std::vector<T> v_{b} = e2e::random_values<T>(size, seed + {j + 1});{chr(10)}' for j, b in enumerate(region.inputs))}\
{''.join(f'  std::vector<T> wanted_{o}(size), unfused_{o}(size), fused_{o}(size);{chr(10)}' for o in region.outputs)}\
  host({wanted}{''.join(f', v_{i}' for i in region.inputs)}, size, scalar);
  device<false>({wanted.replace('wanted', 'unfused')}{''.join(f', v_{i}' for i in region.inputs)}, n, scalar);
  device<true>({wanted.replace('wanted', 'fused')}{''.join(f', v_{i}' for i in region.inputs)}, n, scalar);
{''.join(f'  e2e::expect_equal("region {k} unfused {o}", unfused_{o}, wanted_{o});{chr(10)}  e2e::expect_equal("region {k} fused {o}", fused_{o}, wanted_{o});{chr(10)}' for o in region.outputs)}}}
}} // namespace r{k}
"""


def main():
    seed = int(sys.argv[2]) if len(sys.argv) > 2 and sys.argv[2] else random.SystemRandom().randrange(1 << 32)
    rng = random.Random(seed)
    regions = [Region(rng, number) for number in range(REGIONS)]
    calls = "".join(f"  r{r.number}::check({{{size}}}, {rng.randrange(1000)});\n" for r in regions for size in SIZES[r.dims])
    with open(sys.argv[1], "w") as file:
        file.write('#include "e2e.hpp"\nusing namespace sycl;\ntemplate <int Region, int Number, bool Fuse> class Kernel;\n')
        file.write("".join(map(region_code, regions)))
        file.write(f'int main() {{\n  std::printf("seed {seed}\\n");\n{calls}  return e2e::finish();\n}}\n')


main()
