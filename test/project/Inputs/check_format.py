# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that every C++ file is as .clang-format says: check_format.py <source root>."""
import pathlib
import subprocess
import sys


def sources(root):
    for path in sorted(root.rglob("*")):
        folders = path.relative_to(root).parts[:-1]
        if path.suffix in (".c", ".cpp", ".h", ".hpp") and not any(f.startswith(("build", ".", "install")) for f in folders):
            yield path


def main():
    root = pathlib.Path(sys.argv[1])
    files = [str(path) for path in sources(root)]
    print(len(files), "files")
    sys.exit(subprocess.run(["clang-format-22", "--dry-run", "--Werror", *files]).returncode if files else "no sources")


main()
