#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds and runs the SYCL variants of BabelStream, which verify their arrays themselves."""
import sys

import suite

# Macros. The folder below src has the variant's name; later than v5.0, those of SYCL 2020 share one.
VARIANTS = {"sycl": ["SYCL"], "sycl2020-acc": ["SYCL2020", "SYCL2020ACC=1"], "sycl2020-usm": ["SYCL2020", "SYCL2020USM=1"]}


def run_variant(name, args, env):
    src = args.suite / "src"
    folder = name if (src / name).exists() else "sycl2020"
    result = {"program": name, "category": "babelstream", "outcome": "not built", "seconds": {}}
    sources = [src / "main.cpp"] + sorted((src / folder).glob("*.cpp"))
    options = ["-D" + macro for macro in VARIANTS[name]] + ["-I%s" % src, "-I%s" % (src / folder)]
    command = [suite.HERE / "sycl-cxx", "-O2"] + options + sources + ["-o", args.work / name]
    status, result["output"], result["seconds"]["build"] = suite.step([str(word) for word in command], args.work, args.build_limit, env)
    if status == 0:
        run = [str(args.work / name), "-s", str(args.size), "-n", "10"]
        status, result["output"], result["seconds"]["run"] = suite.step(run, args.work, args.limit, env)
        result["outcome"] = suite.outcome_of_run(status, result["output"])
    return result


def main():
    parser = suite.parser(__doc__, "BabelStream", "babelstream-build")
    parser.add_argument("--variant", action="append", choices=VARIANTS, help="may be repeated; all of them if left out")
    parser.add_argument("--size", type=int, default=1 << 20, help="elements of an array")
    args = parser.parse_args()
    args.suite, args.work = args.suite.resolve(), args.work.resolve()
    args.work.mkdir(parents=True, exist_ok=True)
    env = suite.environment(args)
    return suite.report(suite.run_all(args.variant or list(VARIANTS), lambda name: run_variant(name, args, env), args), args)


if __name__ == "__main__":
    sys.exit(main())
