# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""group_tiles.py [<seed>]: a SYCL program with random kernels over groups of one dimension that divide their local ids: rows, columns, warps. What a
work-item computes between barriers is a function that the host calls, too, for each work-item of each group in turn."""
import random
import sys

# Values are unsigned, as they may wrap.
KERNELS = 10
GROUPS = (1, 5, 16, 31, 48, 64, 100, 256)
HEAD = '''#include "e2e.hpp"
using namespace sycl;
namespace {
'''
# Each function gets the local id, the size of the group, the group's elements, all elements, and what the group keeps.
KERNEL = '''struct kernel_%(number)d {
  using index = %(index)s;
%(functions)s
};
template <class K> class name_%(number)d;
'''
FUNCTION = "  static unsigned %(name)s(index l, index size, const int *x, const int *all, const int *kept, unsigned v) { %(body)s }"
TAIL = '''
template <class K, template <class> class Name> void compare(queue &q, std::size_t group, const char *what) {
  using index = typename K::index;
  const std::size_t n = 3 * group;
  const auto in = e2e::random_values<int>(n, unsigned(group));
  int *x = malloc_shared<int>(n, q), *y = malloc_shared<int>(n, q);
  std::copy(in.begin(), in.end(), x);
  q.submit([&](handler &h) {
    const local_accessor<int> keep(group, h);
    h.parallel_for<Name<K>>(nd_range<1>(n, group), [=](nd_item<1> it) {
      const index l = index(it.get_local_id(0)), size = index(it.get_local_range(0));
      const int *mine = x + it.get_group(0) * it.get_local_range(0);
      int *kept = &keep[0];
      unsigned v = K::start(l, size, mine, x, kept, 0);
      kept[l] = v;
      group_barrier(it.get_group());
      v = K::middle(l, size, mine, x, kept, v);
      group_barrier(it.get_group());
      if (K::condition(l, size, mine, x, kept, v))
        kept[size - 1 - l] = v;
      group_barrier(it.get_group());
      const unsigned last = K::end(l, size, mine, x, kept, v);
      if (K::condition(l, size, mine, x, kept, last))
        y[it.get_global_id(0)] = last;
      else
        y[it.get_global_id(0)] = -v;
    });
  }).wait();
  std::vector<int> wanted(n), kept(group);
  std::vector<unsigned> v(group);
  for (std::size_t g = 0; g != n; g += group) {
    const int *mine = in.data() + g;
    const auto each = [&](auto f) {
      for (std::size_t l = 0; l != group; ++l)
        f(l, index(l), index(group));
    };
    each([&](std::size_t i, index l, index size) { kept[i] = v[i] = K::start(l, size, mine, in.data(), kept.data(), 0); });
    each([&](std::size_t i, index l, index size) { v[i] = K::middle(l, size, mine, in.data(), kept.data(), v[i]); });
    each([&](std::size_t i, index l, index size) {
      if (K::condition(l, size, mine, in.data(), kept.data(), v[i]))
        kept[group - 1 - i] = v[i];
    });
    each([&](std::size_t i, index l, index size) {
      const unsigned last = K::end(l, size, mine, in.data(), kept.data(), v[i]);
      wanted[g + i] = int(K::condition(l, size, mine, in.data(), kept.data(), last) ? last : -v[i]);
    });
  }
  e2e::expect_equal((what + std::string(" in groups of ") + std::to_string(group)).c_str(), std::vector<int>(y, y + n), wanted);
  free(x, q);
  free(y, q);
}
} // namespace
int main() {
  std::printf("seed %(seed)d\\n");
  queue q = e2e::make_queue();
  for (std::size_t group : {%(groups)s}) {
%(calls)s  }
  return e2e::finish();
}
'''


class Kernel:
    def __init__(self, rng, number):
        self.rng, self.number = rng, number
        self.index = rng.choice(("int", "unsigned", "std::size_t"))
        self.lengths = [rng.choice((16, 16, 32, 20, 8, 64)), rng.choice((16, 32, 64, 96, 12))]

    def place(self, depth=2):
        """An index of the group, not negative and small."""
        kind = self.rng.choice(("id", "row", "column", "row", "column", "sum", "product", "number", "back", "narrow")) if depth else "id"
        length = self.rng.choice(self.lengths)
        shift = length.bit_length() - 1
        power = length == 1 << shift
        if kind == "row":
            return "(l >> %d)" % shift if power and self.rng.random() < 0.3 else "(l / %d)" % length
        if kind == "column":
            return "(l & %d)" % (length - 1) if power and self.rng.random() < 0.3 else "(l %% %d)" % length
        if kind == "back":
            return "(%d - l / %d)" % (300 // length + 1, length)
        if kind == "narrow":
            return "(static_cast<unsigned char>(l) %% %du)" % length
        if kind == "sum":
            return "(%s + %s)" % (self.place(depth - 1), self.place(depth - 1))
        if kind == "product":
            return "(%s * %d)" % (self.place(depth - 1), self.rng.choice((2, 3, length)))
        return str(self.rng.randint(0, 40)) if kind == "number" else "l"

    def element(self, array):
        """An element of the group's, or of what it keeps. Most are inside anyhow; others are the own one."""
        at = self.place()
        return "%s[%s]" % (array, "%s %% size" % at if self.rng.random() < 0.3 else "%s < size ? %s : l" % (at, at))

    def term(self, arrays):
        kind = self.rng.choice(("element", "element", "factor", "loop", "chosen"))
        if kind == "element":
            return "v += %s;" % self.element(self.rng.choice(arrays))
        if kind == "factor":
            return "v = v * 3 + unsigned(%s);" % self.place()
        if kind == "chosen":
            return "if (%s) v -= %s;" % (self.compare(), self.element(self.rng.choice(arrays)))
        turns, at = self.rng.choice(("4", "16", self.place(1))), self.place(1)
        return "for (index j = 0; j < %s; ++j) v += unsigned(%s[(%s + j * %d) %% size]) * unsigned(j + 1);" % (
            turns, self.rng.choice(arrays), at, self.rng.choice((1, 1, 16, self.lengths[0])))

    def compare(self):
        return "%s %s %s" % (self.place(), self.rng.choice(("<", "==", ">", "!=")), self.rng.choice((self.place(), "size / 2", str(self.rng.randint(0, 20)))))

    def text(self):
        terms = lambda arrays: " ".join(self.term(arrays) for _ in range(self.rng.randint(1, 3))) + " return v;"
        bodies = {"start": terms(["x", "all"]), "middle": terms(["kept", "kept", "x"]), "end": terms(["kept", "x"]),
                  "condition": "return %s%s;" % (self.compare(), self.rng.choice(("", " && " + self.compare())))}
        functions = "\n".join(FUNCTION % {"name": name, "body": body} for name, body in bodies.items())
        return KERNEL % {"number": self.number, "index": self.index, "functions": functions}


def main():
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else random.randrange(10**9)
    rng = random.Random(seed)
    kernels = [Kernel(rng, number) for number in range(KERNELS)]
    calls = "".join('    compare<kernel_%d, name_%d>(q, group, "kernel %d");\n' % ((k.number,) * 3) for k in kernels)
    print(HEAD + "".join(k.text() for k in kernels) + TAIL.replace("%(groups)s", ", ".join(map(str, GROUPS))).replace("%(calls)s", calls).replace("%(seed)d", str(seed)))


main()
