# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""An archive of built programs of HeCBench with all that they need on another machine: their data, the runtime library, the scripts."""
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import tempfile

import suite

# What only the build needs.
SOURCE = re.compile(r".*\.(o|a|d|c|cc|cpp|cu|cuh|h|hpp|hip|inc|md|dvc|yaml|sh|py)|Makefile.*|CMakeLists\.txt|\.git.*")
LIMIT = 24 << 20  # bytes of one program


def is_elf(path):
    with open(path, "rb") as file:
        return file.read(4) == b"\x7fELF"


def named_files(folder, lines):
    """Files and folders outside of it that the command lines name, such as ../x-cuda/data."""
    words = {word for line in lines for word in shlex.split(line)[1:]}
    return [word for word in sorted(words) if word.startswith("../") and (folder / word).exists()]


def bytes_of(path):
    if path.is_dir():
        return sum(file.stat().st_size for file in path.rglob("*") if file.is_file())
    return path.stat().st_size


def copy_program(folder, lines, original, programs):
    """The program with its data; false if that is too much for an archive. What earlier runs wrote is no data."""
    own = [path for path in folder.rglob("*") if path.is_file() and not SOURCE.fullmatch(path.name) and
           ((original / path.relative_to(folder)).exists() or is_elf(path))]
    others = [(folder / word).resolve() for word in named_files(folder, lines)]
    if sum(map(bytes_of, own + others)) > LIMIT:
        return False
    for path in own:
        copy = programs / folder.name / path.relative_to(folder)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, copy)
        if is_elf(copy) and os.access(copy, os.X_OK):
            subprocess.run(["strip", copy], check=True)
    for word in named_files(folder, lines):
        copy, path = programs / os.path.normpath(os.path.join(folder.name, word)), (folder / word).resolve()
        copy.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            shutil.copytree(path, copy, dirs_exist_ok=True)
        elif not copy.exists():
            shutil.copy(path, copy)
    return True


def copy_libraries(build, folder):
    """The runtime library, stripped, and what it needs that a machine without a compiler may lack."""
    library = folder / "libsycl-fuse-rt.so.0"
    shutil.copy(build / "lib" / library.name, library)
    needed = subprocess.run(["ldd", library], check=True, stdout=subprocess.PIPE, text=True).stdout
    for path in re.findall(r"=> (\S*/libtbb\S*)", needed):
        shutil.copy(path, folder)
    subprocess.run(["strip", library], check=True)


def pack(args):
    with tempfile.TemporaryDirectory() as root:
        folder = pathlib.Path(root) / "hecbench"
        (folder / "programs").mkdir(parents=True)
        names = []
        for path in sorted(args.work.glob("*/command-lines.json")):
            lines = json.loads(path.read_text())
            original = args.suite / "src" / path.parent.name
            if not lines or not copy_program(path.parent, lines, original, folder / "programs"):
                print("%s: left out: %s" % (path.parent.name, "too much data" if lines else "runs nothing"), file=sys.stderr)
                continue
            shutil.copy(path, folder / "programs" / path.parent.name)
            names.append(path.parent.name)
        for name in ("hecbench.py", "hecbench_automatic.py", "hecbench_loops.py", "suite.py"):
            shutil.copy(suite.HERE / name, folder)
        if (args.suite / "benchmarks.yaml").exists():
            shutil.copy(args.suite / "benchmarks.yaml", folder)
        copy_libraries(args.build, folder)
        with tarfile.open(args.pack, "w:gz") as archive:
            archive.add(folder, "hecbench")
    print("%d programs in %s, %.1f MiB" % (len(names), args.pack, args.pack.stat().st_size / 2**20))
    return 0 if names else 1
