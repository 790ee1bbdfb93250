# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles the examples of docs/examples: check_examples.py <folder of a group> <work folder> <compiler and its options ...>
[-- <sycl-fuse and its options ...>].

An example has a part `// bad`, which gives the diagnostic that the file is named after, at the line that says so (`// SF1003`), and no other
one that no line says, and a part `// good`, which gives none. All examples of a group are one translation unit, each in a namespace of its own, but those with
options of their own (`// Options: ...`). With sycl-fuse, the object is built, too, and the messages of both count."""
import pathlib
import re
import subprocess
import sys

MESSAGE = re.compile(r"^(?:([^\s:]+):(\d+):\d+: )?(?:fatal )?(?:error|warning|remark): .*?(?:\[(SF\d+)\].*)?$")
END = re.compile(r"^\d+ (warnings?|errors?)( and \d+ errors?)? generated\.$")

CONFIRMS = "SF3027"  # says that a promotion went well


class Example:
    def __init__(self, path):
        lines = path.read_text().splitlines()
        self.path, self.code = path, path.stem
        option = re.match(r"// Options: (.*)", lines[1])
        self.options = option[1].split() if option else []
        assert lines.count("// bad") == lines.count("// good") == 1, f"{path}: needs one part '// bad' and one '// good'"
        assert lines.index("// bad") < lines.index("// good"), f"{path}: the bad part comes first"
        marks = [(number, re.search(r"// (SF\d+(, SF\d+)*)$", line)) for number, line in enumerate(lines, 1)]
        self.wanted = {(number, code) for number, mark in marks if mark for code in mark[1].split(", ")}
        assert self.code in {code for _, code in self.wanted}, f"{path}: no line says // {self.code}"
        assert all(number < lines.index("// good") for number, _ in self.wanted), f"{path}: the good part says what it gives"


def units(examples):
    """The examples by translation unit."""
    alone = [[example] for example in examples if example.options]
    return [[example for example in examples if not example.options]] + alone


def write_unit(path, examples):
    """All headers come first, so that within the namespaces their includes give nothing."""
    text = f'#include "{examples[0].path.parent.parent}/prelude.hpp"\n'
    text += "".join(f'namespace {example.code} {{\n#include "{example.path}"\n}}\n' for example in examples)
    path.write_text(text)


def messages(examples, work, compiler, fuser):
    """What a translation unit of these examples is told, as lines."""
    source, folder = work / f"{examples[0].code}.cpp", work / examples[0].code
    write_unit(source, examples)
    command = [*compiler, *examples[0].options, "-fno-caret-diagnostics", "-ferror-limit=0", str(source)]
    if fuser:
        command += ["-c", "-o", f"{folder}.o"]
    compiled = subprocess.run(command, capture_output=True, text=True)
    said = compiled.stderr
    if fuser and compiled.returncode == 0:
        said += subprocess.run([*fuser, f"{folder}.o", "-o", f"{folder}.fusion.o"], capture_output=True, text=True).stderr
    return said.splitlines()


def check(examples, said):
    """What is wrong with these examples."""
    by_name = {"/".join(example.path.parts[-2:]): example for example in examples}
    missing = {(example.code, *wanted) for example in examples for wanted in example.wanted}
    for line in said:
        match = MESSAGE.match(line)
        if not match or END.match(line):
            continue
        file, number, code = match.groups()
        example = by_name.get("/".join((file or "").split("/")[-2:]))
        if example and code == CONFIRMS:
            continue
        if example and (int(number), code) in example.wanted:
            missing.discard((example.code, int(number), code))
        else:
            yield f"not expected: {line}"
    yield from (f"{example}.cpp:{number}: {code} is not given" for example, number, code in sorted(missing))


def main():
    folder, work, *command = sys.argv[1:]
    border = command.index("--") if "--" in command else len(command)
    compiler, fuser = command[:border], command[border + 1:]
    examples = [Example(path) for path in sorted(pathlib.Path(folder).resolve().glob("SF*.cpp"))]
    work = pathlib.Path(work)
    work.mkdir(parents=True, exist_ok=True)
    found = [line for unit in units(examples) if unit for line in check(unit, messages(unit, work, compiler, fuser))]
    print("\n".join(found) or f"{len(examples)} examples are as they say")
    sys.exit(1 if found else 0)


main()
