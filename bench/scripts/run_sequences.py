#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What bench/run-sequences.sh runs after building: bench-sequences has all fused kernels, bench-sequences-estimated those that the estimate does not refuse."""
import argparse
import json
import os
import subprocess
import sys

sys.dont_write_bytecode = True
import report
import run_cpu

EDGES = (64, 1024, 4096)
LOSES = 1.05


def parse_arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", required=True)
    parser.add_argument("--out", default=os.path.join(run_cpu.BENCH, "results"))
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--device", choices=("native_cpu", "cuda"), default="native_cpu")
    return parser.parse_args()


def run(program, edge, rounds, device):
    """By sequence; a wrong result ends it all."""
    environment = dict(os.environ, ONEAPI_DEVICE_SELECTOR=device + ":*")
    lines = subprocess.run([program, str(edge), str(rounds)], check=True, stdout=subprocess.PIPE, text=True, env=environment).stdout.splitlines()
    return {row["sequence"]: row for row in map(json.loads, lines)}


def main():
    args = parse_arguments()
    machine = report.gpu_name() if args.device == "cuda" else run_cpu.machine()
    measured = {e: run(os.path.join(args.programs, "bench-sequences"), e, args.rounds, args.device) for e in EDGES}
    estimated = {e: run(os.path.join(args.programs, "bench-sequences-estimated"), e, 1, args.device) for e in EDGES}
    rows, right = [], 0
    for name in measured[EDGES[0]]:
        cells = [name]
        for edge in EDGES:
            m, used = measured[edge][name], estimated[edge][name]["reason"] != "fusion_unprofitable"
            is_right = used == (m["ratio"] <= LOSES)
            right += is_right
            cells += [f"{m['unfused_us']:.1f}", f"{m['fused_us']:.1f}", f"{m['ratio']:.2f}", ("used" if used else "not used") + ("" if is_right else " ✗")]
        rows.append(cells)
    header = ["sequence"] + [f"{title}, {e}²" for e in EDGES for title in ("unfused µs", "fused µs", "ratio", "estimate")]
    body = (f"{machine}, load {os.getloadavg()[0]:.1f}; medians of {args.rounds} rounds in turns. The estimate is right (no ✗) where a fused "
            f"kernel is used that takes at most {LOSES} times as long, or one that takes longer is not: {right} of {len(rows) * len(EDGES)}.\n\n")
    body += report.table(header, rows)
    print(body)
    print(report.write(args.out, f"sequences {machine.split(',')[0]}", f"Sequences on {machine.split(',')[0]}", body), file=sys.stderr)


if __name__ == "__main__":
    main()
