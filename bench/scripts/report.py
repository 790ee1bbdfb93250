# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Medians of several runs and markdown tables, shared by the benchmark scripts."""
import argparse
import datetime
import os
import re
import statistics
import subprocess
import sys

BENCH = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class Results:
    """Times in microseconds by peer and size, over any number of rounds."""

    def __init__(self):
        self.rows = {}

    def add(self, peer, n, median, best, **extra):
        cell = self.rows.setdefault(peer, {}).setdefault(n, {"medians": [], "best": best, "extra": {}})
        cell["medians"].append(median)
        cell["best"] = min(cell["best"], best)
        cell["extra"].update(extra)

    def median(self, peer, n):
        """The median of the rounds' medians; None if the peer was not measured at this size."""
        cell = self.rows.get(peer, {}).get(n)
        return statistics.median(cell["medians"]) if cell else None

    def best(self, peer, n):
        cell = self.rows.get(peer, {}).get(n)
        return cell["best"] if cell else None

    def extra(self, peer, n, key):
        cell = self.rows.get(peer, {}).get(n)
        return cell["extra"].get(key) if cell else None

    def ratio(self, peer, other, n):
        """How many times as long as `other` the peer takes: the median over the rounds, since machines change their speed."""
        a, b = (self.rows.get(name, {}).get(n) for name in (peer, other))
        if not a or not b:
            return None
        return statistics.median(x / y for x, y in zip(a["medians"], b["medians"]))


def number(value):
    if value is None:
        return "–"
    if value >= 10000:
        return f"{value / 1000:.1f} ms"
    return f"{value:.0f}" if value >= 1000 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def with_unit(value):
    text = number(value)
    return text if text.endswith("ms") else f"{text} µs"


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|" + "---|" * len(header)]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def size_header(sizes):
    return [f"n={n:,}" for n in sizes]


def times_table(results, sizes, peers=None):
    """One row per peer, `median (best)` in each cell."""
    rows = []
    for peer in peers or results.rows:
        cells = [f"{number(results.median(peer, n))} ({number(results.best(peer, n))})" for n in sizes]
        rows.append([peer] + cells)
    return table(["µs per iteration: median (best)"] + size_header(sizes), rows)


def ratio_table(results, sizes, ratios):
    """Rows of (text, peer, other, {n: limit}); a limit is an upper bound and is named where it is missed."""
    rows = []
    for text, peer, other, limits in ratios:
        cells = []
        for n in sizes:
            value = results.ratio(peer, other, n)
            limit = limits.get(n)
            verdict = "" if value is None or limit is None else " ✓" if value <= limit else f" ✗ (budget {limit:.2f})"
            cells.append("–" if value is None else f"{value:.3f}{verdict}")
        rows.append([text] + cells)
    return table(["ratio of medians"] + size_header(sizes), rows)


def slug(text):
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def run_commands(commands, env, problems):
    """The lines that the commands print, one after the other; what fails is added to the problems."""
    lines = []
    for command in commands:
        name = os.path.basename(command[-1] if command[0] == sys.executable else command[0])
        print("running", name, file=sys.stderr, flush=True)
        done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=300)
        lines += done.stdout.splitlines()
        if done.returncode != 0:
            problems.append(f"{name}: exit code {done.returncode}: {done.stderr.strip()[-300:]}")
    return lines


def program_arguments(needs_folder=True):
    """A parser for scripts that run a program of test/gpu/build.sh."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--folder", required=needs_folder)
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cuda")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--torch", action="store_true")
    parser.add_argument("--out", default=os.path.join(BENCH, "results"))
    return parser


def program_environment(folder):
    return dict(os.environ, LD_LIBRARY_PATH=folder, SYCL_FUSE_JIT="off", ONEAPI_DEVICE_SELECTOR="*:*")


def gpu_name():
    """Name and driver of the NVIDIA GPU; "" if there is none."""
    query = ["nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader"]
    try:
        return subprocess.run(query, capture_output=True, text=True).stdout.splitlines()[0]
    except (OSError, IndexError):
        return ""


def write(folder, machine, title, body):
    """Writes <folder>/<date>-<machine>.md and returns its path."""
    date = datetime.date.today().isoformat()
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, f"{date}-{slug(machine)}.md")
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"# {title}\n\n{date}\n\n{body}")
    return path
