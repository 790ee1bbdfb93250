# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the commands of a Markdown page in the current folder, in their order, and compares what they print with what the page shows:
run_page.py <page>. A comment in the line before a block says what the block is:

  <!-- file: a.cpp -->     its text is the file, <!-- more of: a.cpp --> goes on with it
  <!-- change: a.cpp -->   a block of `diff` without headers: lines of the file that stay, go (-) and come (+)
  <!-- exit code: 1 -->    what the commands end with, else 0
  <!-- not run -->         the block is for the reader alone

A block of `sh` is run by `sh -e`; a block of `text` behind it is what it prints, on both streams. `…` in that stands for any text, alone in
a line for any lines; a number before ms, us or ns for any number; blanks for blanks. What fails is said with its line, and everything ends."""
import pathlib
import re
import subprocess
import sys

BLOCK = re.compile(r"(?:^<!-- ([^\n]*?) -->\n)?^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def change(text, diff):
    lines = diff.splitlines(keepends=True)
    before = "".join(line[1:] for line in lines if line[0] in " -")
    after = "".join(line[1:] for line in lines if line[0] in " +")
    if text.count(before) != 1:
        raise ValueError(f"the file has {text.count(before)} places for this change")
    return text.replace(before, after)


def pattern(shown):
    number = re.compile(r"[\d.]+(?= ?(?:ms|us|ns)\b)")
    parts = []
    for line in shown.splitlines():
        if line.strip() == "…":
            parts.append(r"(?:[^\n]*\n)*?")
            continue
        masked = number.sub("\0", re.sub(r"\s+", " ", line.strip()))
        parts.append(re.escape(masked).replace("\0", r"[\d.]+").replace("…", r"[^\n]*?") + r"\n")
    return re.compile("".join(parts))


def compare(shown, printed):
    printed = "".join(re.sub(r"\s+", " ", line.strip()) + "\n" for line in printed.splitlines())
    if not pattern(shown).fullmatch(printed):
        raise ValueError(f"the page shows\n{shown}\nand this was printed\n{printed}")


def run(kind, language, text, printed):
    """What the block prints, or else `printed`, what the one before it did."""
    name = pathlib.Path(kind.partition(": ")[2])
    if kind.startswith("file: "):
        name.write_text(text)
    elif kind.startswith("more of: "):
        name.write_text(name.read_text() + text)
    elif kind.startswith("change: "):
        name.write_text(change(name.read_text(), text))
    elif language == "sh":
        job = subprocess.run(["sh", "-e"], input=text, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        expected = int(name.name) if kind.startswith("exit code: ") else 0
        if job.returncode != expected:
            raise ValueError(f"exit code {job.returncode}:\n{job.stdout}")
        return job.stdout
    elif language == "text":
        compare(text, printed)
    else:
        raise ValueError(f"nothing says what to do with this block of '{language}'")
    return printed


def main():
    page = pathlib.Path(sys.argv[1])
    text, printed = page.read_text(), ""
    blocks = list(BLOCK.finditer(text))
    for block in blocks:
        if block[1] == "not run":
            continue
        try:
            printed = run(block[1] or "", block[2], block[3], printed)
        except (ValueError, OSError) as error:
            line = text.count("\n", 0, block.start(2)) + 1
            sys.exit(f"{page.name}:{line}: {error}")
    print(f"{page.name}: {len(blocks)} blocks are right")


main()
