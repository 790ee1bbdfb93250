# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the launches of a program of natural_regions.py as JSON for sycl-fuse-oracle --sizes: natural_sizes.py --seed <n> --regions <k>.
For each region and each of its sets of sizes: the values of the variables, and the range of each kernel, fastest dimension first."""
import argparse
import json
import random
import re

from natural_regions import Region

RANGES = {"range": re.compile(r"sycl::range<(\d)>\((.*)\)$"), "nd_range": re.compile(r"sycl::nd_range<(\d)>\((.*)\)$")}


def numbers(text, values):
    """Of '(R + 3) / 4 * 4, C' or '{…}'."""
    text = text.replace("{", "(").replace("}", ")").replace("/", "//").replace("std::size_t", "")
    found = eval(text, {"__builtins__": {}}, values)  # written by our own generator
    return [list(part) if isinstance(part, tuple) else [part] for part in found] if isinstance(found, tuple) and \
        any(isinstance(part, tuple) for part in found) else list(found) if isinstance(found, tuple) else [found]


def launch(kernel, values):
    if not kernel.launch:
        return {"dims": 0}
    for kind, pattern in RANGES.items():
        found = pattern.match(kernel.launch)
        if not found:
            continue
        sizes = numbers(found.group(2), values)
        if kind == "range":
            return {"dims": int(found.group(1)), "global": sizes[::-1]}
        globally, locally = sizes if isinstance(sizes[0], list) else ([sizes[0]], [sizes[1]])
        return {"dims": int(found.group(1)), "global": globally[::-1], "local": locally[::-1]}
    raise ValueError(kernel.launch)


def sets(region):
    for (rows, columns), group in zip(region.sets, region.groups):
        n = rows * columns
        values = {"R": rows, "C": columns, "WG": group, "n": n, "groups": (n + group - 1) // group}
        yield {"values": values, "ranges": [launch(k, dict(values)) for k in region.kernels]}


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--seed", type=int, required=True)
    options.add_argument("--regions", type=int, default=10)
    given = options.parse_args()
    result = {}
    for number in range(given.regions):
        region = Region(random.Random(given.seed * 1000 + number), number, 0)
        for index, one in enumerate(sets(region)):
            if region.constant:
                result[f"r{number}::fused{index}"] = [one]
            else:
                result.setdefault(f"r{number}::fused", []).append(one)
    print(json.dumps(result))


if __name__ == "__main__":
    main()
