# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command line of sycl-fuse as data: what Options.td, in the JSON of llvm-tblgen, and Commands.def say."""
import json
import pathlib
import re

STRING = r'"((?:[^"\\]|\\.)*)"'
COMMAND = re.compile(rf"SF_COMMAND\((\w+), {STRING}, {STRING},\s*{STRING},\s*{STRING}\)")


class Option:
    """One option: its spellings without a value, the placeholder of its value if it takes one, and whether the value is joined to it only."""

    def __init__(self, record):
        self.spellings = [prefix + record["Name"] for prefix in record["Prefixes"]]
        self.value = record["MetaVarName"] or ""
        self.joined = record["Kind"]["def"] == "KIND_JOINED"
        self.choices = [word for word in (record["Values"] or "").split(",") if word]
        self.help = record["HelpText"] or ""
        self.commands = {visibility["def"] for visibility in record["Visibility"]}

    def tag(self):
        """As it stands in a list of options: `--target <name>`, `-Rpass=<regex>`."""
        return self.spellings[-1] + ("" if self.joined or not self.value else " ") + self.value


class Command:
    def __init__(self, name, word, usage, brief, title, options):
        self.word, self.usage, self.brief, self.title = word, usage, brief, title
        self.options = [option for option in options if name + "Option" in option.commands]
        # What the first argument may be, if the usage lists it: `cache ls|verify|prune`.
        listed = re.search(rf"\b{word} ([\w|]*\|\w+)", usage)
        self.first_arguments = listed[1].split("|") if listed else []


def options(records):
    """The options of a table, but for aliases and what the parser adds."""
    found = [records[name] for name in records["!instanceof"]["Option"]]
    options = [Option(record) for record in found if not record["Alias"] and record["Kind"]["def"] not in ("KIND_INPUT", "KIND_UNKNOWN", "KIND_GROUP")]
    for option in options:
        for choice in option.choices:
            if choice not in option.help:
                raise SystemExit(f"Options.td: error: the help of {option.spellings[0]} does not name {choice}, one of its values")
    return sorted(options, key=lambda option: option.spellings[-1].lstrip("-").lower())


def commands(table, definitions):
    """The commands, in the order of --help. table: the file of llvm-tblgen --dump-json; definitions: Commands.def."""
    found = options(json.loads(pathlib.Path(table).read_text()))
    rows = COMMAND.findall(pathlib.Path(definitions).read_text())
    return [Command(*row, found) for row in rows]
