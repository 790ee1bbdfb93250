#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the manual pages of sycl-fuse and its commands: man_pages.py <Options.td as JSON> <Commands.def> <docs/cli.md> <version> <folder>.
What the commands do is from docs/cli.md. Which options they have is from the option table, so that none is missing."""
import pathlib
import re
import sys

import command_line
import roff


def is_option_table(block):
    kind, lines = block
    return kind == "table" and roff.cells(lines[0])[0] == "option"


def option_rows(section):
    """The rows of a section's tables of options, as (names, tag, meaning)."""
    rows = []
    for block in filter(is_option_table, section):
        for tag, meaning in (roff.cells(line) for line in block[1][2:]):
            rows.append((set(re.findall(r"`(--?[\w-]+)", tag)), tag, meaning))
    return rows


def option_lines(command, own, shared):
    """All options of a command: as its section of the page says them, or that of build, or --help."""
    seen = set()
    for option in command.options:
        names = {spelling.rstrip("=") for spelling in option.spellings}
        row = next((row for row in [*own, *shared] if names & row[0]), None)
        tag, meaning = row[1:] if row else (f"`{option.tag()}`", option.help)
        if tag not in seen:
            seen.add(tag)
            yield from (".TP", roff.inline(tag), roff.inline(meaning))


def header(name, version):
    return ['.\\" Written by packaging/man_pages.py from docs/cli.md and the option table of sycl-fuse.',
            f'.TH {name.upper().replace("-", chr(92) + "-")} 1 "" "sycl\\-fuse {version}" "SyclFuse"', ".nh"]


def name_lines(name, brief):
    return [".SH NAME", f"{roff.escape(name)} \\- {roff.inline(brief[0].lower() + brief[1:])}"]


def see_also(names):
    last = len(names) - 1
    return [".SH SEE ALSO", *(f".BR {roff.escape(name)} (1){',' if number < last else ''}" for number, name in enumerate(names)),
            ".PP", "The pages that are named here, as \\fBmanifest.md\\fR, are in the folder \\fBdocs\\fR of the documentation."]


def command_page(command, sections, version):
    section = sections[command.word]
    name = "sycl-fuse-" + command.word
    shared = option_rows(sections["build"])
    out = header(name, version) + name_lines(name, command.brief)
    out += [".SH SYNOPSIS", roff.inline(f"`{command.usage}`"), ".SH DESCRIPTION"]
    out += roff.render([block for block in section if not is_option_table(block)])
    out += [".SH OPTIONS", *option_lines(command, option_rows(section), shared if command.word != "build" else [])]
    return out + see_also(["sycl-fuse"])


def main_page(introduction, commands, version):
    out = header("sycl-fuse", version) + name_lines("sycl-fuse", "Ahead-of-time kernel fusion for SYCL")
    out += [".SH SYNOPSIS", "\\fBsycl\\-fuse\\fR \\fIcommand\\fR [\\fIoptions\\fR]", ".SH DESCRIPTION"]
    out += roff.render(introduction) + [".SH COMMANDS"]
    for command in commands:
        out += [".TP", f".BR sycl\\-fuse\\-{command.word} (1)", roff.inline(command.title)]
    return out + see_also(["sycl-fuse-" + command.word for command in commands] + ["clang++-22"])


def main():
    table, definitions, page, version, folder = sys.argv[1:]
    commands = command_line.commands(table, definitions)
    introduction, *parts = re.split(r"^## sycl-fuse (\w+)$", pathlib.Path(page).read_text(), flags=re.MULTILINE)
    sections = {word: roff.blocks(text) for word, text in zip(parts[::2], parts[1::2])}
    pages = {"sycl-fuse": main_page(roff.blocks(introduction)[1:], commands, version)}
    for command in commands:
        pages["sycl-fuse-" + command.word] = command_page(command, sections, version)
    for name, lines in pages.items():
        (pathlib.Path(folder) / f"{name}.1").write_text("\n".join(lines) + "\n")


main()
