# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sums up JUnit files: count_tests.py <name>=<file>... One line per file and a closing line 'N passed, N failed'.
Exit code 1 if a test failed, or a file is missing or has no tests (a suite that did not run is a failure)."""
import os
import sys
import xml.etree.ElementTree as ElementTree


def outcome(case):
    if case.find("failure") is not None or case.find("error") is not None:
        return "failed"
    if case.find("skipped") is not None or case.get("status") in ("notrun", "disabled"):
        return "skipped"
    return "passed"


def count(path):
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    if not os.path.exists(path):
        return {**counts, "failed": 1}
    for case in ElementTree.parse(path).iter("testcase"):
        counts[outcome(case)] += 1
    if counts["passed"] + counts["failed"] == 0:
        counts["failed"] = 1
    return counts


def main():
    total = {"passed": 0, "failed": 0, "skipped": 0}
    for argument in sys.argv[1:]:
        name, path = argument.split("=", 1)
        counts = count(path)
        print(f"{name}: {counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped")
        for key in total:
            total[key] += counts[key]
    print(f"{total['passed']} passed, {total['failed']} failed")
    sys.exit(1 if total["failed"] else 0)


main()
