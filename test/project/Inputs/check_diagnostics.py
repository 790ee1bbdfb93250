# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that each diagnostic and each reason is given by the code and expected by a test: check_diagnostics.py <source root>."""
import pathlib
import re
import sys

PARTS = ("clang-plugin", "cmake-modules", "fuser", "manifest", "runtime-shim")
DEFS = "manifest/include/syclfuse"


def text_of(root, folders, skipped):
    """The files of some folders as one text; `skipped` is the end of a path or a folder."""
    files = [path for folder in folders for path in sorted((root / folder).rglob("*")) if path.is_file()]
    kept = [path for path in files if not str(path.relative_to(root)).startswith(skipped) and path.suffix != ".md"]
    return "\n".join(path.read_text(errors="replace") for path in kept)


def entries(root):
    """Number, spelling in C++, spelling in tests, of each line of the .def files."""
    diagnostics = (root / DEFS / "diagnostics.def").read_text()
    for number, name in re.findall(r"^SF_DIAG\((\d+), (\w+)", diagnostics, re.MULTILINE):
        yield f"SF{number}", f"diag::{name}", f"diag::{name}"
    reasons = (root / DEFS / "reasons.def").read_text()
    for number, name in re.findall(r"^SF_REASON\((\d+), (\w+)", reasons, re.MULTILINE):
        yield f"SF{number}", f"reason_{name}", name


def missing(root):
    code = text_of(root, PARTS, (DEFS,))
    tests = text_of(root, ["test"], ("test/project",))
    for number, in_code, in_tests in entries(root):
        if not re.search(rf"\b({number}|{in_code})\b", code):
            yield f"{number} {in_tests}: nothing gives it"
        if not re.search(rf"\b({number}|{in_tests})\b", tests):
            yield f"{number} {in_tests}: no test expects it"


def main():
    found = list(missing(pathlib.Path(sys.argv[1])))
    print("\n".join(found) or "each one is given and tested")
    sys.exit(1 if found else 0)


main()
