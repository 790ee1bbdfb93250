#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes docs/diagnostics.md and docs/reasons.md from the .def files, and the pages of docs/examples from these and the examples, or checks
that they are up to date and that each diagnostic of source code has an example, or a row in docs/examples/README.md that says why not.

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

EXAMPLES = "docs/examples"
LAST_OF_SOURCE = 5000  # CMake, the runtime and the JIT worker come after

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


def diagnostics(root):
    return entries(root / "manifest/include/syclfuse/diagnostics.def", "SF_DIAG", DIAGNOSTIC)


def example_files(root):
    """The examples by code: (group, path)."""
    paths = sorted((root / EXAMPLES).glob("*/SF*.cpp"))
    return {path.stem: (path.parent.name, path) for path in paths}


def linked(code, files):
    return f"[{code}](examples/{files[code][0]}/README.md#{code.lower()})" if code in files else code


def diagnostics_page(root):
    found, files = diagnostics(root), example_files(root)
    out = ["# Diagnostics", "",
           "Every message of the plugin, of `sycl-fuse`, of the CMake functions and of the runtime has a code that stays the",
           "same. A message is printed as `file:line:col: error: text [SF3012]`, followed by its notes; the last note is the",
           "remedy. `…` stands for what differs from case to case. The codes SF6100 and up are the",
           "[reasons](reasons.md) why a region ran unfused. A code that is a link leads to an [example](examples/README.md).", ""]
    for first, title in PARTS:
        block = [e for e in found if first <= int(e[0]) < first + 1000]
        if not block:
            continue
        out += [f"## {title}", "", "| code | name | severity | message | remedy |", "|---|---|---|---|---|"]
        for number, name, severity, text, remedy in block:
            out.append(f"| {linked('SF' + number, files)} | `{name.replace('_', '-')}` | {severity} | {placeholders(text)} | {cell(remedy)} |")
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


GROUPS = {"regions": "Regions", "device-code": "Device code", "fusion": "Fusion", "targets": "Targets", "units": "Two translation units"}


def example(number, severity, text, remedy, path):
    """The section of one example: its message, what causes it, what does not."""
    lines = path.read_text().splitlines()
    bad, good = lines.index("// bad"), lines.index("// good")
    option = re.match("// Options: (.*)", lines[1])
    out = [f"## SF{number}", "", f"{severity}: {placeholders(text)}" + (f" (compiled with `{option[1]}`)" if option else ""), "",
           "```cpp", *lines[bad + 1:good - 1], "```", ""]
    return out + [f"Remedy: {cell(remedy)}" if remedy else "Without it:", "", "```cpp", *lines[good + 1:], "```", ""]


def examples_page(group):
    def page(root):
        out = [f"# {GROUPS[group]}", "", "What causes a message, and what does not ([all examples](../README.md), [all messages](../../diagnostics.md)).", ""]
        files = example_files(root)
        for number, _, severity, text, remedy in diagnostics(root):
            if files.get(f"SF{number}", ("",))[0] == group:
                out += example(number, severity, text, remedy, files[f"SF{number}"][1])
        return "\n".join(out)
    return page


def example_gaps(root):
    """What is wrong with the list of diagnostics that have no example."""
    page, files = (root / EXAMPLES / "README.md").read_text(), example_files(root)
    rows = re.findall(r"^\| (SF[\dSF, ]+) \| .*\S.* \|$", page, re.MULTILINE)
    listed = [code for row in rows for code in row.split(", ")]
    needed = [f"SF{number}" for number, *_ in diagnostics(root) if int(number) < LAST_OF_SOURCE]
    yield from (f"{code}: no example in {EXAMPLES}, and no row in its README.md" for code in needed if code not in files and code not in listed)
    yield from (f"{code}: has an example, and a row in {EXAMPLES}/README.md" for code in listed if code in files)
    yield from (f"{code}: is no diagnostic" for code in [*listed, *files] if code not in needed)
    yield from (f"{group}: no page for this folder of {EXAMPLES}" for group, _ in files.values() if group not in GROUPS)


PAGES = {"docs/diagnostics.md": diagnostics_page, "docs/reasons.md": reasons_page}
PAGES.update({f"{EXAMPLES}/{group}/README.md": examples_page(group) for group in GROUPS})


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
    gaps = list(example_gaps(root))
    if gaps:
        sys.exit("\n".join(gaps))
    if stale:
        sys.exit(f"error: {', '.join(stale)}: not what manifest/tools/sycl-fuse-docs.py writes; run it and commit")


if __name__ == "__main__":
    main()
