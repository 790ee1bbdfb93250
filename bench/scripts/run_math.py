#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What bench/run-math.sh runs after building: times, and ratios to the fastest of the peers."""
import argparse
import os
import sys

sys.dont_write_bytecode = True
import report
import run_cpu

FUNCTIONS = ("exp", "log", "sin", "cos", "tanh", "erf", "pow")
PEERS = ("g++ -Ofast, libmvec", "clang++ -Ofast, libmvec", "SLEEF")
SEQUENCES = {"black-scholes": ("Black-Scholes, three kernels", "this project, fused", 1.0),
             "mlp": ("Tail of an MLP, four kernels, 1024 columns", "this project, internalized", 0.15)}


def parse_arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True)
    parser.add_argument("--out", default=os.path.join(run_cpu.BENCH, "results"))
    parser.add_argument("--elements", type=int, default=1 << 20)
    parser.add_argument("--rounds", type=int, default=15)
    return parser.parse_args()


def measure(args, what, problems):
    results = report.Results()
    print(what, file=sys.stderr, flush=True)
    command = [os.path.join(args.build, "bin", "bench-math"), what, str(args.elements), str(args.rounds)]
    for o in run_cpu.objects_of(command, problems):
        results.add(o["peer"], args.elements, o["median_us"], o["best_us"], outcome=o["outcome"])
        if "fused" in o["peer"] and "unfused" not in o["peer"] and not o["outcome"].startswith("aot"):
            problems.append(f"{what}: {o['peer']}: outcome {o['outcome']}, needed: aot")
    return results


def cell(results, peer, n):
    return f"{report.number(results.median(peer, n))} ({report.number(results.best(peer, n))})" if peer in results.rows else "–"


def fastest(results, n):
    return min((p for p in PEERS if p in results.rows), key=lambda p: results.best(p, n))


def ratios(results, ours, n, budget, peer=None):
    peer = peer or fastest(results, n)
    medians, bests = results.ratio(ours, peer, n), results.best(ours, n) / results.best(peer, n)
    return [f"{medians:.2f}", f"{bests:.2f} {'✓' if bests <= budget else '✗'} (budget {budget:.2f})"]


def functions_table(args, problems):
    n, rows = args.elements, []
    for name in FUNCTIONS:
        results = measure(args, name, problems)
        if "this project" in results.rows:
            rows.append([name] + [cell(results, p, n) for p in PEERS + ("this project",)] + ratios(results, "this project", n, 1.0))
    return report.table(["float", *PEERS, "this project", "medians to the fastest peer", "bests to the fastest peer"], rows)


def sequence_table(args, what, problems):
    title, ours, budget = SEQUENCES[what]
    results = measure(args, what, problems)
    rows = [[peer, cell(results, peer, args.elements)] for peer in results.rows]
    for peer in PEERS[:2]:
        if ours in results.rows:
            rows.append([f"{ours} / {peer}: medians, bests", ", ".join(ratios(results, ours, args.elements, budget, peer))])
    return f"{title}:\n\n" + report.table(["", "µs: median (best)"], rows)


def main():
    args = parse_arguments()
    problems = []
    body = (f"{run_cpu.machine()}; {args.elements:,} elements; peers took turns in one process, {args.rounds} rounds. µs of a call: median of "
            "the rounds (best). Peers with `-march=native -fopenmp`; SLEEF's functions of AVX2 that keep SYCL's bounds.\n\n")
    body += functions_table(args, problems) + "\n"
    body += "\n".join(sequence_table(args, what, problems) for what in SEQUENCES)
    body += "".join(f"\nProblem: {p}\n" for p in problems)
    print(body)
    print(report.write(args.out, "mathematics " + run_cpu.machine(), f"Mathematics on {run_cpu.machine()}", body), file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
