# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_compile_commands.py <build>: each source once, no steps of ours, and each command checks its source by itself; so does clang-tidy."""
import json
import pathlib
import shlex
import shutil
import subprocess
import sys

entries = json.loads((pathlib.Path(sys.argv[1]) / "compile_commands.json").read_text())
files = [entry["file"] for entry in entries]
assert len(files) == len(set(files)), files
assert not [file for file in files if "fusion" in file], files
assert {pathlib.Path(file).name for file in files} >= {"object.cpp", "tool.cpp", "unity_0_cxx.cxx"}, files
for entry in entries:
    assert "sycl-fuse build" not in entry["command"], entry
    words = shlex.split(entry["command"])
    words = words[:words.index("-o")] + words[words.index("-o") + 2:]
    subprocess.run([*words, "-fsyntax-only"], cwd=entry["directory"], check=True)
if shutil.which("clang-tidy-22"):
    tool = [file for file in files if file.endswith("object.cpp")]
    subprocess.run(["clang-tidy-22", "-p", sys.argv[1], "--checks=-*,bugprone-infinite-loop", "--warnings-as-errors=*", *tool], check=True)
