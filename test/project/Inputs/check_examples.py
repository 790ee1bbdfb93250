# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles the examples of docs/examples: check_examples.py <folder of a group> <work folder> <compiler and its options ...>
[-- <sycl-fuse and its options ...>].

An example has a part `// bad`, which gives the diagnostic that the file is named after, at the line that says so (`// SF1003`), and no other
one that no line says, and a part `// good`, which gives none. All examples of a group are one translation unit, each in a namespace of its
own. An example with options of its own (`// Options: ...`) is a translation unit by itself; one that mentions OTHER_UNIT is two, of which the
second one is compiled with that macro. With sycl-fuse, the objects are built, too, and the messages of both count."""
import pathlib
import re
import subprocess
import sys

MESSAGE = re.compile(r"^(?:(\S+?):(?:(\d+):(?:\d+:)?)? )?(?:fatal )?(?:error|warning|remark): .*?(?:\[(SF\d+)\].*)?$")
NOTE = re.compile(r"^(\S+?):(\d+):\d+: note: ")
CONFIRMS = "SF3027"  # says that a promotion went well


class Example:
    def __init__(self, path):
        lines = path.read_text().splitlines()
        self.path, self.code = path, path.stem
        option = re.match(r"// Options: (.*)", lines[1])
        self.options = option[1].split() if option else []
        self.has_two_units = any("OTHER_UNIT" in line for line in lines)
        assert lines.count("// bad") == lines.count("// good") == 1, f"{path}: needs one part '// bad' and one '// good'"
        assert lines.index("// bad") < lines.index("// good"), f"{path}: the bad part comes first"
        marks = [(number, re.search(r"// (SF\d+(, SF\d+)*)$", line)) for number, line in enumerate(lines, 1)]
        self.wanted = {(number, code) for number, mark in marks if mark for code in mark[1].split(", ")}
        assert self.code in {code for _, code in self.wanted}, f"{path}: no line says // {self.code}"
        assert all(number < lines.index("// good") for number, _ in self.wanted), f"{path}: the good part says what it gives"

    def is_alone(self):
        return self.options or self.has_two_units


def write_unit(path, examples):
    """All headers come first, so that within the namespaces their includes give nothing."""
    text = f'#include "{examples[0].path.parent.parent}/prelude.hpp"\n'
    text += "".join(f'namespace {example.code} {{\n#include "{example.path}"\n}}\n' for example in examples)
    path.write_text(text)


def messages(examples, work, compiler, fuser):
    """What the translation units of these examples are told, as lines."""
    source, said, objects = work / f"{examples[0].code}.cpp", "", []
    write_unit(source, examples)
    for macros in ([], ["-DOTHER_UNIT"]) if examples[0].has_two_units else ([],):
        command = [*compiler, *examples[0].options, *macros, "-fno-caret-diagnostics", "-ferror-limit=0", str(source)]
        objects.append(str(source.with_suffix(f".{len(objects)}.o")))
        done = subprocess.run(command + (["-c", "-o", objects[-1]] if fuser else []), capture_output=True, text=True)
        said += done.stderr
        if fuser and done.returncode != 0:
            return said.splitlines()
    if fuser:
        said += subprocess.run([*fuser, *objects, "-o", str(source.with_suffix(".fusion.o"))], capture_output=True, text=True).stderr
    return said.splitlines()


def given(said):
    """File, line, codes (the first is why, others stand around it) and text of each message; one about two objects is where its first note is."""
    for line, following in zip(said, said[1:] + [""]):
        match = MESSAGE.match(line)
        if not match:
            continue
        file, number, code = match.groups()
        codes = re.findall(r"\[(SF\d+)\]", line[match.start(3) - 1:]) if code else []
        if code and not number and NOTE.match(following):
            file, number = NOTE.match(following).groups()
        yield file or "", int(number or 0), codes, line


def check(examples, said):
    """What is wrong with these examples."""
    by_name = {"/".join(example.path.parts[-2:]): example for example in examples}
    missing = {(example.code, *wanted) for example in examples for wanted in example.wanted}
    for file, number, codes, line in given(said):
        example = by_name.get("/".join(file.split("/")[-2:]))
        if example and codes and (number, codes[0]) in example.wanted:
            missing -= {(example.code, number, code) for code in codes}
        elif not example or codes != [CONFIRMS]:
            yield f"not expected: {line}"
    yield from (f"{example}.cpp:{number}: {code} is not given" for example, number, code in sorted(missing))


def main():
    folder, work, *command = sys.argv[1:]
    border = command.index("--") if "--" in command else len(command)
    compiler, fuser = command[:border], command[border + 1:]
    examples = [Example(path) for path in sorted(pathlib.Path(folder).resolve().glob("SF*.cpp"))]
    work = pathlib.Path(work)
    work.mkdir(parents=True, exist_ok=True)
    together = [example for example in examples if not example.is_alone()]
    units = ([together] if together else []) + [[example] for example in examples if example.is_alone()]
    found = [line for unit in units for line in check(unit, messages(unit, work, compiler, fuser))]
    print("\n".join(found) or f"{len(examples)} examples are as they say")
    sys.exit(1 if found or not examples else 0)


main()
