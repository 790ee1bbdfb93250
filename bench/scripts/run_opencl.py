#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What bench/run-opencl.sh runs after building: submissions on OpenCL beside a program's own calls of OpenCL."""
import argparse
import json
import os
import statistics
import subprocess
import sys

sys.dont_write_bytecode = True
import report
import run_cpu

BUDGET = 1.0  # µs above the calls of OpenCL


def parse_arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", required=True)
    parser.add_argument("--out", default=os.path.join(run_cpu.BENCH, "results"))
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--rounds", type=int, default=100)
    return parser.parse_args()


def one_run(args):
    """µs of a submission by (workload, who). A wrong result ends it all."""
    env = dict(os.environ, ONEAPI_DEVICE_SELECTOR="opencl:*", SYCL_FUSE_OPENCL_LIBRARY=f"{args.programs}/libraw-opencl.so")
    command = [f"{args.programs}/bench-submit", "--device", "opencl", "--rounds", str(args.rounds), "--row", "1000"]
    lines = subprocess.run(command, env=env, check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    return {(o["name"], o["by"]): o["submit_us"] for o in map(json.loads, lines) if "by" in o}


def main():
    args = parse_arguments()
    runs = [one_run(args) for _ in range(args.runs)]
    rows = []
    for name in dict.fromkeys(name for name, _ in runs[0]):
        ours, raw = ([run[name, by] for run in runs] for by in ("this project", "the driver"))
        above = [a - b for a, b in zip(ours, raw)]
        median = statistics.median(above)
        rows.append([name, f"{statistics.median(ours):.2f}", f"{statistics.median(raw):.2f}", f"{median:.2f}", f"{min(above):.2f}",
                     f"{statistics.median([a / b for a, b in zip(ours, raw)]):.1f}", "✓" if median <= BUDGET else f"✗ (budget {BUDGET:g})"])
    header = ["µs on the host of a submission", "this project", "calls of OpenCL", "above: median", "above: least", "ratio", "budget"]
    body = (f"{run_cpu.machine()}. Medians of {args.runs} runs of `bench-submit --device opencl`, each of {args.rounds} bursts of 100 in turns with the same launches by "
            "a program's own calls: each argument set, the kernel enqueued without an event, the queue flushed.\n\n" + report.table(header, rows))
    print(report.write(args.out, "opencl-submissions-" + run_cpu.machine(), f"Submissions on OpenCL, {run_cpu.machine()}", body))


if __name__ == "__main__":
    main()
