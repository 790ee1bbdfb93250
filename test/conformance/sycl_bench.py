#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds and runs every program of sycl-bench with a small problem, and looks at what its verification says."""
import sys

import suite

CATEGORIES = ("micro", "pattern", "polybench", "runtime", "single-kernel", "sycl2020")


def run_program(source, args, env):
    relative = source.relative_to(args.suite)
    name = str(relative.with_suffix(""))
    program = args.work / name.replace("/", "_")
    result = {"program": name, "category": relative.parts[0], "outcome": "not built", "seconds": {}}
    command = [suite.HERE / "sycl-cxx", "-O2", "-I%s" % (args.suite / "include"), "-I%s" % source.parent, source, "-o", program]
    # Some include each other by paths from here.
    command[2:2] = ["-I%s" % args.suite, "-I%s" % (args.suite / "polybench/common")]
    status, result["output"], result["seconds"]["build"] = suite.step([str(word) for word in command], args.work, args.build_limit, env)
    if status != 0:
        return result
    run = [str(program), "--size=%d" % args.size, "--local=%d" % args.local, "--num-runs=1", "--device=%s" % args.device]
    status, result["output"], result["seconds"]["run"] = suite.step(run, source.parent, args.limit, env)
    result["outcome"] = suite.outcome_of_run(status, result["output"])
    result["output"] = result["output"][-20000:]
    return result


def main():
    parser = suite.parser(__doc__, "sycl-bench", "sycl-bench-build")
    parser.add_argument("--size", type=int, default=256)
    parser.add_argument("--local", type=int, default=64)
    parser.add_argument("--device", default="default", choices=("default", "cpu", "gpu"))
    parser.add_argument("--program", action="append", help="only these, by a part of their path")
    args = parser.parse_args()
    args.suite, args.work = args.suite.resolve(), args.work.resolve()
    args.work.mkdir(parents=True, exist_ok=True)
    sources = [path for category in CATEGORIES for path in sorted((args.suite / category).rglob("*.cpp"))
               if "common" not in path.parts and (not args.program or any(part in str(path) for part in args.program))]
    env = suite.environment(args)
    return suite.report(suite.run_all(sources, lambda path: run_program(path, args, env), args), args)


if __name__ == "__main__":
    sys.exit(main())
