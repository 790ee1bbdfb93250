# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks which part includes which: check_includes.py <source root>. The table is the one of docs/architecture.md."""
import pathlib
import re
import sys

# The folders of fuser/lib, which is an include directory of the fuser alone.
FUSER = ("Support/", "Analysis/", "Transforms/", "Targets/", "Driver/")
# Part -> prefixes of headers that it must not include.
FORBIDDEN = {
    "manifest": ("llvm/", "llvm-c/", "clang/", "sycl/", *FUSER),
    "clang-plugin": ("sycl/", "CL/", *FUSER),
    "fuser": ("clang/", "sycl/"),
    "runtime-shim": ("llvm/", "llvm-c/", "clang/", "nlohmann/", *FUSER),
}
# Headers of drivers are not installed with them: types and entry points come from our own tables (dlopen).
DRIVERS = ("cuda.h", "cuda_runtime.h", "hip/", "CL/")
SOURCES = {".c", ".h", ".cpp", ".hpp", ".def"}
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]')


# What is installed must not need what is not.
PRIVATE = {"runtime-shim/include": ("core/", "drivers/", "tbb/", "oneapi/tbb")}


def violations(root):
    for part, forbidden in {**FORBIDDEN, **PRIVATE}.items():
        if part == "runtime-shim":
            forbidden += DRIVERS
        for path in sorted((root / part).rglob("*")):
            if path.suffix not in SOURCES:
                continue
            for number, line in enumerate(path.read_text().splitlines(), 1):
                match = INCLUDE.match(line)
                if match and (match[1].startswith(forbidden) or ".." in pathlib.PurePath(match[1]).parts[:-1] and leaves(path, match[1], root / part)):
                    yield f"{path.relative_to(root)}:{number}: {part} must not include {match[1]}"


def leaves(path, include, part):
    """Whether a relative include points out of its part."""
    return part.resolve() not in (path.parent / include).resolve().parents


def main():
    root = pathlib.Path(sys.argv[1])
    missing = [part for part in FORBIDDEN if not (root / part).is_dir()]
    found = [f"no folder {part}" for part in missing] or list(violations(root))
    print("\n".join(found) or "layers are kept")
    sys.exit(1 if found else 0)


main()
