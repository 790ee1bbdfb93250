#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares docs/manifest.schema.json with the library: both accept the given manifests, and both judge thousands of changed
versions of the first one alike.

What the schema refuses, the library must refuse; what only the library refuses must be one of the rules that
docs/manifest.md lists as beyond the schema.

With --library-only the schema is not asked: the library, built with sanitizers, judges the same documents.

usage: schema_test.py [--library-only] <schema> <manifest-verdicts> <manifest with every field> <manifest, or page with examples>...
"""
import copy
import json
import re
import subprocess
import sys

import jsonschema

WRONG = [None, True, False, -1, 0, 1, 2, 3, 4, 1.0, 1.5, 5000, 2**32, 2**64, "", "x", "none", "private", "local", "automatic",
         "range", [], {}, [1, 1, 1, 1], [0], ["x"], {"file": "f"}, {"global": [0]}]

# Rules that no schema can state: they relate values of different places.
BEYOND_SCHEMA = [
    r"SF2007 ", r"SF2008 ", r"SF2009 ", r"SF2012 ", r"SF2013 ",
    r"SF2006 .*needed: a symbol of its own",
    r"SF2006 .*needed: no parameter, as regions have none",
    r"SF2006 .*needed: none for a (loop|branch|recursion|jump)",
    r"SF2006 .*needed: at least \d+ for (local_)?accessor",
    r"SF2006 .* as for its kernel",
    r"SF2006 .*needed: each parameter at most once",
    r"SF2006 .*needed: an accessor or a pointer",
    r"SF2006 .*since only accessors are promoted",
    r"SF2006 .*of the same buffer",
    r"SF2006 .*needed: one size per dimension",
    r"SF2006 .*needed: one for each of \d+ submissions",
    r"SF2006 .*needed: a size expression",  # parentheses nest
    r"SF2006 .*needed: no size beside those of submissions",
]


def places(value, path=()):
    """Paths of all values in a document, the document itself included."""
    yield path
    if isinstance(value, (dict, list)):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from places(value[key], path + (key,))


def changed(document, path, new):
    """A copy with the value at path replaced, or removed if new is `places`."""
    if not path:
        return new
    out = copy.deepcopy(document)
    at = out
    for key in path[:-1]:
        at = at[key]
    if new is places:
        del at[path[-1]]
    else:
        at[path[-1]] = new
    return out


def mutants(document):
    yield document
    for path in places(document):
        if path:
            yield changed(document, path, places)
        for wrong in WRONG:
            yield changed(document, path, wrong)


def main():
    library_only = sys.argv[1] == "--library-only"
    schema_path, tool, *manifests = sys.argv[2 if library_only else 1:]
    with open(schema_path) as f:
        schema = json.load(f)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)

    given = []
    for path in manifests:
        with open(path) as f:
            text = f.read()
        blocks = re.findall(r"^```json\n(.*?)^```$", text, re.S | re.M) if path.endswith(".md") else [text]
        given += [(path, json.loads(block)) for block in blocks]
    documents = [document for _, document in given] + list(mutants(given[0][1]))
    lines = "".join(json.dumps(d) + "\n" for d in documents)
    verdicts = subprocess.run([tool], input=lines, capture_output=True, text=True, check=True).stdout.splitlines()
    if len(verdicts) != len(documents):
        sys.exit(f"{len(documents)} documents, but {len(verdicts)} verdicts")
    if library_only:
        print(f"{len(documents)} documents, {verdicts.count('ok')} good")
        return

    failures = good = 0
    seen = set()
    for document, verdict in zip(documents, verdicts):
        error = next(validator.iter_errors(document), None)
        beyond = [rule for rule in BEYOND_SCHEMA if re.match(rule, verdict)]
        seen.update(beyond)
        good += error is None and verdict == "ok"
        if error is None and verdict != "ok" and not beyond:
            message = f"the schema accepts what the library refuses: {verdict}"
        elif error is not None and verdict == "ok":
            message = f"the library accepts what the schema refuses: {error.json_path}: {error.message}"
        else:
            continue
        failures += 1
        if failures <= 20:
            print(message)
    for (path, document), verdict in zip(given, verdicts):
        if verdict != "ok" or not validator.is_valid(document):
            failures += 1
            print(f"{path} is refused: {verdict}")
    print(f"{len(documents)} documents, {good} good, {failures} failures, {len(seen)} rules beyond the schema seen")
    # A comparison that sees one side only shows nothing.
    if failures or len(given) < len(manifests) or not 0.02 < good / len(documents) < 0.98:
        sys.exit(1)


if __name__ == "__main__":
    main()
