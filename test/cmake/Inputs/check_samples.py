# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Each folder of samples/ is in the index, has a README of a few lines, and is in test/cmake and in what runs on a GPU."""
import pathlib
import sys

root = pathlib.Path(sys.argv[1])
index = (root / "samples/README.md").read_text()
tests = "".join(path.read_text() for path in (root / "test/cmake").glob("*.test"))
on_gpu = (root / "test/gpu/run.sh").read_text()
NEED_MPI = ("halos",)  # not there
for folder in sorted(path for path in (root / "samples").iterdir() if path.is_dir()):
    readme = (folder / "README.md").read_text()
    assert readme.startswith("<!-- SPDX"), folder
    assert f"# {folder.name}\n" in readme, f"{folder}: the title of the README is not its name"
    assert f"]({folder.name})" in index, f"{folder} is not in samples/README.md"
    assert folder.name in tests, f"{folder} has no test"
    assert f"expect_sample {folder.name} " in on_gpu or folder.name in NEED_MPI, f"test/gpu/run.sh does not run {folder}"
    for project in folder.rglob("CMakeLists.txt"):
        assert len(project.read_text().splitlines()) <= 22, f"{project} is no longer short"
