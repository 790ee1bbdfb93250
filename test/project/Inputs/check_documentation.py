# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that the documentation names every option, keyword and argument that there is, no other option, that its links lead to files,
with their anchors, that the files it names are there, and the functions in the files that developing.md names for them:
check_documentation.py <source root> <sycl-fuse>."""
import pathlib
import re
import subprocess
import sys


def options(tool, command):
    text = subprocess.run([tool, command, "--help"], check=True, capture_output=True, text=True).stdout
    return set(re.findall(r"^  (--?[\w-]+)", text, re.MULTILINE)) - {"--help", "--version"}


def undocumented(root, tool):
    cli = (root / "docs/cli.md").read_text()
    sections = dict(re.findall(r"^## sycl-fuse (\w+)$(.*?)(?=^## |\Z)", cli, re.MULTILINE | re.DOTALL))
    commands = subprocess.run([tool, "--help"], check=True, capture_output=True, text=True).stdout.partition("SUBCOMMANDS:")[2]
    for command in re.findall(r"^  (\w+)  ", commands, re.MULTILINE):
        there = options(tool, command)
        if command not in sections:
            yield f"docs/cli.md: there is no section on {command}"
            continue
        # The options that a command shares with build are said once.
        named = set(re.findall(r"(?<![\w-])(--?[A-Za-z][\w-]+)|`(-\w)\b", sections[command]))
        named = {long or short for long, short in named}
        shared = options(tool, "build") if command != "build" else set()
        yield from (f"docs/cli.md: {option} of {command} is missing" for option in sorted(there - named - shared))
        rows = set(re.findall(r"^\| `(--?[\w-]+)", sections[command], re.MULTILINE))
        yield from (f"docs/cli.md: {command} has no {option}" for option in sorted(rows - there))

    calls = re.findall(r"cmake_parse_arguments\((?:arg|region) (.*) \$", (root / "cmake-modules/SyclFuseArguments.cmake").read_text())
    assert len(calls) == 2, calls
    page = (root / "docs/cmake.md").read_text()
    for keyword in re.findall(r"[A-Z_]{2,}", calls[1] + " REGION"):
        if not re.search(rf"^\| `{keyword}`", page, re.MULTILINE) or f"[{keyword}" not in page:
            yield f"docs/cmake.md: {keyword} is missing"
    for keyword in re.findall(r"[A-Z_]{2,}", calls[0]):
        if f"[{keyword}" not in page.split("[REGION", 1)[1].split("]...)", 1)[0]:
            yield f"docs/cmake.md: {keyword} of REGION is missing"

    page = (root / "docs/plugin.md").read_text()
    source = (root / "clang-plugin/diagnostics/Options.cpp").read_text()
    for argument in re.findall(r'Argument(?:\.consume_front\(| == )"([\w-]+=?)"', source):
        if argument != "fuse-" and f"-sycl-fuse-{argument}" not in page:
            yield f"docs/plugin.md: {argument} is missing"


def without_code(page):
    return re.sub(r"^```.*?^```", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)


def anchors(page):
    """Of the headings of a page, as GitHub makes them."""
    plain = [re.sub(r"[^\w\- ]", "", heading.strip().lower()) for heading in re.findall(r"^#+ (.*)$", without_code(page), re.MULTILINE)]
    return {heading.replace(" ", "-") for heading in plain}


def dead_links(root):
    pages = [page for folder in ("docs", "bench", "samples") for page in (root / folder).rglob("*.md")]
    for page in sorted([root / "README.md", *pages]):
        for link, anchor in re.findall(r"\]\(([^)#\s]*)(?:#([^)\s]+))?\)", without_code(page)):
            target = page.parent / link if link else page
            if "://" in link:
                continue
            if not target.exists():
                yield f"{page.relative_to(root)}: {link} is not there"
            elif anchor and anchor not in anchors(target):
                yield f"{page.relative_to(root)}: {link}#{anchor} is not there"


def lost_files(root):
    """Names of sources in pages and in the READMEs of rooms: ends of paths in the tree."""
    parts = ("bench", "clang-plugin", "cmake-modules", "docs", "fuser", "manifest", "packaging", "runtime-shim", "samples", "scripts", "test")
    files = [*root.glob("*"), *(file for part in parts for file in (root / part).rglob("*"))]
    paths = {"/".join(file.parts[first:]) for file in files for first in range(len(root.parts), len(file.parts))}
    pages = [file for file in files if file.suffix == ".md" and file.parent.name != "results"]
    for page in sorted(pages):
        text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
        made = re.findall(r"^<!-- file: (\S+) -->$", text, re.MULTILINE)  # by test/e2e/Inputs/run_page.py
        for name in re.findall(r"`(?:\./)?([\w./-]+\.(?:cpp|h|hpp|def|td|py|sh|cmake|test))`", text):
            if name not in paths and name not in made:
                yield f"{page.relative_to(root)}: {name} is not there"


def lost_functions(root):
    rows = re.findall(r"^\|[^|]+\|([^|]+)\|([^|]+)\|$", (root / "docs/developing.md").read_text(), re.MULTILINE)
    for functions, files in rows:
        files = [root / file for file in re.findall(r"`([\w./-]+\.cpp)`", files)]
        names = re.findall(r"`(?:\w+::)*(\w+)`", functions) if files else []
        text = "".join(file.read_text() for file in files if file.exists())
        yield from (f"docs/developing.md: {name} is not in {files[0].name}" for name in names if not re.search(rf"\b{name}\(", text))


def main():
    root = pathlib.Path(sys.argv[1])
    found = [*undocumented(root, sys.argv[2]), *dead_links(root), *lost_files(root), *lost_functions(root)]
    print("\n".join(found) or "complete")
    sys.exit(1 if found else 0)


main()
