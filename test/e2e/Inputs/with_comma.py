# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""with_comma.py <program> <folder>: the program says the same in a locale that has a decimal comma, where one can be made."""
import os
import re
import subprocess
import sys

program, folder = sys.argv[1:]
os.makedirs(folder, exist_ok=True)


def run(command, **variables):
    return subprocess.run(command, env=dict(os.environ, SYCL_FUSE_STATS="1", **variables), capture_output=True, text=True, timeout=100)


comma = dict(LOCPATH=folder, LC_ALL="de_DE.UTF-8")
try:
    made = run(["localedef", "-i", "de_DE", "-f", "UTF-8", folder + "/de_DE.UTF-8"])
    point = run([sys.executable, "-c", "import locale; locale.setlocale(locale.LC_ALL, ''); print(locale.localeconv()['decimal_point'])"], **comma)
except FileNotFoundError:
    point = None
if point is None or point.stdout != ",\n":
    print("the same (not tried: no such locale)")
    sys.exit(0)
plain, german = run([program]), run([program], **comma)
assert plain.returncode == german.returncode == 0, german.stdout + german.stderr
assert plain.stdout == german.stdout, german.stdout
assert re.search(r" \d+\.\d us", german.stderr) and not re.search(r"\d,\d us", german.stderr), german.stderr
print("the same")
