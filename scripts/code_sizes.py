#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints medians and 90th percentiles of the lengths of files and functions, in lines, and the functions of more than 60 lines. Needs
universal-ctags. code_sizes.py [<checkout>]"""
import json
import pathlib
import statistics
import subprocess
import sys

PARTS = ("clang-plugin", "fuser", "manifest", "runtime-shim")


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    listed = subprocess.run(["git", "ls-files", *PARTS], cwd=root, check=True, capture_output=True, text=True).stdout.split()
    files = [name for name in listed if name.endswith((".cpp", ".h", ".hpp"))]
    command = ["ctags", "--output-format=json", "--fields=+ne", "--language-force=C++", "--kinds-C++=f", "-f", "-", "-L", "-"]
    tags = subprocess.run(command, cwd=root, input="\n".join(files), check=True, capture_output=True, text=True).stdout
    functions = [(tag["end"] - tag["line"] + 1, tag["path"], tag["name"]) for tag in map(json.loads, tags.splitlines()) if "end" in tag]
    for part in (*PARTS, ""):
        lines = [len((root / name).read_text().splitlines()) for name in files if name.startswith(part)]
        spans = [length for length, path, _ in functions if path.startswith(part)]
        print("{}: {} files, median {:g}, 90th percentile {}; {} functions, median {:g}, 90th percentile {}".format(
            part or "all", len(lines), statistics.median(lines), percentile(lines, 0.9), len(spans), statistics.median(spans),
            percentile(spans, 0.9)))
    for length, path, name in sorted(functions, reverse=True):
        if length > 60:
            print(f"{length} lines: {name} in {path}")


main()
