#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds and runs every program of sycl-bench with a small problem, and looks at what its verification says."""
import re
import sys

import suite

FEATURES = ["-DSYCL_BENCH_HAS_%s=1" % name for name in ("FP64_SUPPORT", "SPEC_CONSTANTS", "KERNEL_REDUCTIONS", "GROUP_ALGORITHMS")]


def run_program(source, args, env):
    relative = source.relative_to(args.suite)
    name = str(relative.with_suffix(""))
    program = args.work / name.replace("/", "_")
    result = {"program": name, "category": relative.parts[0], "outcome": "not built", "seconds": {}}
    includes = ["-I%s" % folder for folder in (args.suite / "include", args.suite / "polybench/common", source.parent)]
    command = [suite.HERE / "sycl-cxx", "-O2"] + FEATURES + includes + [source, "-o", program]
    status, result["output"], result["seconds"]["build"] = suite.step([str(word) for word in command], args.work, args.build_limit, env)
    if status != 0:
        return result
    run = [str(program), "--size=%d" % args.size, "--local=%d" % args.local, "--num-runs=1", "--device=%s" % args.device]
    status, result["output"], result["seconds"]["run"] = suite.step(run, args.work / "run" / "run", args.limit, env)
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
    (args.work / "run" / "run").mkdir(parents=True, exist_ok=True)
    # Some programs read ../share, some ../../share.
    for link in (args.work / "share", args.work / "run" / "share"):
        if not link.exists():
            link.symlink_to(args.suite / "share")
    # What the suite's own build makes, not every file: some are notes.
    listed = sorted(set(re.findall(r"^\s+(?:list\(APPEND benchmarks )?([\w-]+/[\w/.-]+\.cpp)", (args.suite / "CMakeLists.txt").read_text(), re.M)))
    sources = [args.suite / path for path in listed if not args.program or any(part in path for part in args.program)]
    env = suite.environment(args)
    return suite.report(suite.run_all(sources, lambda path: run_program(path, args, env), args), args)


if __name__ == "__main__":
    sys.exit(main())
