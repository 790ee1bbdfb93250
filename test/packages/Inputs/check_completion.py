# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that bash offers the commands and options that --help prints, no others, and values that sycl-fuse takes:
check_completion.py <sycl-fuse> <completion>."""
import functools
import pathlib
import re
import subprocess
import sys

SCRIPT = pathlib.Path(__file__).with_name("complete.sh")


@functools.cache
def run(*command):
    return subprocess.run(command, capture_output=True, text=True).stdout


@functools.cache
def said(tool, command, option, value):
    """What a command says to a value, and to an input that is none."""
    result = subprocess.run([tool, command, option, value, "/dev/null"], capture_output=True, text=True)
    return result.stderr + result.stdout


def main():
    tool, completion = sys.argv[1:]
    general = run(tool, "--help")
    commands = re.findall(r"^  (\w+)  ", general.partition("SUBCOMMANDS:")[2], re.MULTILINE)
    lines = ["sycl-fuse ", *(f"sycl-fuse {command} x -" for command in commands)]
    offered = [set(line.split(": ", 1)[1].split()) for line in run("bash", SCRIPT, completion, *lines).splitlines()]
    expected = [set(commands)]
    for command in commands:
        names = re.findall(r"^  (--?[\w-]+=?)", run(tool, command, "--help"), re.MULTILINE)
        # --help has one spelling of each.
        expected.append({*names, "-passes=", "--passes="} if command == "opt" else set(names))
    wrong = [f"{line}: {sorted(one ^ other)}" for line, one, other in zip(lines, offered, expected, strict=True) if one != other]
    text = pathlib.Path(completion).read_text()
    for option, values in re.findall(r"^  (--[\w-]+)\) words='([^']*)'", text, re.MULTILINE):
        for value in (value for value in values.split() if not value.endswith(("_", "gfx"))):
            # Some commands look at the value first, others at the input.
            if all(said(tool, command, option, value) == said(tool, command, option, "nonsense").replace("nonsense", value)
                   for command in commands if f"  {option} " in run(tool, command, "--help")):
                wrong.append(f"no command takes {option} {value}")
    print("\n".join(wrong) or "all are offered")
    sys.exit(1 if wrong else 0)


main()
