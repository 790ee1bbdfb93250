# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# load-remarks.py <yaml>: loads remarks as the scripts of LLVM's opt-viewer do, one class for each tag, and prints pass and kind of
# each once.
import re
import sys


def documents(text):
    for part in re.split(r"^--- ", text, flags=re.M)[1:]:
        kind, body = part.split("\n", 1)
        assert re.fullmatch(r"!(Passed|Missed|Analysis|Failure)", kind.strip()), kind
        assert body.rstrip().endswith("..."), body
        fields = dict(re.match(r"(\w+):\s*(.*)", line).groups() for line in body.splitlines() if re.match(r"\w+:", line))
        yield kind.strip()[1:], fields


seen = set()
for kind, fields in documents(open(sys.argv[1]).read()):
    assert {"Pass", "Name", "Function"} <= fields.keys(), fields
    seen.add("{} {}".format(fields["Pass"], kind))
print("\n".join(sorted(seen)))
