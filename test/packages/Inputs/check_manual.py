# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that each command of sycl-fuse has a manual page with the options of its --help, and that man has nothing to say about any page:
check_manual.py <sycl-fuse> <folder of pages>."""
import os
import pathlib
import re
import subprocess
import sys


def printed(*command, **settings):
    return subprocess.run(command, check=True, capture_output=True, text=True, **settings)


def formatted(page):
    """The page as text without bold letters, and what man warns of."""
    run = printed("man", "--warnings", "-l", str(page), env={**os.environ, "MANWIDTH": "200", "LC_ALL": "C.UTF-8"})
    return re.sub(r".\x08", "", run.stdout), run.stderr


def main():
    tool, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    commands = re.findall(r"^  (\w+)  ", printed(tool, "--help").stdout.partition("SUBCOMMANDS:")[2], re.MULTILINE)
    wrong = []
    for name in ["sycl-fuse", *(f"sycl-fuse-{command}" for command in commands)]:
        text, warnings = formatted(folder / f"{name}.1")
        wrong += [f"{name}: {line}" for line in warnings.splitlines()]
        options = re.findall(r"^  (--?[\w-]+)", printed(tool, *name.split("-")[2:], "--help").stdout, re.MULTILINE) if name.count("-") > 1 else []
        wrong += [f"{name}: {option} is missing" for option in options if not re.search(rf"^       .*{option}\b", text, re.MULTILINE)]
    print("\n".join(wrong) or f"{len(commands) + 1} pages")
    sys.exit(1 if wrong else 0)


main()
