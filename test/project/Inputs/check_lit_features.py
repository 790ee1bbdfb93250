# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that the features that lit tests need are those that run-tests.sh looks after, and that lit can set them: a test with
a misspelt one would never run. check_lit_features.py <source root>"""
import pathlib
import re
import sys


def words(pattern, text):
    return {word for found in re.findall(pattern, text, re.MULTILINE) for word in re.findall(r"[\w+-]+", found)}


def main():
    root = pathlib.Path(sys.argv[1])
    known = words(r"^(?:ALWAYS|OPTIONAL) = \((.*)\)$", (root / "scripts/check_features.py").read_text())
    settings = (root / "test/lit.cfg.py").read_text()
    failures = [f"{name}: check_features.py knows it, test/lit.cfg.py does not set it"
                for name in sorted(known) if f'"{name}"' not in settings]
    for path in sorted((root / "test").rglob("*")):
        if path.suffix in (".test", ".cpp", ".ll"):
            needed = words(r"^\W*(?:REQUIRES|UNSUPPORTED): (.*)$", path.read_text())
            failures += [f"{path.relative_to(root)}: unknown feature '{name}'" for name in sorted(needed - known)]
    print("\n".join(failures) or "features: " + " ".join(sorted(known)))
    sys.exit(1 if failures else 0)


main()
