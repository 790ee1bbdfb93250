# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints what `chain --json` wrote, one object a line on standard input, as a table; the first line is the reference."""
import json
import sys

HEAD = ("mode", "first us", "median us", "speed-up", "outcome", "max error")


def rows(runs):
    for run in runs:
        speed_up = runs[0]["median_us"] / run["median_us"]
        yield (run["mode"], f"{run['first_us']:.1f}", f"{run['median_us']:.1f}", f"{speed_up:.2f}x", run["outcome"],
               f"{run['max_error']:g}")


def main():
    runs = [json.loads(line) for line in sys.stdin if line.strip()]
    if not runs:
        sys.exit("chain_table.py: no results")
    print(f"{runs[0]['device']}, n = {runs[0]['n']}, {runs[0]['iterations']} iterations")
    table = [HEAD, *rows(runs)]
    widths = [max(len(row[i]) for row in table) for i in range(len(HEAD))]
    for row in table:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip())


main()
