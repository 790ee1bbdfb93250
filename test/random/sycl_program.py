# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a random SYCL program: sycl_program.py sequences|ranges <output.cpp> [<seed>]. It runs each of its regions unfused, fused and on
the host, and compares every output bit by bit. Without a seed it takes a random one; the seed is in the program's output.

sequences   element-wise kernels over buffers of one size (sequence_regions.py)
ranges      kernels of different ND-ranges (range_regions.py)"""
import random
import sys

import range_regions
import sequence_regions

KINDS = {"sequences": sequence_regions, "ranges": range_regions}


def main():
    kind, output = KINDS[sys.argv[1]], sys.argv[2]
    seed = int(sys.argv[3]) if len(sys.argv) > 3 and sys.argv[3] else random.SystemRandom().randrange(1 << 32)
    rng = random.Random(seed)
    regions = [kind.Region(rng, number) for number in range(kind.REGIONS)]
    calls = "".join(kind.calls(rng, region) for region in regions)
    with open(output, "w") as file:
        file.write('#include "e2e.hpp"\n#include <functional>\nusing namespace sycl;\n' + kind.PRELUDE)
        file.write("".join("\nnamespace r%d {\n%s} // namespace r%d\n" % (r.number, kind.code(r), r.number) for r in regions))
        file.write('int main() {\n  std::printf("seed %d\\n");\n%s  return e2e::finish();\n}\n' % (seed, calls))


main()
