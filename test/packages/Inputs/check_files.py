# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that the packages have all files of an installation, each one once, and no others: check_files.py <prefix> <folder of packages>."""
import collections
import pathlib
import re
import subprocess
import sys

# What only packages have, or only an installation.
DEBIAN = re.compile(r"share/doc/[^/]+/(copyright|changelog\.gz)")
OWN = re.compile(r"share/doc/SyclFuse/LICENSE")


def packed(folder):
    for package in sorted(folder.glob("*.deb")):
        listed = subprocess.run(["dpkg-deb", "-c", package], check=True, capture_output=True, text=True).stdout
        for line in listed.splitlines():
            path = line.split(maxsplit=5)[5].split(" -> ")[0].removeprefix("./usr/")
            if path and not path.endswith("/") and not DEBIAN.fullmatch(path):
                path = re.sub(r"^lib/[^/]+-linux-gnu/(sycl-fuse/)?", "lib/", path)
                yield re.sub(r"^(share/man/.*)\.gz$", r"\1", path).replace("doc/sycl-fuse/", "doc/SyclFuse/")


def main():
    prefix = pathlib.Path(sys.argv[1])
    installed = {str(path.relative_to(prefix)) for path in prefix.rglob("*") if path.is_symlink() or path.is_file()}
    found = collections.Counter(packed(pathlib.Path(sys.argv[2])))
    wrong = [f"{path}: in {count} packages" for path, count in sorted(found.items()) if count > 1]
    wrong += [f"{path}: in no package" for path in sorted(installed - set(found)) if not OWN.fullmatch(path)]
    wrong += [f"{path}: not installed" for path in sorted(set(found) - installed)]
    print("\n".join(wrong) or f"{len(found)} files")
    sys.exit(1 if wrong else 0)


main()
