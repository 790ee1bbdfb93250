#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tables of bench-by-hand and bench-row-sequences: runs them several times, and writes results/<date>-<machine>-by-hand.md.

    by_hand.py --folder <folder of test/gpu/build.sh> [--device cpu|cuda] [--runs N] [--torch] [--out <folder>]
Exit code 1: a result is wrong, or a program failed.
"""
import json
import os
import sys

sys.dont_write_bytecode = True
import report

OURS = "this project, internalized"
UNFUSED, BY_HAND, TORCH = "this project, unfused", "CUDA, fused by hand", "torch.compile"
# Of the internalized sequence to the hand-fused kernels.
BUDGETS = {"tail of an MLP, 64 x 64": 1.10, "tail of an MLP, 1024 x 1024": 1.10, "tail of an MLP, 8192 x 4096": 1.02,
           "tail of an MLP, one dimension, 1024 x 1024": 1.10, "tail of an MLP, one dimension, 8192 x 4096": 1.02}


def run(args, problems):
    folder = os.path.abspath(args.folder)
    env = report.program_environment(folder)
    commands = []
    for program, peers, torch in (("bench-by-hand", "libsequence-peers.so", "mlp_torch.py"), ("bench-row-sequences", "librow-peers.so", "rows_torch.py")):
        of_device = ["--peers", os.path.join(folder, peers)] if args.device == "cuda" else []
        commands += [[os.path.join(folder, program), "--device", args.device] + of_device] * args.runs
        commands += [[sys.executable, os.path.join(report.BENCH, "cuda", torch)]] if args.torch else []
    return report.run_commands(commands, env, problems)


def table(name, results, n, notes):
    ratios = [(f"{OURS} / {other}", OURS, other, {n: BUDGETS[name]} if other == BY_HAND and name in BUDGETS else {})
              for other in (BY_HAND, UNFUSED, TORCH) if other in results.rows]
    rows = [[peer, notes[peer], f"{report.number(results.median(peer, n))} ({report.number(results.best(peer, n))})",
             report.number(results.extra(peer, n, "host"))] for peer in results.rows]
    body = f"## {name[0].upper()}{name[1:]}\n\n"
    body += report.table(["µs", "outcome", "launch and wait: median (best)", "on the host, without the wait"], rows)
    return body + "\n" + report.ratio_table(results, [n], ratios) + "\n"


def main():
    args = report.program_arguments().parse_args()
    problems, workloads = [], {}
    for o in (json.loads(line) for line in run(args, problems) if line.startswith("{")):
        results, notes = workloads.setdefault((o["workload"], o["n"]), (report.Results(), {}))
        results.add(o["peer"], o["n"], o["median_us"], o["best_us"], host=o["host_us"])
        notes[o["peer"]] = o["note"]
    machine = report.gpu_name() if args.device == "cuda" else "cpu"
    body = f"{machine}. Peers took turns in one process, 15 iterations each; medians of the runs' medians, on the host's clock.\n\n"
    body += "".join(table(name, results, n, notes) for (name, n), (results, notes) in workloads.items())
    body += "".join(f"\nPROBLEM: {problem}\n" for problem in problems)
    path = report.write(args.out, f"{machine.split(',')[0]} by hand", f"Sequences of kernels on {machine.split(',')[0]}", body)
    print(body + f"\nwritten to {path}")
    return 1 if problems else 0


sys.exit(main())
