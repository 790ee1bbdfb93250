#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tables of bench-graphs: runs it several times, or reads what it printed, and writes results/<date>-<machine>-graphs.md.

    graphs.py --folder <folder of test/gpu/build.sh> [--device cpu|cuda] [--runs N] [--torch] [--out <folder>]
    graphs.py --log <file> --machine <name> [--out <folder>]
Exit code 1: a result is wrong, or a program failed.
"""
import json
import os
import sys

sys.dont_write_bytecode = True
import report

FUSED, UNFUSED, PARTS = "this project, fused", "this project, unfused", "this project, fused in parts"
HAND_FUSED, HAND_CHAIN, HAND = "CUDA graph of the hand-fused kernel", "CUDA graph of 4 kernels", "CUDA graph of the kernels"
OURS_BESIDE, RAW = "this project, fused, beside the driver", "the driver's launch of our graph"
CHAIN_BUDGET = {4096: 1.05, 1_000_000: 1.02, 100_000_000: 1.02}
HOST_BUDGET = 0.5  # µs above the driver's launch of the same graph


def parse_arguments():
    parser = report.program_arguments(needs_folder=False)
    parser.add_argument("--log")
    parser.add_argument("--machine", default="")
    return parser.parse_args()


def run(args, problems):
    folder = os.path.abspath(args.folder)
    env = report.program_environment(folder)
    command = [os.path.join(folder, "bench-graphs"), "--device", args.device]
    if args.device == "cuda":
        env["SYCL_FUSE_CUDA_LIBRARY"] = os.path.join(folder, "libraw-launches.so")
        command += ["--peers", os.path.join(folder, "libgraph-peers.so")]
    commands = [command] * args.runs + ([[sys.executable, os.path.join(report.BENCH, "cuda", "graph_torch.py")]] if args.torch else [])
    return report.run_commands(commands, env, problems)


def host_of(results, peer, n):
    return results.extra(peer, n, "host")


def workload_tables(name, results, sizes):
    limits = CHAIN_BUDGET if name == "chain" else {n: 1.05 for n in sizes}
    ratios = [("fused / hand-fused, each a graph", FUSED, HAND_FUSED, limits),
              ("unfused / CUDA graph of 4 kernels", UNFUSED, HAND_CHAIN, {n: 1.05 for n in sizes}),
              ("unfused / CUDA graph by hand", UNFUSED, HAND, limits), ("fused in parts / unfused", PARTS, UNFUSED, {})]
    ratios = [r for r in ratios if r[1] in results.rows and r[2] in results.rows]
    body = f"## {name[0].upper()}{name[1:]}\n\n" + report.times_table(results, sizes)
    body += "\n" + report.ratio_table(results, sizes, ratios) if ratios else ""
    rows = [[peer] + ["–" if host_of(results, peer, n) is None else f"{host_of(results, peer, n):.2f}" for n in sizes] for peer in results.rows]
    body += "\n" + report.table(["µs on the host per execution, without the wait"] + report.size_header(sizes), rows)
    if RAW in results.rows:
        above = [host_of(results, OURS_BESIDE, n) - host_of(results, RAW, n) for n in sizes]
        cells = [f"{a:.2f}" + (" ✓" if a <= HOST_BUDGET else f" ✗ (budget {HOST_BUDGET:g})") for a in above]
        body += "\n" + report.table(["µs on the host above the driver's launch of the same graph"] + report.size_header(sizes), [cells and ["fused"] + cells])
    return body + "\n"


def tables(lines):
    objects = [json.loads(line) for line in lines if line.startswith("{")]
    workloads = {}
    for o in objects:
        results, sizes, hosts = workloads.setdefault(o["workload"], (report.Results(), [], {}))
        sizes += [o["n"]] if o["n"] not in sizes else []
        hosts.setdefault((o["peer"], o["n"]), []).append(o["host_us"])
        values = sorted(hosts[o["peer"], o["n"]])
        results.add(o["peer"], o["n"], o["median_us"], o["best_us"], host=values[len(values) // 2])
    return "".join(workload_tables(name, results, sizes) for name, (results, sizes, _) in workloads.items())


def main():
    args = parse_arguments()
    problems = []
    if args.log:
        with open(args.log, encoding="utf-8") as file:
            lines = file.read().splitlines()
    else:
        lines = run(args, problems)
    machine = args.machine or (report.gpu_name() if args.device == "cuda" else "cpu")
    body = f"{machine}. Peers took turns in one process, 20 executions each; medians of the runs' medians. Launch and wait, on the host's clock.\n\n"
    body += tables(lines) + "".join(f"\nPROBLEM: {problem}\n" for problem in problems)
    path = report.write(args.out, f"{machine.split(',')[0]} graphs", f"Graphs on {machine.split(',')[0]}", body)
    print(body + f"\nwritten to {path}")
    return 1 if problems else 0


sys.exit(main())
