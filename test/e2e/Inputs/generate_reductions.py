# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a random SYCL program whose regions are maps and kernels with reductions: generate_reductions.py <output.cpp> [<seed>]. A
command group has up to three reductions, of all forms: over ranges and ND-ranges, also over fewer elements than the maps before;
with operations that group functions have, one that they have not, and spans over ND-ranges; with and without conditions; from the identity or from
what the variable had. Later maps use the results. The program runs each region unfused and fused. What maps leave is compared bit by
bit with the host, which takes the run's sums; sums are compared with sums in a wider type, and the bits of both runs."""
import random
import sys

REGIONS = 6
TYPES = ("float", "double", "std::int32_t", "std::uint32_t")
SIZES = (1, 61, 1003, 4099, 65537)
SPAN = 3  # values of a reduction of a span


def operations(kind):
    return ["plus", "plus", "multiplies", "minimum", "maximum", "largest"] + ([] if kind in ("float", "double") else ["bit_xor", "bit_and", "bit_or"])


class Shape:
    """Over all elements or the first of them, in one or two dimensions; groups are parts of rows."""

    def __init__(self, rng, region, whole):
        self.nd = region.local and rng.random() < 0.5
        self.dims = region.group_dims if self.nd else rng.choice((1, 1, 2))
        self.whole = whole or self.nd or self.dims == 2 or rng.random() < 0.7
        self.local = region.local

    def text(self):
        if self.dims == 1:
            size = "range<1>(n)" if self.whole else "range<1>(n / 2 + 1)"
            return f"nd_range<1>({size}, range<1>({self.local}))" if self.nd else size
        return f"nd_range<2>(range<2>(rows, columns), range<2>(1, {self.local}))" if self.nd else "range<2>(rows, columns)"

    def item(self):
        return f"{'nd_item' if self.nd else 'item'}<{self.dims}> it"

    def index(self):
        return "it.get_global_linear_id()" if self.nd else "it.get_linear_id()"


class Map:
    def __init__(self, rng, region, target, sources, sums):
        self.shape = Shape(rng, region, True)
        self.target = target
        self.first, self.second = rng.choice(sources), rng.choice(sources + [f"sum{k}" for k in sums])
        # Values stay within a type, for sums to be compared.
        inputs = {self.first, self.second} <= set(region.inputs)
        self.operation = rng.choice("+-*?" if inputs else "+-?")

    def body(self, access):
        expression = "a < b ? a : b" if self.operation == "?" else f"a {self.operation} b"
        return f"const T a = {access(self.first)}; const T b = {access(self.second)}; {access(self.target)} = {expression};"

    def reads(self):
        return {self.first, self.second} - {self.target}

    def device(self, region, number):
        accesses = [f"accessor {r}{{b_{r}, h, read_only}};" for r in sorted(self.reads()) if not r.startswith("sum")]
        accesses += [f"accessor {self.target}{{b_{self.target}, h, write_only, no_init}};"]
        body = self.body(lambda b: f"{b}[{0 if b.startswith('sum') else 'i'}]")
        kernel = f"parallel_for<K<{region.number}, {number}>>({self.shape.text()}, [=]({self.shape.item()}) {{ const std::size_t i = {self.shape.index()}; {body} }});"
        return submission(region, accesses, kernel)

    def host(self, region):
        return f"  for (std::size_t i = 0; i < n; ++i) {{ {self.body(lambda b: f'sums[{b[3:]}]' if b.startswith('sum') else f'{b}[i]')} }}\n"


class Reduction:
    def __init__(self, rng, region, sources, spans):
        self.operation = rng.choice(operations(region.type))
        self.span = spans and self.operation == "plus" and rng.random() < 0.6
        self.source, self.result = rng.choice(sources), len(region.starts)
        region.starts += [rng.randint(1, 9) for _ in range(SPAN if self.span else 1)]
        self.anew = self.operation != "largest" and rng.random() < 0.5
        self.condition = rng.choice(("", "", f"if (i % {rng.randint(2, 5)} == 1) "))

    def value(self, kind, access):
        x = access(self.source)
        if self.operation == "multiplies":
            return {"std::int32_t": f"{x} % 2 ? T(1) : T(-1)", "std::uint32_t": f"{x} | 1u"}.get(kind, f"{x} < 0 ? T(0.9995) : T(1.0005)")
        return f"{x} % 1000" if kind == "std::int32_t" else x

    def device(self):
        first = f"sums + {self.result}"
        where = f"span<T, {SPAN}>({first}, {SPAN})" if self.span else first
        return f"reduction({where}, {self.operation}<T>()" + (", {property::reduction::initialize_to_identity{}})" if self.anew else ")")

    def combine(self, number):
        return f"r{number}[i % {SPAN}].combine(x{number});" if self.span else f"r{number}.combine(x{number});"


class Reduce:
    def __init__(self, rng, region, sources):
        self.shape = Shape(rng, region, False)
        self.reductions = [Reduction(rng, region, sources, self.shape.nd) for _ in range(rng.choice((1, 1, 2, 3)))]

    def device(self, region, number):
        accesses = [f"accessor {r}{{b_{r}, h, read_only}};" for r in sorted({r.source for r in self.reductions})]
        body = "".join(
            f"{r.condition}{{ const T x{k} = {r.value(region.type, lambda b: f'{b}[i]')}; {r.combine(k)} }} " for k, r in enumerate(self.reductions))
        reducers = "".join(f", auto &r{k}" for k in range(len(self.reductions)))
        kernel = (f"parallel_for<K<{region.number}, {number}>>({self.shape.text()}, {', '.join(r.device() for r in self.reductions)}, "
                  f"[=]({self.shape.item()}{reducers}) {{ const std::size_t i = {self.shape.index()}; {body}}});")
        return submission(region, accesses, kernel)

    def host(self, region):
        code = ""
        for r in self.reductions:
            for part in range(SPAN if r.span else 1):
                k = r.result + part
                condition = r.condition + (f"if (i % {SPAN} == {part}) " if r.span else "")
                start = f"known_identity_v<{r.operation}<T>, T>" if r.anew else f"T({region.starts[k]})"
                code += (f"  expect_sum<{r.operation}<T>>(\"region {region.number}, sum {k}\", {start}, sums[{k}], [&](auto &&add) {{\n"
                         f"    for (std::size_t i = 0; i < {'n' if self.shape.whole else 'n / 2 + 1'}; ++i)\n"
                         f"      {condition}add({r.value(region.type, lambda b: f'{b}[i]')});\n  }});\n")
        return code


class Region:
    def __init__(self, rng, number):
        self.number = number
        self.type = TYPES[number % len(TYPES)]
        self.usm, self.local = rng.random() < 0.5, rng.choice((0, 3, 8, 64))
        self.group_dims = rng.choice((1, 2))
        self.columns = (self.local or 1) * rng.choice((1, 3, 5))
        self.inputs, self.outputs = ["in0", "in1"], ["out0"]
        self.temporaries = [f"tmp{i}" for i in range(rng.randint(1, 3))]
        self.promoted = [] if self.usm else [t for t in self.temporaries if rng.random() < 0.6]
        self.shifted = [a for a in self.inputs + self.temporaries + self.outputs if rng.random() < 0.3]  # begin at no cache line
        self.starts, self.kernels, written = [], [], []
        for target in self.temporaries + self.outputs:
            self.kernels.append(Map(rng, self, target, self.inputs + written, range(len(self.starts))))
            written.append(target)
            if rng.random() < 0.6 or target == self.outputs[-1]:
                self.kernels.append(Reduce(rng, self, self.inputs + written))


def submission(region, accesses, kernel):
    if region.usm:
        return f"  q.{kernel}\n"
    return f"  q.submit([&](handler &h) {{\n    {' '.join(accesses)}\n    h.{kernel}\n  }});\n"


def region_code(region):
    k = region.number
    arrays = region.inputs + region.temporaries + region.outputs
    vectors = region.inputs + region.outputs
    kernels = "".join(kernel.device(region, number) for number, kernel in enumerate(region.kernels))
    names = [f"sum{i}" for i in range(len(region.starts))]
    if region.usm:
        before = "".join(f"  T *{a} = malloc_shared<T>(n + 1, q){' + 1' if a in region.shifted else ''};\n" for a in arrays)
        before += "".join(f"  std::copy_n(v_{a}.data(), n, {a});\n" for a in vectors)
        after = "  q.wait();\n" + "".join(f"  std::copy_n({a}, n, v_{a}.data());\n" for a in region.outputs)
        after += "".join(f"  free({a}{' - 1' if a in region.shifted else ''}, q);\n" for a in arrays)
    else:
        before = "".join(f"  buffer<T> b_{a}(v_{a}.data(), range<1>(n));\n" for a in vectors)
        before += "".join(f"  buffer<T> b_{t}(range<1>{{n}}{', {e2e::promote_private{}}' if t in region.promoted else ''});\n" for t in region.temporaries)
        after = "  q.wait();\n"
    pointers = "".join(f"  [[maybe_unused]] const T *{s} = sums + {i};\n" for i, s in enumerate(names))
    parameters = ", ".join(f"{'const ' if v in region.inputs else ''}std::vector<T> &v_{v}" for v in vectors)
    host_parameters = ", ".join(f"{'const ' if v in region.inputs else ''}std::vector<T> &{v}" for v in vectors)
    return f"""
namespace r{k} {{
using T = {region.type};
constexpr std::size_t columns = {region.columns};
std::vector<T> device(std::size_t rows, {parameters}, bool fuse) {{
  [[maybe_unused]] const std::size_t n = rows * columns;
  queue q{{property_list{{property::queue::in_order{{}}, e2e::fusion::property::queue::enable_fusion{{}}}}}};
  const std::vector<T> start{{{', '.join(f'T({s})' for s in region.starts)}}};
  T *sums = malloc_shared<T>(start.size(), q);
  std::copy(start.begin(), start.end(), sums);
{pointers}{before}  e2e::fusion_wrapper fw{{q}};
  if (fuse)
    fw.start_fusion();
{kernels}  if (fuse) {{
    fw.complete_fusion();
    e2e::report("region {k}", fw);
  }}
{after}  std::vector<T> got(sums, sums + start.size());
  free(sums, q);
  return got;
}}
void host(std::size_t rows, {host_parameters}, const std::vector<T> &sums) {{
  const std::size_t n = rows * columns;
{''.join(f'  std::vector<T> {t}(n);{chr(10)}' for t in region.temporaries)}\
{''.join(kernel.host(region) for kernel in region.kernels)}}}
void check(std::size_t size, unsigned seed) {{
  const std::size_t rows = (size + columns - 1) / columns, n = rows * columns;
{''.join(f'  const std::vector<T> {v} = inputs<T>(n, seed + {j});{chr(10)}' for j, v in enumerate(region.inputs))}\
{''.join(f'  std::vector<T> {o}(n), unfused_{o}(n), fused_{o}(n);{chr(10)}' for o in region.outputs)}\
  const std::vector<T> unfused = device(rows, in0, in1{''.join(f', unfused_{o}' for o in region.outputs)}, false);
  const std::vector<T> fused = device(rows, in0, in1{''.join(f', fused_{o}' for o in region.outputs)}, true);
  host(rows, in0, in1{''.join(f', {o}' for o in region.outputs)}, unfused);
  e2e::expect_equal("region {k}, sums", fused, unfused);
{''.join(f'  e2e::expect_equal("region {k} unfused {o}", unfused_{o}, {o});{chr(10)}  e2e::expect_equal("region {k} fused {o}", fused_{o}, {o});{chr(10)}' for o in region.outputs)}}}
}} // namespace r{k}
"""


PRELUDE = """#include "e2e.hpp"
#include <algorithm>
#include <cmath>
#include <limits>
using namespace sycl;
template <int Region, int Number> class K;
// No group function has it, and it has no identity.
template <class T> struct largest {
  T operator()(const T &a, const T &b) const { return a < b ? b : a; }
};
template <class T> std::vector<T> inputs(std::size_t n, unsigned seed) {
  std::vector<T> values = e2e::random_values<T>(n, seed);
  if constexpr (std::is_integral_v<T>)
    for (T &x : values)
      x %= 100;
  return values;
}
// Sums and products of floating point depend on their order, by so many roundings; all else is exact.
template <class Op, class T, class Each> void expect_sum(const char *what, T start, T got, const Each &each) {
  constexpr bool is_sum = std::is_same_v<Op, plus<T>>, is_product = std::is_same_v<Op, multiplies<T>>;
  if constexpr (std::is_floating_point_v<T> && (is_sum || is_product)) {
    long double all = start, size = std::fabs(start), count = 2;
    each([&](T x) { all = is_sum ? all + x : all * x, size += std::fabs(x), ++count; });
    const long double error = std::fabs(all - got), unit = std::numeric_limits<T>::epsilon();
    // The greatest of no elements is infinite, and so is what it is added to.
    e2e::expect(what, all == got || error <= unit * (is_sum ? 256 * size : count * std::fabs(all)));
  } else {
    T all = start;
    each([&](T x) { all = Op()(all, x); });
    e2e::expect(what, all == got);
  }
}
"""


def main():
    seed = int(sys.argv[2]) if len(sys.argv) > 2 and sys.argv[2] else random.SystemRandom().randrange(1 << 32)
    rng = random.Random(seed)
    regions = [Region(rng, number) for number in range(REGIONS)]
    calls = "".join(f"  r{r.number}::check({size}, {rng.randrange(1000)});\n" for r in regions for size in SIZES)
    with open(sys.argv[1], "w") as file:
        file.write(PRELUDE)
        file.write("".join(map(region_code, regions)))
        file.write(f'int main() {{\n  std::printf("seed {seed}\\n");\n{calls}  return e2e::finish();\n}}\n')


main()
