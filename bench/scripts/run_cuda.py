#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What bench/run-cuda.sh runs: alternates the peers and samples/chain, checks both, writes the table."""
import argparse
import json
import os
import subprocess
import sys

sys.dont_write_bytecode = True
import first_launch
import report
import submit

HAND_KERNEL, OUR_KERNEL = "on the device: hand-fused CUDA, float4", "on the device: this project, internalized"
MODES = ("unfused", "fused", "internalized")
BENCH = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def parse_arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--chain", required=True)
    parser.add_argument("--peers")
    parser.add_argument("--only", choices=("chain", "submit", "copy", "first"))
    parser.add_argument("--compiler", default="")
    parser.add_argument("--out", default=os.path.join(BENCH, "results"))
    parser.add_argument("--sizes", default="4096,1000000,100000000")
    parser.add_argument("--rounds", type=int, default=3, help="of all peers, for sizes below 10 million; 2 above")
    parser.add_argument("--torch", action="store_true")
    return parser.parse_args()


def run_json(command, env=None, timeout=120):
    """The JSON objects that a program prints, and what is wrong with its run or None."""
    words = " ".join(os.path.basename(word) for word in command)
    try:
        done = subprocess.run(command, capture_output=True, text=True, env=env, timeout=timeout)
    except (OSError, subprocess.TimeoutExpired) as error:
        return [], f"{words}: {type(error).__name__}"
    objects = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    problem = None
    if done.returncode != 0:
        problem = f"{words}: exit code {done.returncode}: {done.stderr.strip()[-400:]}"
    return objects, problem


def chain_environment(chain):
    env = dict(os.environ)
    folder = os.path.dirname(os.path.abspath(chain))
    env["LD_LIBRARY_PATH"] = os.pathsep.join(filter(None, [folder, env.get("LD_LIBRARY_PATH")]))
    return env


def run_peers(command, results, n, problems):
    objects, problem = run_json(command + [str(n)])
    for o in objects:
        if "device_us" in o:
            results.add(HAND_KERNEL, n, o["device_us"], o["device_us"])
            continue
        results.add(o["peer"], o["n"], o["median_us"], o["best_us"], error=o["max_error"])
    if problem:
        problems.append(problem)
    return not problem


def run_chain(chain, results, n, mode, problems):
    iterations = 100 if n > 10_000_000 else 1000
    command = [chain, "--size", str(n), "--iterations", str(iterations), "--mode", mode, "--device", "cuda", "--json"]
    objects, problem = run_json(command, chain_environment(chain))
    for o in objects:
        results.add(f"this project, {mode}", n, o["median_us"], o["median_us"], error=o["max_error"], first=o["first_us"],
                    outcome=o["outcome"], reason=o["reason"])
        if o["max_error"] != 0:
            problems.append(f"chain {mode} n={n}: max_error {o['max_error']}, needed: 0")
        if mode != "unfused" and o["outcome"] != "aot":
            problems.append(f"chain {mode} n={n}: outcome {o['outcome']} ({o['reason']}), needed: aot")
    if problem:
        problems.append(problem)


def run_chain_kernel(chain, results, n, problems):
    """The device's own time of the fused kernel."""
    iterations = 100 if n > 10_000_000 else 1000
    command = [chain, "--size", str(n), "--iterations", str(iterations), "--mode", "internalized", "--device", "cuda", "--json", "--profile"]
    objects, problem = run_json(command, chain_environment(chain))
    for o in objects:
        if "device_us" in o:
            results.add(OUR_KERNEL, n, o["device_us"], o["device_us"])
    if problem:
        problems.append(problem)


def beside_chain(args, name):
    return os.path.join(os.path.dirname(os.path.abspath(args.chain)), name)


def small_programs(args, problems):
    """Submissions, copies and first launches, as far as their programs lie beside the chain."""
    body = ""
    env = chain_environment(args.chain)
    if args.only in ("submit", "copy") and not os.path.exists(beside_chain(args, f"bench-{args.only}")):
        problems.append(f"bench-{args.only} does not lie beside {args.chain}: test/gpu/build.sh builds it")
    if args.only in (None, "submit") and os.path.exists(beside_chain(args, "bench-submit")):
        print("submissions", file=sys.stderr, flush=True)
        tap = {"SYCL_FUSE_CUDA_LIBRARY": beside_chain(args, "libraw-launches.so")}
        objects, problem = run_json([beside_chain(args, "bench-submit"), "--device", "cuda"], {**env, **tap}, timeout=300)
        table, missing = submit.cost_table(objects)
        body += "\nSubmissions of kernels of 64 work-items, in bursts of 100, in turns with the driver's launches of the same kernels:\n\n"
        body += table + "\n" + submit.row_table(objects)
        problems += missing + ([problem] if problem else [])
    if args.only in (None, "copy") and os.path.exists(beside_chain(args, "bench-copy")):
        print("copies", file=sys.stderr, flush=True)
        objects, problem = run_json([beside_chain(args, "bench-copy")], env, timeout=300)
        body += "\nCopies, in turns:\n\n" + submit.copy_table(objects)
        problems += [problem] if problem else []
    if args.only in (None, "first") and os.path.exists(beside_chain(args, "first-launch")):
        print("first launches", file=sys.stderr, flush=True)
        program = beside_chain(args, "first-launch")
        worker = os.path.join(os.path.dirname(program), "worker", "sycl-fuse")
        tool = {"SYCL_FUSE_TOOL": worker} if os.path.exists(worker) else {}
        body += "\n" + first_launch.table(program, problems, {**env, "ONEAPI_DEVICE_SELECTOR": "cuda:*", **tool}, program + "-cache")
    return body


def machine():
    query = "--query-gpu=name,driver_version,clocks.max.sm"
    try:
        line = subprocess.run(["nvidia-smi", query, "--format=csv,noheader"], capture_output=True, text=True).stdout
        name, driver, clock = (field.strip() for field in line.splitlines()[0].split(","))
    except (OSError, IndexError, ValueError):
        return "nvidia-gpu", "nvidia-smi gives no name"
    return name, f"{name}, driver {driver}, up to {clock}"


def facts_table(results, sizes):
    rows = []
    for mode in MODES:
        peer = f"this project, {mode}"
        cells = []
        for n in sizes:
            first, outcome = results.extra(peer, n, "first"), results.extra(peer, n, "outcome")
            cells.append("–" if first is None else f"{report.with_unit(first)}, {outcome}, max error {results.extra(peer, n, 'error'):g}")
        rows.append([peer] + cells)
    return report.table(["first iteration, outcome, error"] + report.size_header(sizes), rows)


def ratios(sizes):
    fused, hand = "this project, internalized", "hand-fused CUDA, float4"
    large = {n: 1 / 2.9 for n in sizes if n >= 10_000_000}
    return [("internalized / hand-fused float4", fused, hand, {n: 1.02 for n in sizes}),
            ("internalized / hand-fused float4, on the device", OUR_KERNEL, HAND_KERNEL, {n: 1.02 for n in sizes}),
            ("internalized / hand-fused", fused, "hand-fused CUDA", {}),
            ("internalized / unfused (at most 1/2.9)", fused, "this project, unfused", large),
            ("internalized / CUDA graph", fused, "CUDA graph of 4 kernels", {}),
            ("unfused / 4 CUDA kernels", "this project, unfused", "4 CUDA kernels", {})]


def chain_tables(args, problems):
    sizes = [int(s) for s in args.sizes.split(",")]
    results, notes = report.Results(), []
    torch = args.torch
    for n in sizes:
        for round_number in range(args.rounds if n < 10_000_000 else min(args.rounds, 2)):
            print(f"n={n}, round {round_number + 1}", file=sys.stderr, flush=True)
            run_peers([args.peers], results, n, problems)
            for mode in MODES:
                run_chain(args.chain, results, n, mode, problems)
            run_chain_kernel(args.chain, results, n, problems)
            if torch and round_number == 0:
                ignored = []
                torch = run_peers([sys.executable, os.path.join(BENCH, "cuda", "chain_torch.py")], results, n, ignored)
                notes += [f"torch was not measured: {ignored[0]}"] if ignored else []
    body = f"{args.compiler}. Launch and wait, on the host's clock; peers took turns in one run. \"On the device\": between two CUDA events around the kernel.\n\n"
    body += report.times_table(results, sizes) + "\n" + report.ratio_table(results, sizes, ratios(sizes)) + "\n"
    body += facts_table(results, sizes)
    return body + "".join(f"\n{note}\n" for note in notes)


def main():
    args = parse_arguments()
    problems = []
    name, description = machine()
    body = f"{description}. "
    if args.only in (None, "chain"):
        body += chain_tables(args, problems)
    body += small_programs(args, problems)
    body += "".join(f"\nPROBLEM: {problem}\n" for problem in problems)
    title = {"submit": "Submissions", "copy": "Copies", "first": "First fused launches"}.get(args.only, "The chain")
    path = report.write(args.out, f"{name} {args.only or ''}", f"{title} on {name}", body)
    print(body + f"\nwritten to {path}")
    return 1 if problems else 0


sys.exit(main())
