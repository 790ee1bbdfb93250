# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that the documentation names every option, keyword and argument that there is, no other option, and that its links lead
to files: check_documentation.py <source root> <sycl-fuse>."""
import pathlib
import re
import subprocess
import sys


def options(tool, command):
    text = subprocess.run([tool, command, "--help"], check=True, capture_output=True, text=True).stdout
    return set(re.findall(r"^  (--?[\w-]+)", text, re.MULTILINE)) - {"--help", "--version"}


def undocumented(root, tool):
    cli = (root / "docs/cli.md").read_text()
    build = options(tool, "build")
    named = set(re.findall(r"^\| `(--?[\w-]+)", cli, re.MULTILINE))
    yield from (f"docs/cli.md: {option} is missing" for option in sorted(build - named))
    yield from (f"docs/cli.md: there is no {option}" for option in sorted(named - build))
    yield from (f"docs/cli.md: {option} of inspect is missing" for option in sorted(options(tool, "inspect")) if option not in cli)

    call = re.search(r"cmake_parse_arguments\(PARSE_ARGV 1 arg (.*)\)", (root / "cmake-modules/SyclFuseKernels.cmake").read_text())
    page = (root / "docs/cmake.md").read_text()
    for keyword in re.findall(r"[A-Z_]{2,}", call[1]):
        if not re.search(rf"^\| `{keyword}`", page, re.MULTILINE) or f"[{keyword}" not in page:
            yield f"docs/cmake.md: {keyword} is missing"

    page = (root / "docs/plugin.md").read_text()
    source = (root / "clang-plugin/Options.cpp").read_text()
    for argument in re.findall(r'Argument(?:\.consume_front\(| == )"([\w-]+=?)"', source):
        if argument != "fuse-" and f"-sycl-fuse-{argument}" not in page:
            yield f"docs/plugin.md: {argument} is missing"


def dead_links(root):
    pages = [page for folder in ("docs", "bench", "samples") for page in (root / folder).rglob("*.md")]
    for page in sorted([root / "README.md", *pages]):
        text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
        for link in re.findall(r"\]\(([^)#]+)\)", text):
            if "://" not in link and not (page.parent / link).exists():
                yield f"{page.relative_to(root)}: {link} is not there"


def main():
    root = pathlib.Path(sys.argv[1])
    found = [*undocumented(root, sys.argv[2]), *dead_links(root)]
    print("\n".join(found) or "complete")
    sys.exit(1 if found else 0)


main()
