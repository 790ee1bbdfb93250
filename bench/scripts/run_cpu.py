#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What bench/run-cpu.sh runs after building: measures, compares with the budgets, writes the table."""
import argparse
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
import first_launch
import report
import submit

BENCH = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def parse_arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True)
    parser.add_argument("--out", default=os.path.join(BENCH, "results"))
    parser.add_argument("--sizes", default="4096,1000000,100000000")
    parser.add_argument("--rounds", type=int, default=9, help="turns of all peers; 5 above 10 million")
    parser.add_argument("--json", help="also write the sequences as Google Benchmark does, for sycl-fuse check")
    parser.add_argument("--only", choices=("chain", "stencil", "dot", "submit", "first"), help="this sequence, and none of the other tables")
    args = parser.parse_args()
    args.recorded = []
    return args


def objects_of(command, problems):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        problems.append(f"{os.path.basename(command[0])}: exit code {done.returncode}: {done.stderr.strip()[-400:]}")
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


def sequence(args, name, sizes, problems):
    """Runs bench-<name> for each size; a fused kernel that is not used is a problem."""
    results = report.Results()
    for n in sizes:
        rounds = args.rounds if n <= 10_000_000 else min(args.rounds, 5)
        print(f"{name}, size {n}, {rounds} rounds", file=sys.stderr, flush=True)
        for o in objects_of([os.path.join(args.build, "bin", f"bench-{name}"), str(n), str(rounds)], problems):
            results.add(o["peer"], n, o["median_us"], o["best_us"], outcome=o["outcome"])
            args.recorded.append({"name": f"{name}/{o['peer']}/{n}", "run_type": "aggregate", "aggregate_name": "median", "repetitions": rounds,
                                  "real_time": o["median_us"], "time_unit": "us"})
    for mode in ("fused", "internalized"):
        for n in sizes:
            outcome = results.extra(f"this project, {mode}", n, "outcome")
            if outcome != "aot":
                problems.append(f"{name}: {mode} n={n}: outcome {outcome}, needed: aot")
    return results


def sequence_table(args, name, title, sizes, problems):
    """One of the sequences beside the chain, at three fixed sizes: those that its regions name."""
    results = sequence(args, name, sizes, problems)
    internalized, unfused, hand = "this project, internalized", "this project, unfused", "hand-fused OpenMP loop"
    rows = [("internalized / hand-fused loop", internalized, hand, {}),
            ("fused / hand-fused loop", "this project, fused", hand, {}),
            ("internalized / 3 OpenMP loops", internalized, "3 OpenMP loops", {}),
            ("internalized / unfused", internalized, unfused, {}),
            ("unfused / 3 OpenMP loops", unfused, "3 OpenMP loops", {})]
    return f"{title}\n\n" + report.times_table(results, sizes) + "\n" + report.ratio_table(results, sizes, rows) + "\n"


def sequence_tables(args, problems):
    args.rounds = min(args.rounds, 5)
    body = ""
    if args.only in (None, "stencil"):
        body += sequence_table(args, "stencil", "Element-wise, 5-point stencil within tiles of 8x64, element-wise; n×n floats:",
                               [256, 1024, 4096], problems)
    if args.only in (None, "dot"):
        body += sequence_table(args, "dot", "Difference, product, sums of work-groups of 256; n floats:",
                               [4096, 1_048_576, 16_777_216], problems)
    return body


def ratios():
    internalized, hand = "this project, internalized", "hand-fused OpenMP loop"
    small = {4096: 1.05, 1_000_000: 1.05, 100_000_000: 1.05}
    return [("internalized / hand-fused loop", internalized, hand, {1_000_000: 1.00, 100_000_000: 0.90}),
            ("fused / hand-fused loop", "this project, fused", hand, {}),
            ("internalized / 4 OpenMP loops", internalized, "4 OpenMP loops", {}),
            ("internalized / unfused", internalized, "this project, unfused", {}),
            ("unfused / 4 OpenMP loops", "this project, unfused", "4 OpenMP loops", {}),
            ("one range kernel / one loop", "this project, one range kernel", "one OpenMP loop", small),
            ("one nd_range kernel / one loop", "this project, one nd_range kernel", "one OpenMP loop", small)]


def latency_table(args, problems):
    rows = []
    for o in objects_of([os.path.join(args.build, "bin", "bench-latency")], problems):
        rows.append([o["name"], report.number(o["median_us"]), report.number(o.get("best_us")), report.number(o.get("p99_us")),
                     o.get("outcome", "")])
    return report.table(["µs", "median", "best", "99 %", "outcome"], rows)


def start_up(args):
    """Milliseconds from exec to exit of a program with one kernel."""
    times = []
    for _ in range(60):
        start = time.perf_counter()
        subprocess.run([os.path.join(args.build, "bin", "bench-trivial")], check=False)
        times.append((time.perf_counter() - start) * 1e3)
    return statistics.median(times[10:]), min(times)


def fuser_cost(args, problems):
    """CPU milliseconds of `sycl-fuse build` for bench-chain, and the variants it built."""
    source = os.path.join(args.build, "bench", "CMakeFiles", "bench-chain.dir", "cpu", "bench_chain.cpp.o")
    tool = os.path.join(args.build, "bin", "sycl-fuse")
    with tempfile.TemporaryDirectory() as folder:
        output = os.path.join(folder, "fused.o")
        costs = []
        for _ in range(3):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            objects_of([tool, "build", "--target=native", source, "-o", output], problems)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            costs.append((after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1e3)
        listed = subprocess.run([tool, "inspect", "--json", output], capture_output=True, text=True)
        return min(costs), count_variants(listed.stdout)


def count_variants(text):
    """Variants of kernels and regions in the output of `sycl-fuse inspect --json`, one for all instruction sets."""
    def walk(node):
        if isinstance(node, dict):
            variants = node.get("variants", [])
            levels = {v.get("arch", v.get("level", 0)) for v in variants if isinstance(v, dict)}
            own = len(variants) / max(len(levels), 1) if variants else 0
            return own + sum(walk(v) for key, v in node.items() if key != "variants")
        return sum(walk(v) for v in node) if isinstance(node, list) else 0
    try:
        return round(walk(json.loads(text)))
    except json.JSONDecodeError:
        return 0


def runtime_size(args):
    """Bytes of the stripped runtime library."""
    library = os.path.join(args.build, "lib", "libsycl-fuse-rt.so")
    with tempfile.TemporaryDirectory() as folder:
        copy = os.path.join(folder, "stripped.so")
        shutil.copy(os.path.realpath(library), copy)
        subprocess.run(["llvm-strip-22", copy], check=False)
        return os.path.getsize(copy)


def costs_table(args, problems):
    median, best = start_up(args)
    cpu, variants = fuser_cost(args, problems)
    each = f"{cpu / variants:.1f} ms" if variants else "–"
    rows = [["a program with one kernel, exec to exit", f"{median:.1f} ms (best {best:.1f})", "5 ms"],
            ["sycl-fuse build of bench-chain, CPU time", f"{cpu:.0f} ms for {variants} kernels, {each} each", "50 ms each"],
            ["libsycl-fuse-rt.so, stripped", f"{runtime_size(args) / 1e6:.2f} MB", "1 MB"]]
    return report.table(["", "measured", "budget"], rows)


def machine():
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        names = [line.split(":", 1)[1].strip() for line in file if line.startswith("model name")]
    return f"{names[0]}, {len(os.sched_getaffinity(0))} threads"


def version(command):
    return subprocess.run(command, capture_output=True, text=True).stdout.splitlines()[0].strip()


def main():
    args = parse_arguments()
    sizes = [int(s) for s in args.sizes.split(",")]
    problems = []
    body = (f"{machine()}; {version(['clang++-22', '--version'])}. Peers took turns in one process; OpenMP peers: "
            "`clang++-22 -O3 -march=native -fopenmp`.\n\n")
    if args.only in (None, "chain"):
        results = sequence(args, "chain", sizes, problems)
        body += report.times_table(results, sizes) + "\n" + report.ratio_table(results, sizes, ratios()) + "\n"
    body += sequence_tables(args, problems)
    if args.only in (None, "submit"):
        objects = objects_of([os.path.join(args.build, "bin", "bench-submit"), "--device", "cpu"], problems)
        table, missing = submit.cost_table(objects)
        problems += missing
        body += table + "\n" + submit.row_table(objects) + "\n"
    if not args.only:
        body += latency_table(args, problems) + "\n" + costs_table(args, problems) + "\n"
    if args.only in (None, "first"):
        environment = dict(os.environ, ONEAPI_DEVICE_SELECTOR="native_cpu:*", SYCL_FUSE_TOOL=os.path.join(args.build, "bin", "sycl-fuse"))
        body += first_launch.table(os.path.join(args.build, "bin", "bench-first-launch"), problems, environment)
    body += "".join(f"\nPROBLEM: {problem}\n" for problem in problems)
    if args.json:
        with open(args.json, "w", encoding="utf-8") as file:
            json.dump({"context": {"machine": machine()}, "benchmarks": args.recorded}, file, indent=1)
    path = report.write(args.out, machine(), f"Sequences of kernels on {machine()}", body)
    print(body + f"\nwritten to {os.path.relpath(path)}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
