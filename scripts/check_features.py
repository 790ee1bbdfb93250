# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that lit found the features it must have: check_features.py <features file> <JUnit output> [<feature>...].
Tests that need a missing feature are skipped, so a feature that gets lost would go unnoticed. Every machine that has the
packages of scripts/setup.sh has ALWAYS; further arguments are what this machine must have besides."""
import os
import sys

ALWAYS = ("ccache", "clang-22", "debian-packaging", "jsonschema", "llvm-spirv", "make", "manual", "mpi", "ocml", "pocl", "slurm", "spirv-val", "target-cuda", "target-hip", "target-native", "target-spirv", "valgrind")
OPTIONAL = ("chromium", "clean-root", "cuda-device", "ptxas", "thread-sanitizer")


def failures(found, expected):
    for feature in expected:
        if feature not in found:
            yield feature, f"feature '{feature}' is missing"
    for feature in found:
        if feature not in ALWAYS + OPTIONAL:
            yield feature, f"feature '{feature}' is not listed in check_features.py"


def main():
    path, output, expected = sys.argv[1], sys.argv[2], ALWAYS + tuple(sys.argv[3:])
    found = open(path).read().split() if os.path.exists(path) else []
    wrong = dict(failures(found, expected))
    print("found:", " ".join(found))
    with open(output, "w") as file:
        file.write("<testsuite name='features'>\n")
        for feature in sorted({*expected, *wrong}):
            body = f"<failure>{wrong[feature]}</failure>" if feature in wrong else ""
            file.write(f"<testcase name='{feature}'>{body}</testcase>\n")
        file.write("</testsuite>\n")
    for text in wrong.values():
        print(text)
    sys.exit(1 if wrong else 0)


main()
