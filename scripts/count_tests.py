# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sums up JUnit files: count_tests.py <name>=<file>... The failures with the ends of their outputs, as a long log may be cut before
its end; then one line per file and a closing line 'N passed, N failed'. Exit code 1 if a test failed, or a file is missing or has no
tests (a suite that did not run is a failure)."""
import os
import sys
import xml.etree.ElementTree as ElementTree


def outcome(case):
    if case.find("failure") is not None or case.find("error") is not None:
        return "failed"
    if case.find("skipped") is not None or case.get("status") in ("notrun", "disabled"):
        return "skipped"
    return "passed"


def show_failure(suite, case, lines=40):
    texts = [text for part in case if part.tag in ("failure", "error", "system-out") for text in (part.get("message"), part.text) if text]
    print(f"failed: {suite}: {case.get('classname', '')} {case.get('name', '')}")
    for line in "\n".join(texts).splitlines()[-lines:]:
        print(f"    {line}")


def count(suite, path):
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    if not os.path.exists(path):
        print(f"failed: {suite}: no results")
        return {**counts, "failed": 1}
    for case in ElementTree.parse(path).iter("testcase"):
        counts[outcome(case)] += 1
        if outcome(case) == "failed":
            show_failure(suite, case)
    if counts["passed"] + counts["failed"] == 0:
        print(f"failed: {suite}: no tests")
        counts["failed"] = 1
    return counts


def main():
    total = {"passed": 0, "failed": 0, "skipped": 0}
    suites = [argument.split("=", 1) for argument in sys.argv[1:]]
    results = [(suite, count(suite, path)) for suite, path in suites]
    for suite, counts in results:
        print(f"{suite}: {counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped")
        for key in total:
            total[key] += counts[key]
    print(f"{total['passed']} passed, {total['failed']} failed")
    sys.exit(1 if total["failed"] else 0)


main()
