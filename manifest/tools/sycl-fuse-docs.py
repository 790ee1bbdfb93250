#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes docs/diagnostics.md and docs/reasons.md from the .def files, or checks that they are up to date.

usage: sycl-fuse-docs.py [--check] [<source root>]
"""
import pathlib
import re
import sys

PARTS = [
    (1000, "SF1: plugin"),
    (2000, "SF2: manifest"),
    (3000, "SF3: fuser"),
    (4000, "SF4: targets"),
    (5000, "SF5: CMake"),
    (6000, "SF6: runtime"),
    (7000, "SF7: JIT"),
]

STRING = r'"((?:[^"\\]|\\.)*)"'
DIAGNOSTIC = re.compile(rf'SF_DIAG\((\d+), (\w+), (\w+), {STRING}, {STRING}\)')
REASON = re.compile(rf'SF_REASON\((\d+), (\w+), {STRING}, {STRING}\)')


def entries(path, macro, pattern):
    """The arguments of each `macro` line of a .def file; exits on a line that is not understood."""
    out = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if not line.startswith(macro + "("):
            continue
        match = pattern.fullmatch(line.strip())
        if not match:
            sys.exit(f"{path}:{number}: error: not one {macro} of the expected form on one line")
        out.append([field.replace('\\"', '"').replace("\\\\", "\\") for field in match.groups()])
    numbers = [int(fields[0]) for fields in out]
    if numbers != sorted(set(numbers)):
        sys.exit(f"{path}: error: numbers are not unique and in order")
    return out


def cell(text):
    return text.replace("|", "\\|").replace("<", "&lt;").replace("{", "&#123;") if text else "–"


def placeholders(text):
    """`{0}` as an ellipsis: the page shows the shape of a message, not its arguments."""
    return cell(re.sub(r"\{\d\}", "…", text))


def diagnostics_page(root):
    found = entries(root / "manifest/include/syclfuse/diagnostics.def", "SF_DIAG", DIAGNOSTIC)
    out = ["# Diagnostics", "",
           "Every message of the plugin, of `sycl-fuse`, of the CMake functions and of the runtime has a code that stays the",
           "same. A message is printed as `file:line:col: error: text [SF3012]`, followed by its notes; the last note is the",
           "remedy. `…` stands for what differs from case to case. The codes SF6100 and up are the",
           "[reasons](reasons.md) why a region ran unfused.", ""]
    for first, title in PARTS:
        block = [e for e in found if first <= int(e[0]) < first + 1000]
        if not block:
            continue
        out += [f"## {title}", "", "| code | name | severity | message | remedy |", "|---|---|---|---|---|"]
        for number, name, severity, text, remedy in block:
            out.append(f"| SF{number} | `{name.replace('_', '-')}` | {severity} | {placeholders(text)} | {cell(remedy)} |")
        out.append("")
    return "\n".join(out)


def reasons_page(root):
    out = ["# Reasons", "",
           "Why a fusion region did not run in its best form. A program asks with `fusion_wrapper::last_reason()`; the runtime",
           "prints the same with `SYCL_FUSE_LOG=info`. Whatever the reason, the result is right: the kernels then run one by",
           "one, or in a less specialized variant.", "",
           "| code | name | meaning | remedy |", "|---|---|---|---|"]
    for number, name, text, remedy in entries(root / "manifest/include/syclfuse/reasons.def", "SF_REASON", REASON):
        code = f"SF{number}" if int(number) else "–"
        out.append(f"| {code} | `{name}` | {cell(text)} | {cell(remedy)} |")
    return "\n".join(out + [""])


PAGES = {"docs/diagnostics.md": diagnostics_page, "docs/reasons.md": reasons_page}


def main():
    arguments = sys.argv[1:]
    check = "--check" in arguments
    paths = [a for a in arguments if a != "--check"]
    if len(paths) > 1 or any(p.startswith("-") for p in paths):
        sys.exit(__doc__)
    root = pathlib.Path(paths[0]) if paths else pathlib.Path(__file__).resolve().parents[2]
    stale = []
    for name, page in PAGES.items():
        marker = "<!-- Written by manifest/tools/sycl-fuse-docs.py. Do not edit. -->\n"
        text = "<!-- SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception -->\n" + marker + page(root)
        path = root / name
        if not check:
            path.write_text(text)
        elif not path.exists() or path.read_text() != text:
            stale.append(name)
    if stale:
        sys.exit(f"error: {', '.join(stale)}: not what manifest/tools/sycl-fuse-docs.py writes; run it and commit")


if __name__ == "__main__":
    main()
