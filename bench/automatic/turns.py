# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""turns.py <program> [<turns>]: runs it with SYCL_FUSE_AUTO=off and =built in turns; prints a table of medians."""
import os
import statistics
import subprocess
import sys

program, turns = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 5
times = {}
for _ in range(turns):
    for mode in ("off", "built"):
        out = subprocess.run([program], env={**os.environ, "SYCL_FUSE_AUTO": mode}, check=True, capture_output=True, text=True)
        for line in out.stdout.splitlines():
            name, ns = line.rsplit(" ", 1)
            times.setdefault(name, {}).setdefault(mode, []).append(float(ns))
print("| step | off, ns | built, ns | built / off |\n|---|--:|--:|--:|")
for name, of in times.items():
    off, built = (statistics.median(of[mode]) for mode in ("off", "built"))
    print(f"| {name} | {off:.0f} | {built:.0f} | {built / off:.2f} |")
