# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shows where the time of test suites goes: slowest_tests.py [--count=20] <name>=<JUnit file>... Prints each suite's sum, that of its
folders (lit) or groups of tests (ctest, GoogleTest), and its slowest tests. Seconds are those of the tests, which run side by side."""
import argparse
import collections
import os
import xml.etree.ElementTree as ElementTree


def cases(path):
    """(folder or group, name, seconds) of each test that ran."""
    for case in ElementTree.parse(path).iter("testcase"):
        if case.find("skipped") is not None:
            continue
        group, name = case.get("classname", ""), case.get("name", "")
        if group.startswith("sycl-fuse."):  # lit: sycl-fuse.e2e/graphs
            group = group.partition(".")[2]
        elif group == name:  # ctest: runtime.Queue.Waits
            group = ".".join(name.split(".")[:-1])
        yield group, name, float(case.get("time") or 0)


def table(rows, count):
    for seconds, text in sorted(rows, key=lambda row: (-row[0], row[1]))[:count]:
        print(f"  {seconds:8.1f} s  {text}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("suites", nargs="+")
    arguments = parser.parse_args()
    tests = []
    for suite in arguments.suites:
        name, path = suite.split("=", 1)
        if not os.path.exists(path):
            continue
        of_suite = list(cases(path))
        groups = collections.Counter()
        for group, _, seconds in of_suite:
            groups[group] += seconds
        sizes = collections.Counter(group for group, _, _ in of_suite)
        print(f"{name}: {sum(groups.values()):.0f} s in {len(of_suite)} tests")
        table([(seconds, f"{group or '.'} ({sizes[group]})") for group, seconds in groups.items()], arguments.count)
        tests += [(seconds, f"{name}: {test}" if test.startswith(group) else f"{name}: {group}/{test}") for group, test, seconds in of_suite]
    print("the slowest tests:")
    table(tests, arguments.count)


main()
