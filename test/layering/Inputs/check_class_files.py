# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that a class is found in the file of its name: check_class_files.py <source root>. What counts is a class or struct of more than
LONGEST lines that a header of the four parts defines at the scope of a namespace; classes of a single source are its own matter, and the
SYCL headers have the names that SYCL gives them. The name of the file is the class's, with its namespace or with what it is about in front
or behind, but for those of NAMED_OTHERWISE."""
import pathlib
import re
import sys

PARTS = ("manifest", "clang-plugin", "fuser", "runtime-shim/src")
LONGEST = 25
# Classes of other files, and why.
NAMED_OTHERWISE = {
    ("fuser/lib/Driver/Driver.h", "BuildOptions"): "the commands of sycl-fuse and their options",
    ("fuser/lib/Driver/Process/ByteStream.h", "ByteReader"): "both directions of one stream",
    ("fuser/lib/Driver/Process/ByteStream.h", "ByteWriter"): "both directions of one stream",
    ("manifest/include/syclfuse/bundle.hpp", "builder"): "all of a bundle: namespace bundle",
    ("manifest/include/syclfuse/bundle.hpp", "view"): "all of a bundle: namespace bundle",
    ("manifest/src/measurements/measurement.hpp", "reader"): "of all measurements: namespace measurement",
    ("runtime-shim/src/drivers/gpu/replay.hpp", "collector"): "collects what is replayed, and is used with it alone",
}
CLASS = re.compile(r"(?:class|struct)\s+(?:[A-Z_]+\s+)?(\w+)[^;()]*\{?$")


def plain(name):
    return re.sub(r"[^a-z0-9]", "", name.lower())


def classes(lines):
    """(name, number of lines) of each class at the scope of a namespace."""
    for first, line in enumerate(lines):
        match = CLASS.match(line)
        if match:
            last = next((n for n in range(first, len(lines)) if lines[n].startswith("};")), first)
            yield match[1], last - first + 1


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    found, seen = [], set()
    for path in (p for part in PARTS for suffix in ("h", "hpp") for p in sorted((root / part).rglob(f"*.{suffix}"))):
        for name, length in classes(path.read_text().splitlines()):
            here, file = plain(name), plain(path.stem)
            key = (str(path.relative_to(root)), name)
            if length <= LONGEST or here in file or file in here:
                continue
            seen.add(key)
            if key not in NAMED_OTHERWISE:
                found.append(f"{key[0]}: {name} has {length} lines, and no file of its name")
    found += [f"{file}: no class {name} that is named otherwise" for file, name in sorted(set(NAMED_OTHERWISE) - seen) if (root / file).is_file()]
    print("\n".join(found) or "classes are in the files of their names")
    sys.exit(1 if found else 0)


main()
